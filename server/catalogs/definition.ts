import type { DatabaseName, Fields } from '../ports/documents/document-store.ts';
import type { RecordValues } from '../domain/conflict.ts';
import { capitalize, type Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { PublishingWindow } from '../domain/publishing.ts';
import type { ScreenColumn } from '../lists/columns.ts';
import type { ColumnType } from '../read-model/projection.ts';
import type { Field } from '../records/fields.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';

/**
 * A catalog is a simple entity as data: its name, where it is stored, its fields. The engine derives
 * validation, form, list, search, filters and export from it. A definition contains no JSX, context or workflow:
 * a screen that needs an `if` about one entity is written by hand (docs/decisions/007-catalog-engine.md).
 */
export interface CatalogDefinition {
  /** Id of the catalog, its collection and its read-model table: `agencias`. */
  id: string;
  database: DatabaseName;
  /**
   * Address of the list; records lie under it: `/locations/list-agencies`. With a parent, `:id` stands for the record above,
   * whose page shows the list.
   */
  listUrl: string;
  /** Menu entry, and permission for every verb. */
  menu: MenuId;
  noun: Noun;
  /** Title of list, breadcrumbs and export, when it differs from the noun. */
  title?: string;
  /** Field that names the record: first column, page title, confirmations. */
  titleField: string;
  /**
   * Integer field that orders the records: the list is sorted by it, and its rows can be moved. If it is one of
   * `fields`, people may also type it; otherwise the engine keeps it numbered 1 to n.
   */
  orderField?: string;
  /** Name of a flag: only records where it is true are offered as references. */
  inUse?: string;
  /** When the app shows a record: list, record and export show its state, and the publishing job follows it. */
  publishing?: PublishingWindow;
  /** Columns computed from the values and shown in no form; their names contain underscores. */
  computed?: Readonly<Record<string, { column: ColumnType; of: (values: RecordValues) => boolean }>>;
  /** The records lie in a sub-collection of another catalog's records; `id` is then only the table. */
  parent?: {
    definition: CatalogDefinition;
    collection: string;
    /** Name of the flag of the record above that allows these records; it can be turned off only once there are none. */
    flag?: string;
  };
  /** The records have no page of their own; the record above shows them. */
  pageless?: true;
  /** A column of list and export: the number of active records of another catalog below each record, or referring to it by `reference`. */
  counted?: { name: string; label: string; catalog: string; reference?: string };
  /** Overrides for columns of the list, by column name. */
  columns?: Readonly<Record<string, Partial<Pick<ScreenColumn<never>, 'from' | 'label' | 'optional'>>>>;
  /**
   * Changes that affect other records: made only after the person has seen the numbers. Where lists have rows of the catalog's records
   * (LinkedRows), deleting and turning off `estado` ask without it.
   */
  touches?: Touches;
  /** How an undo refers to a record; default: by menu and ids. */
  undo?: 'service' | 'product' | 'photo';
  fields: readonly Field[];
  /** Stored fields of other programs that repeat changed values: a save writes them too. */
  repeats?(changes: Partial<RecordValues>, stored: Fields): Fields;
  /** Rules across fields, applied to individually valid values: errors by field name, in Spanish. Pure. */
  check?(values: RecordValues): Readonly<Record<string, readonly string[]>>;
}

/** Changes that require a confirmation. */
interface Touches {
  /** Field names: any change counts, of a flag only turning it off, of extra fields only removing keys. Deactivating always asks. */
  fields: readonly string[];
  /** Counted in the read model besides the linked rows; if all are zero, no confirmation is needed. */
  counts: readonly {
    noun: Noun;
    table: string;
    /** Condition over `t`; null when the change does not affect these. `removed`: keys of extra fields, if it only removes such. */
    where(this: void, ids: readonly string[], removed: readonly string[]): SqlFragment | null;
  }[];
  /** The consequence of a change, by field name. */
  meaning?: Readonly<Record<string, string>>;
}

/** Fields that every catalog has besides its own (docs/specification.md section 3). */
export const GENERIC_COLUMNS = ['isActive', 'createdAt', 'updatedAt'] as const;

/** Whether the engine keeps the order numbered 1 to n; otherwise people type the number, or there is no order. */
export function maintainsOrder({ orderField, fields }: CatalogDefinition): boolean {
  return orderField !== undefined && !fields.some(({ name }) => name === orderField);
}

export function extraFieldsIn({ fields }: Pick<CatalogDefinition, 'fields'>): Field[] {
  return fields.filter(({ kind }) => kind === 'extra-fields');
}

/** Path of the collection; `*` stands for the id of the record above. */
export function collectionPath({ id, parent }: Pick<CatalogDefinition, 'id' | 'parent'>): string {
  return parent ? `${parent.definition.id}/*/${parent.collection}` : id;
}

/** Base address of the records; their forms post there. */
export function recordsUrl({ listUrl }: CatalogDefinition, parentId: string): string {
  return listUrl.replace(':id', encodeURIComponent(parentId));
}

/** The page that shows the list; with a parent, the page of the record above. */
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
