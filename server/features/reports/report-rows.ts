import { NO_PERSON } from '../../domain/file-events.ts';
import { SPANISH_COLLATION } from '../../read-model/pages/page-source.ts';
import { fragment, identifier, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { ReportQuery } from '../../reporting/report.ts';
import { groupSource, ledgerRows, type Scope } from './report-source.ts';

/** One line of a report. */
export interface FileRow {
  id: string;
  /** The present name; the ledger's own for what no longer exists; the id if there is no name; words if the ledger names none. */
  name: string;
  /** The agency of a user, the folder of a file, at the last counted event; '' when unknown. */
  detail: string;
  events: number;
  /** Of a user; '' when unknown, and for files. */
  email: string;
  /** Part of all events of the report, 0 to 1. */
  share: number;
  /** The last one within the range and filters. */
  lastAt: Date | null;
}

/** Shown for events without a person, and without a file. */
const NAMELESS = { user: NO_PERSON, file: 'Sin archivo' } as const;

/** As SQL returns it. */
export interface RawRow {
  id: string;
  name: string;
  detail: string | null;
  email: string | null;
  events: bigint;
  last_at: Date | null;
}

export function toFileRow(row: RawRow, total: number): FileRow {
  const events = Number(row.events);
  return {
    id: row.id,
    name: row.name,
    detail: row.detail ?? '',
    email: row.email ?? '',
    events,
    share: total === 0 ? 0 : events / total,
    lastAt: row.last_at,
  };
}

/** `id, events` of every group that has any: the base of page, totals, chart and export. */
export function groups(scope: Scope): SqlFragment {
  return fragment`SELECT id, sum(events)::bigint AS events FROM (${groupSource(scope)}) AS parts GROUP BY id HAVING sum(events) > 0`;
}

/** ORDER BY over a table `g` with id and events; unambiguous, so that no row shows on two pages. */
export function groupOrder(scope: Scope, { sort, dir }: Pick<ReportQuery, 'sort' | 'dir'>): SqlFragment {
  const direction = trusted(dir === 'asc' ? 'ASC' : 'DESC');
  if (sort === 'events') return fragment`g.events ${direction}, g.id`;
  return fragment`${nameOf(scope)} COLLATE ${identifier(SPANISH_COLLATION)} ${direction}, g.id`;
}

/** Columns `name, detail, email, last_at` for a table `g` with id: a few index look-ups per row, so only for rows that show. */
export function rowColumns(scope: Scope): SqlFragment {
  return fragment`${nameOf(scope)} AS name, ${detailOf(scope)} AS detail, ${emailOf(scope)} AS email, ${ofLast(scope, 't.at')} AS last_at`;
}

/** An expression over the last counted event of a row of `g`. */
function ofLast(scope: Scope, expression: string): SqlFragment {
  return fragment`(SELECT ${trusted(expression)} FROM eventos_archivos t WHERE ${ledgerRows(scope)} AND t.${groupColumn(scope)} = g.id ORDER BY t.at DESC, t.id DESC LIMIT 1)`;
}

function groupColumn(scope: Scope): SqlFragment {
  return trusted(scope.group === 'user' ? '"userId"' : '"fileId"');
}

function nameOf(scope: Scope): SqlFragment {
  const currentName =
    scope.group === 'user'
      ? trusted(`(SELECT nullif(u.name, '') FROM usuarios u WHERE u.id = g.id)`)
      : trusted(`(SELECT nullif(f.nombre, '') FROM maletin_archivos f WHERE f.id = g.id)`);
  const recordedName = ofLast(scope, scope.group === 'user' ? `nullif(t."userName", '')` : `nullif(t."fileName", '')`);
  return fragment`CASE WHEN g.id = '' THEN ${NAMELESS[scope.group]} ELSE coalesce(${currentName}, ${recordedName}, g.id) END`;
}

function emailOf({ group }: Scope): SqlFragment {
  return trusted(group === 'user' ? `(SELECT nullif(u.email, '') FROM usuarios u WHERE u.id = g.id)` : `NULL::text`);
}

/** Where it happened, as filter, charts and ledger count it: the person may have another agency by now, and the file another folder. */
function detailOf(scope: Scope): SqlFragment {
  const [table, id] = scope.group === 'user' ? ['agencias', 't."agencyId"'] : ['maletin_carpetas', 't."folderId"'];
  return ofLast(scope, `coalesce((SELECT nullif(p.nombre, '') FROM ${table} p WHERE p.id = ${id}), ${id})`);
}
