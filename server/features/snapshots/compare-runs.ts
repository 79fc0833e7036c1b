import { createHash } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import { SAVED_VIEW } from '../../domain/saved-views.ts';
import { formatCount } from '../../domain/text.ts';
import type { SheetLine } from '../../workbooks/sheet.ts';
import type { Call, Services } from '../../services.ts';
import { getVisibleRun, columnsOfRun, linesOf, type RunColumn, type VisibleRun } from './get-run.ts';
import type { Run } from './run-document.ts';

/** More rows than this are not compared: each costs some bytes of memory while it is. */
const ROWS_MAX = 100_000;
/** Rows shown per kind of difference. */
const SHOWN_MAX = 200;

interface ColumnTotal {
  /** Position of the column. */
  index: number;
  before: number;
  after: number;
}

interface ChangedRow {
  key: string;
  before: readonly unknown[];
  after: readonly unknown[];
}

/** What differs between two runs of a report, by row key; `before` is the earlier one. Counts are of all, rows the first of each. */
export interface RunComparison {
  before: VisibleRun;
  after: VisibleRun;
  columns: RunColumn[];
  counts: { added: number; gone: number; changed: number; same: number };
  /** Of all rows, for each column that has a total. */
  totals: ColumnTotal[];
  added: SheetLine[];
  gone: SheetLine[];
  changed: ChangedRow[];
}

/**
 * Compares two runs of one report. Only a digest of each row of the earlier one is held; changed rows are read again to show them.
 * Errors: those of getVisibleRun for either, `invalid-input` when they are not of one report, have no data or too many rows.
 */
export async function compareRuns(services: Services, call: Call & { id: string; other: string }): Promise<RunComparison> {
  const [one, two] = await Promise.all([getVisibleRun(services, call), getVisibleRun(services, { ...call, id: call.other })]);
  const [before, after] = one.run.dueAt <= two.run.dueAt ? [one, two] : [two, one];
  requireComparable(before.run, after.run);
  const columns = await columnsOfRun(after, call.actor);
  return {
    before,
    after,
    columns,
    ...(await compareLines(
      () => linesOf(services, before.run),
      () => linesOf(services, after.run),
      {
        decides: (index) => !isConsequence(columns[index], after.run),
        adds: columns.flatMap(({ total }, index) => (total ? [index] : [])),
      },
    )),
  };
}

/** A share changes in every row as soon as one row does, and in a report a time is only that of a row's last event. */
const isConsequence = (column: RunColumn | undefined, { reportId }: Run) =>
  column?.kind === 'percent' || (column?.kind === 'datetime' && reportId !== SAVED_VIEW.id);

function requireComparable(before: Run, after: Run): void {
  const refuse = (userMessage: string) =>
    new AppError('invalid-input', `runs ${before.id} and ${after.id} do not compare`, { userMessage });
  if (before.reportId !== after.reportId) throw refuse('Solo se comparan ejecuciones del mismo reporte.');
  if ((before.params['by'] ?? '') !== (after.params['by'] ?? '')) throw refuse('Solo se comparan ejecuciones que agrupan igual.');
  if ((before.params['direccion'] ?? '') !== (after.params['direccion'] ?? ''))
    throw refuse('La vista cambió entre una y otra: no se comparan, porque no preguntan lo mismo.');
  if (before.status !== 'lista' || after.status !== 'lista') throw refuse('Solo se comparan ejecuciones que están listas.');
  if (Math.max(before.rows, after.rows) > ROWS_MAX) throw refuse(`Se comparan reportes de hasta ${formatCount(ROWS_MAX)} filas.`);
}

type Lines = () => AsyncIterable<SheetLine>;

/** Compares the rows of both, each read as a stream. `decides`: whether a cell decides that a row changed; `adds`: cells with a total. */
export async function compareLines(
  before: Lines,
  after: Lines,
  { decides, adds }: { decides: (index: number) => boolean; adds: readonly number[] },
): Promise<Omit<RunComparison, 'after' | 'before' | 'columns'>> {
  const digestOf = (cells: readonly unknown[]) => digest(cells.filter((_cell, index) => decides(index)));
  const totals = adds.map((index): ColumnTotal => ({ index, before: 0, after: 0 }));
  const add = (when: 'after' | 'before', cells: readonly unknown[]) => {
    for (const total of totals) total[when] += Number(cells[total.index] ?? 0) || 0;
  };
  const digests = new Map<string, string>();
  for await (const { key, cells } of before()) {
    digests.set(key, digestOf(cells));
    add('before', cells);
  }
  const found = { added: 0, gone: 0, changed: 0, same: 0 };
  const added: SheetLine[] = [];
  const changedTo = new Map<string, readonly unknown[]>();
  for await (const { key, cells } of after()) {
    const known = digests.get(key);
    digests.delete(key);
    add('after', cells);
    if (known === undefined) {
      found.added += 1;
      if (added.length < SHOWN_MAX) added.push({ key, cells });
    } else if (known === digestOf(cells)) found.same += 1;
    else {
      found.changed += 1;
      if (changedTo.size < SHOWN_MAX) changedTo.set(key, cells);
    }
  }
  // What is left exists only in the earlier run.
  found.gone = digests.size;
  const gone: SheetLine[] = [];
  const changed: ChangedRow[] = [];
  for await (const line of before()) {
    const now = changedTo.get(line.key);
    if (now) changed.push({ key: line.key, before: line.cells, after: now });
    else if (digests.has(line.key) && gone.length < SHOWN_MAX) gone.push(line);
  }
  return { counts: found, totals, added, gone, changed };
}

function digest(cells: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(cells)).digest('base64').slice(0, 22);
}
