import type { DatabaseName } from '../ports/documents/document-store.ts';
import type { RecordValues } from '../domain/conflict.ts';
import { capitalize, type Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { PublishingWindow } from '../domain/publishing.ts';
import type { ScreenColumn } from '../lists/columns.ts';
import type { ColumnType } from '../read-model/projection.ts';
import type { Field } from '../records/fields.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';

/**
 * A catalog is a simple entity as data: what it is called, where it is stored, which fields it has. The engine derives
 * validation, form, list, search, filters and export from it. There is no JSX in a definition, no context, no workflow:
 * a screen that needs an `if` about one entity is written by hand (docs/decisions/007-catalog-engine.md).
 */
export interface CatalogDefinition {
  /** Collection, read-model table and id of the catalog: `agencias`. */
  id: string;
  database: DatabaseName;
  /**
   * Address of the list; records lie under it: `/locations/list-agencies`. With a parent `:id` stands for the record above,
   * whose own page shows the list.
   */
  listUrl: string;
  /** Menu entry and permission of every verb. */
  menu: MenuId;
  noun: Noun;
  /** Of list, crumbs and export, when it is not the noun. */
  title?: string;
  /** Name of the field that stands for the record: first column, page title, confirmations. */
  titleField: string;
  /**
   * Whole number that puts the records in order: the list follows it, and its rows can be moved. When it is one of
   * `fields`, people may type it too; otherwise it runs 1 to n, kept by every change of the list.
   */
  orderField?: string;
  /** Name of a flag: a record is offered to those that refer to it only while it is true. */
  inUse?: string;
  /** When the app shows a record: list, record and export tell its state, and the job that publishes follows it. */
  publishing?: PublishingWindow;
  /** Columns of the table that follow from the values and no form shows, by names with underscores. */
  computed?: Readonly<Record<string, { column: ColumnType; of: (values: RecordValues) => boolean }>>;
  /** The records lie in a sub-collection under each record of another catalog; `id` then is the table alone. */
  parent?: {
    definition: CatalogDefinition;
    collection: string;
    /** Name of the flag above without which a record has none of these; it goes off only once they are gone. */
    flag?: string;
  };
  /** The records have no page of their own: the one above shows them. */
  pageless?: true;
  /** A column of list and export: how many active records of another catalog lie under each, or name it in `reference`. */
  counted?: { name: string; label: string; catalog: string; reference?: string };
  /** What the list of the catalog does otherwise than its fields say, by the name of the column. */
  columns?: Readonly<Record<string, Partial<Pick<ScreenColumn<never>, 'from' | 'label' | 'optional'>>>>;
  /** What changes of its records touch elsewhere: they are made only when the person has seen the numbers. */
  touches?: Touches;
  /** What an undo calls one of its records; by menu and ids unless said. */
  undo?: 'service' | 'product' | 'photo';
  fields: readonly Field[];
  /** Rules over several fields, on those values that are valid by themselves: errors by field name, in Spanish. Pure. */
  check?(values: RecordValues): Readonly<Record<string, readonly string[]>>;
}

/** Changes that are asked about first. */
interface Touches {
  /** Names of fields: any change of them, false of a flag, keys taken away of extra fields. Deactivating always asks. */
  fields: readonly string[];
  /** Counts from the read model; when all are zero, the person is not asked. */
  counts: readonly {
    noun: Noun;
    table: string;
    /** Condition over `t`; null where the change does not touch those. `removed`: keys taken away of extra fields. */
    where(ids: readonly string[], change: { field: string; removed: readonly string[] }): SqlFragment | null;
  }[];
  /** What the change means, by the name of the field. */
  meaning?: Readonly<Record<string, string>>;
}

/** Fields that every catalog has beside its own (docs/specification.md section 3). */
export const GENERIC_COLUMNS = ['isActive', 'createdAt', 'updatedAt'] as const;

/** Whether the order runs 1 to n by itself; otherwise people type the number, or there is none. */
export function keepsOrder({ orderField, fields }: CatalogDefinition): boolean {
  return orderField !== undefined && !fields.some(({ name }) => name === orderField);
}

export function extraFieldsIn({ fields }: Pick<CatalogDefinition, 'fields'>): Field[] {
  return fields.filter(({ kind }) => kind === 'extra-fields');
}

/** Path of the collection, `*` for the id of the record above. */
export function recordsPlace({ id, parent }: Pick<CatalogDefinition, 'id' | 'parent'>): string {
  return parent ? `${parent.definition.id}/*/${parent.collection}` : id;
}

/** Where the records lie: their forms go there. */
export function recordsUrl({ listUrl }: CatalogDefinition, parentId: string): string {
  return listUrl.replace(':id', encodeURIComponent(parentId));
}

/** The page that shows the list: with a parent that of the record above. */
export function listPageUrl(definition: CatalogDefinition, parentId: string): string {
  const { listUrl, parent } = definition;
  return parent ? `${parent.definition.listUrl}/${encodeURIComponent(parentId)}` : listUrl;
}

/** The page that shows a record. */
export function recordPageUrl(definition: CatalogDefinition, parentId: string, id: string): string {
  return definition.pageless ? listPageUrl(definition, parentId) : `${recordsUrl(definition, parentId)}/${encodeURIComponent(id)}`;
}

export function catalogTitle({ title, noun }: CatalogDefinition): string {
  return title ?? capitalize(noun.plural);
}
