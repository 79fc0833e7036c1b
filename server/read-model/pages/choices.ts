import type { PrismaClient } from '#prisma/generated/client.ts';
import type { Sql } from '../../platform/sql.ts';
import { quoteIdentifier } from '../../platform/sql-fragment.ts';
import { SPANISH_COLLATION } from './page-source.ts';

/** One entry of a select: what a filter or a form offers. */
export interface Choice {
  id: string;
  name: string;
}

/** The table whose records a select offers. */
export interface ChoiceSource {
  table: string;
  /** Column of the name. */
  name: string;
  /** Column of the place that people gave; comes before the name. */
  place?: string;
}

export const AGENCIES: ChoiceSource = { table: 'agencias', name: 'nombre' };
export const DEPARTMENTS: ChoiceSource = { table: 'departamentos', name: 'nombre' };
export const PEOPLE: ChoiceSource = { table: 'usuarios', name: 'name' };
export const FOLDERS: ChoiceSource = { table: 'maletin_carpetas', name: 'nombre', place: 'orden' };

/** A select with more than this is no help. */
const CHOICES_MAX = 2_000;

/**
 * Records by their names as Spanish speakers sort them, those in use first; a record without a name shows its id.
 * `retired` also gives records that were deactivated: the past still counts them.
 */
export async function findChoices(
  sql: Pick<Sql, 'query'>,
  { table, name, place }: ChoiceSource,
  { retired = false }: { retired?: boolean } = {},
): Promise<(Choice & { isActive: boolean })[]> {
  const label = `coalesce(nullif(${quoteIdentifier(name)}, ''), id)`;
  const { rows } = await sql.query<Choice & { isActive: boolean }>(
    `SELECT id, ${label} AS name, "isActive" FROM ${quoteIdentifier(table)} WHERE NOT source_deleted ${retired ? '' : 'AND "isActive"'}
     ORDER BY "isActive" DESC, ${place ? `${quoteIdentifier(place)}, ` : ''}${label} COLLATE "${SPANISH_COLLATION}", id LIMIT ${CHOICES_MAX}`,
  );
  return rows;
}

/** The name behind an id, whatever became of its record; the id itself when nothing has it. */
export async function findChoiceName(sql: Pick<Sql, 'query'>, { table, name }: ChoiceSource, id: string): Promise<string> {
  const { rows } = await sql.query<{ name: string | null }>(
    `SELECT nullif(${quoteIdentifier(name)}, '') AS name FROM ${quoteIdentifier(table)} WHERE id = $1`,
    [id],
  );
  return rows[0]?.name ?? id;
}

const NOT_DELETED = { isActive: true, source_deleted: false } as const;
/** Names as Spanish speakers sort them (á beside a, ñ after n); lists of choices are short enough to sort here. */
const SPANISH = new Intl.Collator('es');

export async function findAgencyChoices(prisma: PrismaClient): Promise<Choice[]> {
  const rows = await prisma.agency.findMany({ where: NOT_DELETED, select: { id: true, nombre: true } });
  return sortByName(rows.map(({ id, nombre }) => ({ id, name: nombre })));
}

/** The first `max` people by name: more than that belong into a search field. */
export async function findPeopleChoices(prisma: PrismaClient, max: number): Promise<Choice[]> {
  const rows = await prisma.user.findMany({
    where: NOT_DELETED,
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: max,
  });
  return sortByName(rows);
}

export function sortByName<Item extends Choice>(items: Item[]): Item[] {
  return items.sort((a, b) => SPANISH.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}
