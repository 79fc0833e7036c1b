import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { CATALOGS, type RegisteredCatalog } from '../../catalogs/registry.ts';
import { isInApp } from '../../domain/app-contents.ts';
import { TODAY } from '../../lists/publishing.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

const REGISTERED: readonly RegisteredCatalog[] = Object.values(CATALOGS);

/** The catalogs that the mobile app shows. */
export const CONTENTS: readonly CatalogDefinition[] = REGISTERED.map(({ definition }) => definition).filter(({ menu }) => isInApp(menu));

/** A text as an SQL literal. All of them come from the source code. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const column = (name: string, alias = 't') => `${alias}.${quoteIdentifier(name)}`;

/** Alias of the parent's row, if a catalog has one. */
const PARENT = 'above';

/** FROM and WHERE of the records `t` that members see, now or once their window begins. */
export function shownRows(definition: CatalogDefinition): { from: string; where: string } {
  const { id, parent, publishing, fields } = definition;
  const switched = fields.some(({ name }) => name === 'estado') ? ' AND t.estado' : '';
  const window = publishing?.until === undefined ? '' : ` AND NOT ${isOverCondition(publishing.until)}`;
  const above = parent
    ? ` JOIN ${quoteIdentifier(parent.definition.id)} ${PARENT} ON ${PARENT}.id = t."parentId" AND ${PARENT}."isActive" AND NOT ${PARENT}.source_deleted AND ${PARENT}.estado`
    : '';
  return { from: `${quoteIdentifier(id)} t${above}`, where: `t."isActive" AND NOT t.source_deleted${switched}${window}` };
}

/** Whether the last day of `t` has passed, like isOver (server/domain/publishing.ts). */
export function isOverCondition(until: string): string {
  return `(${column(until)} <> '' AND ${column(until)} COLLATE "C" < ${TODAY})`;
}

/** The name of a record `t`, its id where it has none. */
export function titleOf({ titleField }: CatalogDefinition): string {
  return `coalesce(nullif(${column(titleField)}, ''), t.id)`;
}
