import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DocumentPart, TableContent, TablePart, TableRow, TextContent } from '#server/domain/document-content.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { Skeleton } from '../../../ui/Spinner.tsx';
import { PartFailure } from './PartFailure.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import { usePart, type PartState } from './fetch-part.ts';
import type { ShownProps } from './viewed-document.ts';

/** A table or text, part by part. */
export function PartsView({ base, name, content, locked, tools }: ShownProps<TableContent | TextContent>) {
  const [number, setNumber] = useState(1);
  const stage = useRef<HTMLDivElement>(null);
  const { state, retry } = usePart(base, number);
  const labels = partLabels(content);
  useEffect(() => {
    stage.current?.scrollTo(0, 0);
  }, [number]);
  const isLast = number >= labels.length;
  return (
    <>
      <div className="viewer-tools no-print">
        {labels.length > 1 ? (
          <PartChoice labels={labels} number={number} onChoose={setNumber} />
        ) : (
          <span className="viewer-group">{labels[0]}</span>
        )}
        {tools}
      </div>
      <div className="viewer-body">
        <ScrollRegion ref={stage} className="viewer-stage viewer-sheet" aria-label={`Contenido de ${name}`}>
          <div className="viewer-text" data-locked={locked ? '' : undefined} aria-busy={state.is === 'loading'}>
            <Shown state={state} label={labels[number - 1] ?? name} onRetry={retry} />
            {isLast && !content.isComplete ? <p className="p-4 text-muted">El archivo continúa: aquí se muestra su comienzo.</p> : null}
          </div>
        </ScrollRegion>
      </div>
    </>
  );
}

function Shown({ state, label, onRetry }: { state: PartState; label: string; onRetry: () => void }): ReactNode {
  if (state.is === 'failed') return <PartFailure what="esta parte" reason={state.reason} onRetry={onRetry} />;
  return <div className="viewer-part">{state.is === 'loading' ? <Skeleton lines={12} /> : <Part part={state.part} label={label} />}</div>;
}

function Part({ part, label }: { part: DocumentPart; label: string }) {
  if (part.form === 'table') return <PartTable rows={part.rows} caption={label} />;
  return part.text.trim() === '' ? <p className="text-muted">El archivo no tiene texto.</p> : <pre>{part.text}</pre>;
}

interface PartChoiceProps {
  labels: readonly string[];
  number: number;
  onChoose: (number: number) => void;
}

function PartChoice({ labels, number, onChoose }: PartChoiceProps) {
  return (
    <div className="viewer-group min-w-0" role="group" aria-label="Partes">
      <Button look="quiet" small icon="arrow-up" iconOnly disabled={number === 1} onClick={() => onChoose(number - 1)}>
        Parte anterior
      </Button>
      <Button look="quiet" small icon="arrow-down" iconOnly disabled={number === labels.length} onClick={() => onChoose(number + 1)}>
        Parte siguiente
      </Button>
      <Select
        aria-label="Parte"
        className="select-sm min-w-0"
        value={String(number)}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
        options={labels.map((label, index) => ({ value: String(index + 1), label }))}
      />
    </div>
  );
}

function partLabels(content: TableContent | TextContent): string[] {
  if (content.form === 'table') return content.parts.map(describeRows);
  return Array.from({ length: content.parts }, (_unused, index) =>
    content.parts === 1 ? 'Texto' : `Parte ${index + 1} de ${content.parts}`,
  );
}

function describeRows({ sheet, firstRow, lastRow }: TablePart): string {
  const rows = firstRow === lastRow ? `fila ${firstRow}` : `filas ${firstRow} a ${lastRow}`;
  return sheet === '' ? rows.replace('f', 'F') : `${sheet}: ${rows}`;
}

/** Rows as in a spreadsheet: row numbers on the left, column letters on top. */
function PartTable({ rows, caption }: { rows: readonly TableRow[]; caption: string }) {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (columns === 0) return <p className="text-muted">No hay datos en esta parte.</p>;
  const letters = Array.from({ length: columns }, (_unused, index) => letterOf(index));
  return (
    <table className="viewer-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Fila</span>
          </th>
          {letters.map((letter) => (
            <th key={letter} scope="col">
              {letter}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, cells }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            {letters.map((letter, index) => (
              <td key={letter} className={isAmount(cells[index]) ? 'num' : undefined}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A to Z, AA, AB …, like spreadsheet columns. */
function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

const LONGEST_AMOUNT = 24;

/** Numbers are right-aligned, so that they can be compared. */
function isAmount(cell: string | undefined): boolean {
  return cell !== undefined && cell.length <= LONGEST_AMOUNT && /^-?[Q$]?-?\d[\d.,]*%?$/.test(cell);
}
