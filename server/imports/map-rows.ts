import { isBlank } from '../domain/tidy-text.ts';
import type { FieldDescription } from '../domain/fields.ts';
import { comparableName } from '../domain/names.ts';
import { countOf, joinWithAnd } from '../domain/text.ts';
import type { ReadTable } from '../pages/document-pages.ts';
import type { ReadSheet, RowLine } from '../pages/render-job.ts';
import { textOfCell } from '../workbooks/csv.ts';
import { TOTALS_LABEL } from '../workbooks/sheet.ts';
import { exampleOf } from './read-cell.ts';

/** Column with the record's id, as in exports; and a column of the template for notes, which is not imported. */
export const ID_TITLE = 'Código';
export const NOTE_TITLE = 'Nota';
/** Sheet of the template with the available options. */
export const VALUES_SHEET = 'Valores';
/** Rows searched for the header: titles or a date may precede it. */
const HEAD_WITHIN = 20;
const TITLE_LETTERS = 60;
/** Merged areas or cells named in the problem of a row, which may have any number of them. */
const NAMED_MAX = 3;

/** A row of a file, with its cells by field name. */
export interface MappedRow {
  sheet: string;
  row: number;
  /** Id of the record; '' if the row has none. */
  id: string;
  cells: Readonly<Record<string, string>>;
  problems: string[];
  /** The row is a remark on the file, not a record. */
  isNote: boolean;
}

type Column = { name: string; label: string };

/** The rows below the header of each sheet; parts of the file that are not imported give a note or an error row. */
export async function* mapRows({ sheets, rows }: ReadTable, fields: readonly FieldDescription[], key: string): AsyncGenerator<MappedRow> {
  const columns = new Map<string, Column>(
    fields.flatMap(({ name, label }) => [comparableName(label), comparableName(name)].map((title) => [title, { name, label }] as const)),
  );
  columns.set(comparableName(ID_TITLE), { name: ID_TITLE, label: ID_TITLE });
  columns.set(comparableName(NOTE_TITLE), { name: NOTE_TITLE, label: NOTE_TITLE });
  const example = Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)] as const).filter(([, text]) => text !== ''));
  let sheet = null as SheetUnderWay | null;
  for await (const line of rows) {
    const described = sheets[line[0]];
    if (!described || described.name === VALUES_SHEET) continue;
    if (sheet?.described !== described) {
      if (sheet) yield* sheet.end();
      sheet = new SheetUnderWay(described, { columns, key, keyLabel: fields.find(({ name }) => name === key)?.label ?? key, example });
    }
    yield* sheet.mapLine(line);
  }
  if (sheet) yield* sheet.end();
}

interface SheetContext {
  columns: ReadonlyMap<string, Column>;
  key: string;
  keyLabel: string;
  example: Readonly<Record<string, string>>;
}

class SheetUnderWay {
  #head: Map<number, Column> | null = null;
  #headings: readonly string[] = [];
  #first = 1;
  #above = 0;
  readonly #merged: readonly { area: string; from: number; to: number }[];

  constructor(
    readonly described: ReadSheet,
    private readonly known: SheetContext,
  ) {
    this.#merged = described.merged.map((area) => {
      const [from = 0, to = from] = [...area.matchAll(/\d+/g)].map(Number);
      return { area, from, to };
    });
  }

  get #isCsv(): boolean {
    return this.described.name === '';
  }

  *mapLine([, row, read, faults]: RowLine): Generator<MappedRow, void> {
    // Neither PostgreSQL nor any field accepts NUL.
    const cells = read.map((cell) => (this.#isCsv ? textOfCell(cell) : cell).replaceAll('\0', '\ufffd'));
    if (!this.#head) return yield* this.#takeHead(row, cells);
    const filledCells: Record<string, string> = {};
    for (const [place, { name }] of this.#head) if (!isBlank(cells[place] ?? '')) filledCells[name] = cells[place] ?? '';
    const { [ID_TITLE]: id = '', [NOTE_TITLE]: _note, ...own } = filledCells;
    const problems = [...this.#faultsOf(faults), ...this.#mergedOver(row), ...this.#outsideOf(cells)];
    if (id === '' && Object.keys(own).length === 0 && problems.length === 0) return;
    const { example, key } = this.known;
    const texts = Object.values(own);
    // A workbook of the portal ends with its totals.
    if (id === '' && !(key in own) && texts.length === 1 && TOTALS_LABEL.test(texts[0] ?? '')) return;
    if (row === this.#first + 1 && sameCells(own, example)) return;
    yield { ...this.#at(row), id: id.trim(), cells: own, problems };
  }

  *end(): Generator<MappedRow, void> {
    if (this.#head || this.#above === 0) return;
    yield {
      ...this.#at(1),
      isNote: true,
      problems: [`La hoja no se tomó en cuenta: ninguna de sus primeras filas dice «${this.known.keyLabel}».`],
    };
  }

  *#takeHead(row: number, cells: readonly string[]): Generator<MappedRow, void> {
    if (this.#above >= HEAD_WITHIN) return;
    this.#above += 1;
    const titles = cells.map((cell) => this.known.columns.get(comparableName(cell.replace(/\*\s*$/, ''))) ?? null);
    if (!titles.some((column) => column?.name === this.known.key || column?.name === ID_TITLE)) return;
    this.#head = new Map();
    this.#headings = cells;
    this.#first = row;
    const names = titles.map((column) => column?.name);
    const twice = new Set(titles.flatMap((column, place) => (column && names.indexOf(column.name) !== place ? [column.label] : [])));
    if (twice.size > 0) {
      // Ambiguous: rows of such a sheet would be guesses.
      this.#head.clear();
      const sentence = `El encabezado ${joinWithAnd([...twice].map((label) => `«${label}»`))} está repetido: deje una sola columna. Las filas de la hoja no se leyeron.`;
      yield { ...this.#at(row), problems: [sentence] };
      return;
    }
    for (const [place, column] of titles.entries()) if (column) this.#head.set(place, column);
    const { hidden } = this.described;
    if (hidden > 0) {
      const sentence = `La hoja tiene ${countOf(hidden, 'fila oculta, que también se importa', 'filas ocultas, que también se importan')}.`;
      yield { ...this.#at(row), isNote: true, problems: [sentence] };
    }
    const strange = cells.filter((cell, place) => cell.trim() !== '' && !titles[place]).map(quoted);
    if (strange.length === 0) return;
    const what = strange.length === 1 ? `La columna ${strange[0]} no es` : `Las columnas ${joinWithAnd(strange)} no son`;
    yield { ...this.#at(row), isNote: true, problems: [`${what} del formulario: no se importa${strange.length === 1 ? '' : 'n'}.`] };
  }

  /** Commas without quotes move the rest of a text there. */
  #outsideOf(cells: readonly string[]): string[] {
    const outside = cells.filter((cell, place) => !isBlank(cell) && isBlank(this.#headings[place] ?? ''));
    // The rows of a sheet with a repeated heading are not read.
    if (outside.length === 0 || this.#head?.size === 0) return [];
    const named = nameSome(outside.map(quoted));
    const what = outside.length === 1 ? `La columna de ${named} no tiene encabezado.` : `Las columnas de ${named} no tienen encabezado.`;
    return [this.#isCsv ? `${what} Si un texto lleva el signo que separa las columnas, escríbalo entre comillas.` : what];
  }

  #faultsOf(faults: RowLine[3]): string[] {
    return faults.flatMap(([place, fault]) => {
      const column = this.#head?.get(place);
      if (!column || column.name === NOTE_TITLE) return [];
      return fault === 'error'
        ? `«${column.label}» tiene un error de Excel. Corrija la fórmula o escriba el valor.`
        : `«${column.label}» tiene una fórmula sin resultado. Abra el libro en Excel, guárdelo y cárguelo de nuevo.`;
    });
  }

  #mergedOver(row: number): string[] {
    const areas: string[] = [];
    for (const { area, from, to } of this.#merged) {
      if (from <= row && row <= to) areas.push(area);
      if (areas.length > NAMED_MAX) break;
    }
    if (areas.length === 0) return [];
    return [`Las celdas ${nameSome(areas)} están combinadas: sepárelas y escriba el valor en cada fila.`];
  }

  #at(row: number) {
    return { sheet: this.described.name, row, id: '', cells: {}, problems: [] as string[], isNote: false };
  }
}

const nameSome = (texts: readonly string[]) =>
  texts.length > NAMED_MAX ? `${texts.slice(0, NAMED_MAX).join(', ')} y otras` : joinWithAnd(texts);
const quoted = (cell: string) => `«${[...cell.trim()].slice(0, TITLE_LETTERS).join('')}»`;

function sameCells(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(other);
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}
