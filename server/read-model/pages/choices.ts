import type { Sql } from '../../platform/sql/sql.ts';
import { fragment, identifier, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { SPANISH_COLLATION } from './page-source.ts';

/** One option of a select in a filter or a form. */
export interface Choice {
  id: string;
  name: string;
}

/** The table whose records a select offers. */
export interface ChoiceSource {
  table: string;
  /** Column of the name. */
  name: string;
  /** Column of the manual order, which precedes the name. */
  place?: string;
  /** Condition over `t`: records that do not meet it count as deactivated. */
  inUse?: string;
  /** Column that tells records of one name apart; default: the id. */
  apart?: string;
}

export const AGENCIES: ChoiceSource = { table: 'agencias', name: 'nombre' };
/** Agencies where people work: not cash machines. */
export const WORKPLACES: ChoiceSource = { ...AGENCIES, inUse: `t.tipo <> 'cajero'` };
export const DEPARTMENTS: ChoiceSource = { table: 'departamentos', name: 'nombre' };
export const POSITIONS: ChoiceSource = { table: 'puestos', name: 'nombre' };
export const PEOPLE: ChoiceSource = { table: 'usuarios', name: 'name', apart: 'email' };
export const MEMBERS: ChoiceSource = { table: 'clientes', name: 'nombre' };
export const DOCUMENT_TYPES: ChoiceSource = { table: 'maletin_tipos_documento', name: 'nombre' };
export const CATEGORIES: ChoiceSource = { table: 'categorias', name: 'nombre' };
export const DIGITIZED_TYPES: ChoiceSource = { table: 'tipos_documento', name: 'nombre' };
export const DIGITIZED_DOCUMENTS: ChoiceSource = { table: 'documentos', name: 'documentName' };
export const PACKAGES: ChoiceSource = { table: 'packages', name: 'code' };
export const FOLDERS: ChoiceSource = { table: 'maletin_carpetas', name: 'nombre', place: 'orden' };

interface Offered {
  /** Includes deactivated records, after the others: past rows still refer to them. */
  retired?: boolean;
  /** Condition over `t` for the records that the person may see. */
  visible?: SqlFragment;
}

/**
 * Records in Spanish order of their names, without a limit: a record cut off could not be chosen. One without a name shows its id, people of
 * one name their e-mail (`apart`). Rows `id`, `name`, `isActive`.
 */
export function choicesOf(
  { table, name, place, inUse, apart }: ChoiceSource,
  { retired = false, visible = trusted('TRUE') }: Offered = {},
): SqlFragment {
  const label = fragment`coalesce(nullif(t.${identifier(name)}, ''), t.id)`;
  const order = place ? fragment`t.${identifier(place)}, ` : trusted('');
  const isActive = trusted(inUse ? `(t."isActive" AND (${inUse}))` : 't."isActive"');
  const shown = apart === undefined ? label : apartFrom(label, apart);
  return fragment`SELECT t.id, ${shown} AS name, ${isActive} AS "isActive" FROM ${identifier(table)} t
    WHERE NOT t.source_deleted AND (${retired ? trusted('TRUE') : isActive}) AND (${visible})
    ORDER BY ${isActive} DESC, ${order}${label} COLLATE ${identifier(SPANISH_COLLATION)}, t.id`;
}

/** SQL of a record's name over `t`; where several of the selected records have it, followed by what tells them apart. */
export function distinctName({ name, apart = 'id' }: ChoiceSource): SqlFragment {
  return apartFrom(fragment`t.${identifier(name)}`, apart);
}

function apartFrom(name: SqlFragment, apart: string): SqlFragment {
  const addition = fragment`' (' || coalesce(nullif(t.${identifier(apart)}, ''), t.id) || ')'`;
  return fragment`${name} || CASE WHEN count(*) OVER (PARTITION BY ${name}) > 1 THEN ${addition} ELSE '' END`;
}

/** The name of an id, even if its record is deactivated or deleted: one row `name`, or none. */
export function choiceNameOf({ table, name }: ChoiceSource, id: string, visible: SqlFragment = trusted('TRUE')): SqlFragment {
  return fragment`SELECT nullif(t.${identifier(name)}, '') AS name FROM ${identifier(table)} t WHERE t.id = ${id} AND (${visible})`;
}

export async function findChoices(
  sql: Pick<Sql, 'query'>,
  source: ChoiceSource,
  offered: Pick<Offered, 'retired'> = {},
): Promise<(Choice & { isActive: boolean })[]> {
  return (await sql.query<Choice & { isActive: boolean }>(toQuery(choicesOf(source, offered)))).rows;
}

/** The id itself if it has no name. */
export async function findChoiceName(sql: Pick<Sql, 'query'>, source: ChoiceSource, id: string): Promise<string> {
  const { rows } = await sql.query<{ name: string | null }>(toQuery(choiceNameOf(source, id)));
  return rows[0]?.name ?? id;
}
