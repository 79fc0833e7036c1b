import type { Sql } from '../../platform/sql/sql.ts';
import { fragment, identifier, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
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
  /** Condition over `t`: what does not meet it counts as deactivated, where those come too. */
  inUse?: string;
}

export const AGENCIES: ChoiceSource = { table: 'agencias', name: 'nombre' };
/** Where people work: nobody does at a cash machine. */
export const WORKPLACES: ChoiceSource = { ...AGENCIES, inUse: `t.tipo <> 'cajero'` };
export const DEPARTMENTS: ChoiceSource = { table: 'departamentos', name: 'nombre' };
export const POSITIONS: ChoiceSource = { table: 'puestos', name: 'nombre' };
export const PEOPLE: ChoiceSource = { table: 'usuarios', name: 'name' };
export const MEMBERS: ChoiceSource = { table: 'clientes', name: 'nombre' };
export const DOCUMENT_TYPES: ChoiceSource = { table: 'maletin_tipos_documento', name: 'nombre' };
export const CATEGORIES: ChoiceSource = { table: 'categorias', name: 'nombre' };
export const DIGITIZED_TYPES: ChoiceSource = { table: 'tipos_documento', name: 'nombre' };
export const DIGITIZED_DOCUMENTS: ChoiceSource = { table: 'documentos', name: 'documentName' };
export const PACKAGES: ChoiceSource = { table: 'packages', name: 'code' };
export const FOLDERS: ChoiceSource = { table: 'maletin_carpetas', name: 'nombre', place: 'orden' };

interface Offered {
  /** Also records that were deactivated, after the others: the past still counts them. */
  retired?: boolean;
  /** Condition over `t`: which of them exist for a person at all. */
  visible?: SqlFragment;
}

/** Records by their names as Spanish speakers sort them, all of them: who is cut off could not be chosen. One without a name shows its id. Rows `id`, `name`, `isActive`. */
export function choicesOf(
  { table, name, place, inUse }: ChoiceSource,
  { retired = false, visible = trusted('TRUE') }: Offered = {},
): SqlFragment {
  const label = fragment`coalesce(nullif(t.${identifier(name)}, ''), t.id)`;
  const order = place ? fragment`t.${identifier(place)}, ` : trusted('');
  const isActive = trusted(inUse ? `(t."isActive" AND (${inUse}))` : 't."isActive"');
  return fragment`SELECT t.id, ${label} AS name, ${isActive} AS "isActive" FROM ${identifier(table)} t
    WHERE NOT t.source_deleted AND (${retired ? trusted('TRUE') : isActive}) AND (${visible})
    ORDER BY ${isActive} DESC, ${order}${label} COLLATE ${identifier(SPANISH_COLLATION)}, t.id`;
}

/** The name behind an id, whatever became of its record: one row `name`, or none. */
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

/** The id itself when nothing has it. */
export async function findChoiceName(sql: Pick<Sql, 'query'>, source: ChoiceSource, id: string): Promise<string> {
  const { rows } = await sql.query<{ name: string | null }>(toQuery(choiceNameOf(source, id)));
  return rows[0]?.name ?? id;
}
