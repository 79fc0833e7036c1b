import { createHash } from 'node:crypto';
import { dayOf } from '../domain/dates.ts';
import { AppError } from '../domain/errors.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { joinWithAnd, linesIn } from '../domain/text.ts';
import { readNames } from '../lists/list-page.ts';
import { readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import type { ColumnKind } from '../workbooks/sheet.ts';
import { withStateNames, titledColumns } from './columns.ts';
import { nonEmptyValues, readProgramQuery, requireNoProblems } from './report-query.ts';
import type { Report, ReportCall, ReportNumbers, ReportQuery, ReportQuestion } from './report.ts';
import type { AnswerCall, Services } from '../services.ts';
import { reportJsonUrls } from './report-urls.ts';

type Value = string | number | null;

/** A report for programs: the screen's numbers unformatted, times as ISO text, shares as fractions. */
interface ReportJson {
  report: { id: string; title: string };
  /** The dates and filters in effect; several values of one filter as a list. */
  parameters: Record<string, string | string[]>;
  /** What the person's permissions leave of the rows, in words; '' for everything. */
  scope: string;
  /** ISO time up to which all changes are included; null before the first. */
  asOf: string | null;
  delayed: boolean;
  columns: { name: string; title: string; kind: ColumnKind }[];
  /** Values by column name; `key` identifies the row across runs, `href` links to its records, or null. */
  rows: Record<string, Value>[];
  /** By column name, over all pages. */
  totals: Record<string, Value>;
  count: number;
  /** For the parameter `cursor`; null on the last page. */
  next: string | null;
}

/** The report for programs, with the screen's own parameters. */
export function reportAnswers(report: Report) {
  const read = (services: Services, { actor, params }: AnswerCall) => reportJson(services, { actor, report, params });
  return reportJsonUrls(report).map((url) => ({ url, read }));
}

/** More rows than nearly all reports have, so that one answer, from one moment, holds them all. */
const PAGE_ROWS = 10_000;

/**
 * One page, by `cursor`. Errors: `forbidden`, `invalid-input` for unknown parameters, records and cursors, `conflict` when the rows are no
 * longer those of the earlier pages: going on would repeat some of them and leave out others.
 */
export async function reportJson({ sql, readModel }: Services, { actor, report: asDefined, params }: ReportCall): Promise<ReportJson> {
  requireMenu(actor, asDefined.menu, 'export');
  const report = withStateNames(asDefined, actor);
  const now = new Date();
  const cursor = readCursor(params.get('cursor'));
  const query = readProgramQuery(report, params, { now, pageSize: PAGE_ROWS });
  const columns = titledColumns(report, query).filter(({ only }) => only !== 'screen');
  const toJson = (row: object) => ({
    key: report.rowKey(row),
    href: report.drillDown(row, query, actor),
    ...Object.fromEntries(columns.map((column) => [column.name, jsonValue(column.value(row))])),
  });
  const [freshness, { count, totals, pages, scope }] = await Promise.all([
    readModel.freshness(),
    readForScreen(sql, async (read) => {
      const found = await readPages(read, report, { question: { query, today: dayOf(now), actor }, toJson });
      await requireRecords(read, report, { query, actor, hasRows: async () => found.count > 0 });
      return { ...found, scope: (await report.scope?.(read, actor)) ?? '' };
    }),
  ]);
  const version = pages.length > 1 ? versionOf([query, totals, pages]) : '';
  if (cursor.version !== '' && cursor.version !== version) throw rowsChanged();
  const requested = nonEmptyValues({ from: query.from, to: query.to, by: query.by, ...query.filters });
  return {
    report: { id: report.id, title: report.title },
    parameters: Object.fromEntries(Object.entries(requested).map(([name, value]) => [name, severalOf(value)])),
    scope,
    asOf: freshness.asOf?.toISOString() ?? null,
    delayed: freshness.delayed,
    columns: columns.map(({ name, title, kind }) => ({ name, title, kind })),
    rows: pages[cursor.page - 1] ?? [],
    totals: Object.fromEntries(columns.flatMap((column) => (column.sum ? [[column.name, column.sum(totals)]] : []))),
    count,
    next: cursor.page < pages.length ? `${cursor.page + 1}-${version}` : null,
  };
}

type JsonRow = ReportJson['rows'][number];

/** All pages from one snapshot, whichever is wanted: together they show whether the rows are still the same. */
async function readPages(
  read: Read,
  report: Report,
  { question, toJson }: { question: ReportQuestion; toJson: (row: object) => JsonRow },
): Promise<Pick<ReportNumbers, 'count' | 'totals'> & { pages: JsonRow[][] }> {
  const run = async (page: number) => report.run(read, { ...question, query: { ...question.query, page, pageSize: PAGE_ROWS } });
  const { rows, count, totals } = await run(1);
  const pages = [rows.map(toJson)];
  while (pages.length * PAGE_ROWS < count) pages.push((await run(pages.length + 1)).rows.map(toJson));
  return { count, totals, pages };
}

function versionOf(read: unknown): string {
  return createHash('sha256').update(JSON.stringify(read)).digest('base64url').slice(0, 22);
}

function rowsChanged(): AppError {
  return new AppError('conflict', 'the rows of a report changed between two pages', {
    userMessage: 'Los datos cambiaron mientras se leían las páginas. Empiece de nuevo, sin «cursor».',
  });
}

/**
 * A misspelt id would give a report without rows. One that rows name is accepted, although its record is not there: other programs store
 * such ids, and a report leads to them. @throws AppError invalid-input naming each parameter
 */
export async function requireRecords(
  read: Read,
  { parameters }: Report,
  { query, actor, hasRows }: { query: ReportQuery; actor: Staff; hasRows: () => Promise<boolean> },
): Promise<void> {
  const chosen = nonEmptyValues(query.filters);
  const names = await readNames(read, parameters, actor, chosen);
  const missing = parameters.flatMap((filter) => {
    const { name, label } = filter.select;
    const ids = chosen[name] === undefined || !filter.choices?.one ? [] : linesIn(chosen[name]);
    const unknown = ids.filter((id) => !names.get(filter)?.has(id));
    return unknown.length === 0 ? [] : [{ name, label, unknown, isOnly: ids.length === 1 }];
  });
  const isNamedByRows = missing.some(({ isOnly }) => isOnly) && (await hasRows());
  const problems = missing
    .filter(({ isOnly }) => !(isOnly && isNamedByRows))
    .map(({ name, label, unknown }) => [name, [`${label}: no existe ${joinWithAnd(unknown.map((id) => `«${id}»`))}.`]] as const);
  requireNoProblems(Object.fromEntries(problems));
}

function severalOf(value: string): string | string[] {
  const values = linesIn(value);
  return values.length > 1 ? values : value;
}

const jsonValue = (value: Value | Date): Value => (value instanceof Date ? value.toISOString() : value);

/** The first page without a version; every other as `next` gave it. */
function readCursor(text: string | null): { page: number; version: string } {
  if (text === null || text === '' || text === '1') return { page: 1, version: '' };
  const [, page, version] = /^([1-9]\d{0,6})-([\w-]{22})$/.exec(text) ?? [];
  if (page !== undefined && version !== undefined) return { page: Number(page), version };
  throw new AppError('invalid-input', 'unknown cursor of a report', {
    userMessage: 'El cursor no es válido. Use el valor «next» de la respuesta anterior.',
    fields: { cursor: ['El cursor no es válido.'] },
  });
}
