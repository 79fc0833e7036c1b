import { createHash } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import { areEquallyLong, type Period } from '../../domain/periods.ts';
import { SAVED_VIEW } from '../../domain/saved-views.ts';
import { formatCount } from '../../domain/text.ts';
import { PERIOD_LABELS } from '../../reporting/export-report.ts';
import { SHARE } from '../../reporting/report.ts';
import { scopeLines, type SheetLine } from '../../workbooks/sheet.ts';
import type { Call, Services } from '../../services.ts';
import { columnsOfRun, getVisibleRun, headOfRun, linesOf, type VisibleRun } from './get-run.ts';
import { describeParams } from './get-schedule.ts';
import type { Run } from './run-document.ts';
import type { RunColumn } from './snapshot-files.ts';

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

/** What the runs asked, as the heads of their files show it. */
interface AskedByBoth {
  before: readonly AskedLine[];
  after: readonly AskedLine[];
  /** What they asked differently, apart from equally long periods: differences may come from it. */
  differing: string[];
}

type AskedLine = readonly [label: string, value: string];

/** What differs between two runs of a report, by row key; `before` is the earlier one. Counts are of all, rows the first of each. */
export interface RunComparison {
  before: VisibleRun;
  after: VisibleRun;
  columns: RunColumn[];
  /** Both have the same data, in every column. */
  isSame: boolean;
  asked: AskedByBoth;
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
  const [heads, asked] = await Promise.all([
    Promise.all([headOfRun(services, before.run), headOfRun(services, after.run)]),
    Promise.all([before, after].map(({ run }) => describeParams(services, { actor: call.actor, ...run }))),
  ]);
  const columns = await columnsOfRun(heads[1], after.asked, call.actor);
  assertSameColumns(await columnsOfRun(heads[0], before.asked, call.actor), columns);
  const [askedBefore = [], askedAfter = []] = asked.map((lines, place) => [...lines, ...scopeLines(heads[place]?.scope ?? '')]);
  return {
    before,
    after,
    columns,
    isSame: before.run.dataSha256 === after.run.dataSha256,
    asked: {
      before: askedBefore,
      after: askedAfter,
      differing: [...differingLabels(askedBefore, askedAfter), ...(hasOtherLength(before.run, after.run) ? ['el largo del período'] : [])],
    },
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

/** A part of all rows changes in every row as soon as one row does, and in a report a time is only that of a row's last event. */
const isConsequence = (column: RunColumn | undefined, { reportId }: Run) =>
  reportId !== SAVED_VIEW.id && (column?.name === SHARE || column?.kind === 'datetime');

function differingLabels(before: readonly AskedLine[], after: readonly AskedLine[]): string[] {
  const [earlier, later] = [new Map(before), new Map(after)];
  const labels = new Set([...earlier.keys(), ...later.keys()].filter((label) => !PERIOD.has(label)));
  return [...labels].filter((label) => earlier.get(label) !== later.get(label)).map((label) => `«${label}»`);
}

/** The period moves from run to run. */
const PERIOD: ReadonlySet<string> = new Set(PERIOD_LABELS);

function hasOtherLength(before: Run, after: Run): boolean {
  const [one, other] = [periodOf(before), periodOf(after)];
  const isClosed = ({ from, to }: Period) => from !== '' && to !== '';
  if (isClosed(one) && isClosed(other)) return !areEquallyLong(one, other);
  return (one.from === '') !== (other.from === '') || (one.to === '') !== (other.to === '');
}

const periodOf = ({ params: { from = '', to = '' } }: Run): Period => ({ from, to });

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

/** A release may give a report other columns: then cells of one place mean different things. Errors: `invalid-input`. */
function assertSameColumns(before: readonly RunColumn[], after: readonly RunColumn[]): void {
  const names = (columns: readonly RunColumn[]) => JSON.stringify(columns.map(({ name, title }) => name ?? title));
  // Nobody knows the columns of some older runs.
  if (before.length === 0 || names(before) !== names(after))
    throw new AppError('invalid-input', 'the runs have different columns', {
      userMessage: 'Las columnas del reporte cambiaron: no se comparan.',
    });
}

type Lines = () => AsyncIterable<SheetLine>;

/** Compares the rows of both, each read as a stream. `decides`: whether a cell decides that a row changed; `adds`: cells with a total. */
export async function compareLines(
  before: Lines,
  after: Lines,
  { decides, adds }: { decides: (index: number) => boolean; adds: readonly number[] },
): Promise<Pick<RunComparison, 'added' | 'changed' | 'counts' | 'gone' | 'totals'>> {
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
