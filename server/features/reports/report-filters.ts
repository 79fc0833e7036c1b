import { requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Sql } from '../../platform/sql.ts';
import type { ReportServices } from './report-services.ts';

export interface FilterOption {
  value: string;
  label: string;
}

/** What a person may choose from; also inactive ones, because their past still counts. */
export interface ReportFilters {
  agencyId: FilterOption[];
  userId: FilterOption[];
  folderId: FilterOption[];
}

const TABLES = {
  agencyId: { table: 'agencias', name: 'nombre' },
  userId: { table: 'usuarios', name: 'name' },
  folderId: { table: 'maletin_carpetas', name: 'nombre' },
} as const;

const MAX_OPTIONS = 2000;

/** Errors: forbidden. */
export async function findReportFilters(services: ReportServices, call: { actor: Staff }): Promise<ReportFilters> {
  requireMenu(call.actor, 'briefcase-reports');
  const [agencyId, userId, folderId] = await Promise.all([
    findOptions(services.sql, 'agencyId'),
    findOptions(services.sql, 'userId'),
    findOptions(services.sql, 'folderId'),
  ]);
  return { agencyId, userId, folderId };
}

async function findOptions(sql: Sql, filter: keyof ReportFilters): Promise<FilterOption[]> {
  const { table, name } = TABLES[filter];
  const label = `coalesce(nullif(${name}, ''), id)`;
  const { rows } = await sql.query<FilterOption>(
    `SELECT id AS value, ${label} AS label FROM ${table} WHERE NOT source_deleted ORDER BY ${label} COLLATE "es-x-icu", id LIMIT ${MAX_OPTIONS}`,
  );
  return rows;
}

/** The name behind a filter's id; the id itself when nothing has it. */
export async function findFilterName(sql: Sql, filter: keyof ReportFilters, id: string): Promise<string> {
  const { table, name } = TABLES[filter];
  const { rows } = await sql.query<{ label: string }>(`SELECT nullif(${name}, '') AS label FROM ${table} WHERE id = $1`, [id]);
  return rows[0]?.label ?? id;
}
