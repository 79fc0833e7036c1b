import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { IMPORT_RETENTION_DAYS, IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, importUrl, type RowOutcome } from '#server/domain/imports.ts';
import { countOf, formatCount, joinWithAnd } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { UnderWay, useProgress } from '../../ui/UnderWay.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { FileField } from '../files/FileField.tsx';
import type { Refusal } from '../forms/form-action.ts';
import type { ImportData, ImportRun, loadImport } from './import-data.ts';

/** Imports records of a list from a spreadsheet: upload the file, preview each row's effect, apply it. */
export function ImportScreen() {
  const data = useLoaderData<typeof loadImport>();
  const failure = useActionData<Refusal<never>>();
  const { url, noun, run } = data;
  return (
    <>
      <PageHead
        title={`Importar ${noun.plural}`}
        subtitle={run ? run.fileName : 'De un libro de Excel o un archivo CSV. Nada se escribe antes de que usted lo revise.'}
        crumbs={[{ label: capitalize(noun.plural), href: url }, { label: 'Importar' }]}
        secondary={
          run ? (
            <ButtonLink href={importUrl(url)} icon="upload">
              Cargar otro archivo
            </ButtonLink>
          ) : null
        }
      />
      <ActNotice answer={failure} className="mb-4 max-w-160" />
      {run ? <Preview data={data} run={run} /> : <Bring data={data} />}
    </>
  );
}

function Bring({ data: { url, keyLabel, note, required, waiting } }: { data: ImportData }) {
  return (
    <div className="grid max-w-3xl gap-4">
      {waiting ? (
        <Notice>
          Tiene «{waiting.fileName}» por revisar.{' '}
          <a className="text-link" href={waiting.href}>
            Seguir con ese archivo
          </a>
          . Si carga otro, esa revisión se descarta.
        </Notice>
      ) : null}
      <Card title="1. La plantilla">
        <p className="mb-3">
          Trae los encabezados, un ejemplo y, en la hoja «Valores», lo que se puede elegir. {requiredText(required)} También sirve un
          archivo propio si su primera fila lleva los mismos encabezados.
        </p>
        <ButtonLink href={`${importUrl(url)}/template`} icon="download" data-nav={undefined}>
          Descargar plantilla
        </ButtonLink>
      </Card>
      <Card title="2. El archivo">
        <form method="post" action={importUrl(url)} encType="multipart/form-data" noValidate className="grid gap-4">
          <Field
            name="file"
            label="Libro de Excel (.xlsx) o CSV"
            required
            help={`Hasta ${formatCount(IMPORT_MAX_ROWS)} filas y ${IMPORT_MAX_BYTES / 1_048_576} MB.`}
          >
            {(control) => <FileField control={control} accept=".xlsx,.csv" />}
          </Field>
          <div>
            <Button type="submit" look="primary" icon="upload">
              Revisar archivo
            </Button>
          </div>
        </form>
      </Card>
      <Card title="3. Revisar y aplicar">
        <ul className="list-disc ps-5">
          <li>Cada fila busca su registro por «{keyLabel}», o por «Código» si lo trae: lo cambia, o lo crea si no está.</li>
          <li>Una celda vacía deja el dato como está. Los archivos no borran nada.</li>
          <li>De las fórmulas se toma su último resultado. Las fechas valen como celda de fecha o como texto: 31/12/2026.</li>
          {note === '' ? null : <li>{note}</li>}
        </ul>
      </Card>
    </div>
  );
}

function requiredText(required: readonly string[]): string {
  if (required.length === 0) return '';
  const names = joinWithAnd(required.map((label) => `«${label}»`));
  return required.length === 1 ? `Es obligatorio ${names}.` : `Son obligatorios ${names}.`;
}

const OUTCOMES: readonly { outcome: RowOutcome; label: string; one: string; tone: StatusTone }[] = [
  { outcome: 'wrong', label: 'Con errores', one: 'Con errores', tone: 'bad' },
  { outcome: 'new', label: 'Nuevas', one: 'Nueva', tone: 'good' },
  { outcome: 'changed', label: 'Con cambios', one: 'Cambia', tone: 'waiting' },
  { outcome: 'same', label: 'Sin cambios', one: 'Sin cambios', tone: 'off' },
  { outcome: 'note', label: 'Avisos del archivo', one: 'Aviso', tone: 'plain' },
];

function Preview({ data, run }: { data: ImportData; run: ImportRun }) {
  const { url, search } = data;
  if (run.state === 'checking') return <Checking url={url} run={run} />;
  const { counts, rows, total, page, pageSize, outcome } = run;
  const href = (rows: string) => `${importUrl(url, run.id)}${rows === '' ? '' : `&rows=${rows}`}`;
  const tabs = OUTCOMES.filter((one) => counts[one.outcome] > 0).map((one) => ({
    label: one.outcome === 'wrong' ? 'Solo con errores' : one.label,
    href: href(one.outcome),
    current: outcome === one.outcome,
    count: formatCount(counts[one.outcome]),
  }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Decision data={data} run={run} />
      <div>
        <Tabs label="Filas" tabs={[{ label: 'Todas', href: href(''), current: outcome === '' }, ...tabs]} />
        {rows.length === 0 ? (
          <EmptyState title="No hay filas que mostrar." actions={<ButtonLink href={href('')}>Ver todas</ButtonLink>} />
        ) : (
          <>
            <PlainTable caption="Filas del archivo" columns={COLUMNS} rows={rows} keyOf={({ place }) => String(place)} />
            <Pager page={page} pageSize={pageSize} shown={rows.length} total={total} search={search} />
          </>
        )}
      </div>
    </div>
  );
}

type Row = ImportRun['rows'][number];

const COLUMNS: readonly PlainColumn<Row>[] = [
  { label: 'Fila', look: 'nowrap tabular', cell: ({ sheet, row }) => (sheet === '' ? row : `${sheet}, ${row}`) },
  { label: 'Registro', look: 'key whole wrap-anywhere', cell: ({ name }) => name || '—' },
  { label: 'Estado', look: 'nowrap', from: 'sm', cell: ({ outcome }) => <OutcomeLabel outcome={outcome} /> },
  { label: 'Qué pasa', cell: (row) => <WhatHappens row={row} /> },
];

function OutcomeLabel({ outcome }: { outcome: RowOutcome }) {
  const known = OUTCOMES.find((one) => one.outcome === outcome);
  return known ? <StatusLabel tone={known.tone}>{known.one}</StatusLabel> : null;
}

function WhatHappens({ row: { outcome, changes, problems, note } }: { row: Row }) {
  return (
    <ul className="wrap-anywhere">
      <li className="sm:hidden">
        <OutcomeLabel outcome={outcome} />
      </li>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {changes.map(({ label, from, to }) => (
        <li key={label}>
          {label}: <del className="text-muted">{from || 'vacío'}</del> → <ins className="no-underline">{to || 'vacío'}</ins>
        </li>
      ))}
      {note === '' ? null : <li>{note}</li>}
    </ul>
  );
}

/** A summary of the file's effect, with the buttons to apply or discard it. */
function Decision({ data: { url, noun }, run: { id, state, counts } }: { data: ImportData; run: ImportRun }) {
  const right = counts.new + counts.changed;
  const sentence = [
    counts.new > 0 ? `${countOf(counts.new, noun.singular, noun.plural)} ${agree(noun, 'nuevo', counts.new)}` : [],
    counts.changed > 0 ? `${formatCount(counts.changed)} con cambios` : [],
    counts.same > 0 ? `${formatCount(counts.same)} sin cambios` : [],
    counts.wrong > 0 ? `${countOf(counts.wrong, 'fila', 'filas')} con errores` : [],
  ].flat();
  if (state === 'applied')
    return (
      <Notice kind="success">
        El archivo ya se aplicó.{' '}
        <a className="text-link" href={`/bulk/${encodeURIComponent(id)}`}>
          Ver qué se escribió
        </a>
      </Notice>
    );
  return (
    <Notice kind={counts.wrong > 0 ? 'warning' : 'info'}>
      <p className="font-medium">{joinWithAnd(sentence)}.</p>
      <p>
        {right === 0
          ? 'No hay nada que aplicar.'
          : `Todavía no se escribió nada. La revisión se guarda ${IMPORT_RETENTION_DAYS} días, o hasta que cargue otro archivo, solo para usted.`}
      </p>
      <Form method="post" action={importUrl(url)} className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="id" value={id} />
        {right > 0 ? (
          <Button type="submit" name="intent" value={counts.wrong > 0 ? 'apply-right' : 'apply'} look="primary" icon="check">
            {counts.wrong > 0 ? `Aplicar las correctas (${formatCount(right)})` : 'Aplicar'}
          </Button>
        ) : null}
        {counts.wrong > 0 ? (
          <ButtonLink href={`${importUrl(url)}/mistakes?id=${encodeURIComponent(id)}`} icon="file-spreadsheet" data-nav={undefined}>
            Descargar errores en Excel
          </ButtonLink>
        ) : null}
        <Button type="submit" name="intent" value="discard">
          Descartar
        </Button>
      </Form>
    </Notice>
  );
}

type Progress = { state: string; total: number; ready: number; waits: string };
const isOver = ({ state }: Progress) => state !== 'checking';

function Checking({ url, run: { id, all, counts, waits: cameWaiting } }: { url: string; run: ImportRun }) {
  const came: Progress = { state: 'checking', total: all, ready: all - counts.unchecked, waits: cameWaiting };
  const { total, ready, waits } = useProgress({ href: `${importUrl(url)}/progress?id=${encodeURIComponent(id)}`, came, isOver });
  return (
    <div className="max-w-4xl">
      <UnderWay
        text={`Se está revisando: ${formatCount(ready)} de ${countOf(total, 'fila', 'filas')}`}
        value={ready}
        max={Math.max(total, 1)}
        note={waits || 'Puede seguir trabajando y volver a «Importar» después. No se escribe nada.'}
        href={importUrl(url, id)}
      />
    </div>
  );
}
