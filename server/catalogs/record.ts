import type { StoredDocument } from '../documents/document-store.ts';
import type { Conflict } from '../domain/conflict.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import { agree, capitalize, theOne } from '../domain/grammar.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { isActive, storedVersion } from '../records/content-version.ts';
import { pathOf, type RecordKind } from '../records/record-kind.ts';
import type { Services } from '../services.ts';
import type { CatalogDefinition, CatalogValues } from './definition.ts';
import { readStoredValues } from './record-values.ts';
import { definitionOf, type AnyCatalogId, type CatalogId } from './registry.ts';

export type CatalogServices = Pick<Services, 'documents' | 'liveSettings' | 'readModel' | 'sql'>;

/** Who asks for what; every verb takes it. */
export interface CatalogCall<Id extends AnyCatalogId = CatalogId> {
  actor: Staff;
  catalog: Id;
  /** The record under which these lie, in a catalog with a parent. */
  parentId?: string;
  /** Joins audit entries with the request's log lines. */
  requestId?: string | undefined;
}

/** One record as the document store has it now; JSON for the browser. */
export interface CatalogRecord {
  id: string;
  /** Value of the title field, or the id when it is empty. */
  title: string;
  values: CatalogValues;
  isActive: boolean;
  /** ISO text. */
  createdAt: string | null;
  updatedAt: string | null;
  /** Digest of what a form holds: goes back with the form, so that a save over a newer version is seen. */
  version: string;
}

export type CatalogConflict = Conflict<CatalogRecord, CatalogValues>;

/** How much of a wrong id the log keeps. */
const ID_MAX = 200;

const ACTIONS = {
  created: AUDIT_ACTIONS.recordCreated,
  updated: AUDIT_ACTIONS.recordUpdated,
  activated: { deactivated: AUDIT_ACTIONS.recordDeactivated, restored: AUDIT_ACTIONS.recordRestored },
} as const;

/** The catalog's definition, once the person may open it: the first line of every verb. */
export function openCatalog(call: CatalogCall<AnyCatalogId>): CatalogDefinition {
  const definition = definitionOf(call.catalog);
  requireMenu(call.actor, definition.menu);
  return definition;
}

/** The same with how its records are kept. Errors: `forbidden`; `not-found` for a parent that cannot have such records. */
export function openRecords(call: CatalogCall<AnyCatalogId>): {
  definition: CatalogDefinition;
  kind: RecordKind<CatalogValues, CatalogRecord>;
} {
  const definition = openCatalog(call);
  const { id, database, noun, orderField, fields } = definition;
  const parent = parentOf(definition, call.parentId ?? '');
  return {
    definition,
    kind: {
      database,
      noun,
      actions: ACTIONS,
      collection: parent?.collection ?? id,
      read: (data) => readStoredValues(definition, data),
      show: (document) => toRecord(definition, document),
      notFound: (wrong) => recordNotFound(definition, wrong),
      ...(parent && { parent }),
      ...(orderField && { order: { field: orderField, isKept: !fields.some(({ name }) => name === orderField) } }),
    },
  };
}

function parentOf(child: CatalogDefinition, parentId: string): (NonNullable<RecordKind<object>['parent']> & { collection: string }) | null {
  if (!child.parent) return null;
  const { definition, collection, only } = child.parent;
  const path = recordPath(definition, parentId);
  if (only !== undefined && parentId !== only) throw recordNotFound(child, parentId);
  const { noun } = definition;
  return {
    path,
    collection: `${path}/${collection}`,
    notFound: () => recordNotFound(definition, parentId),
    deactivated: () =>
      new AppError('conflict', `${path} is deactivated`, {
        userMessage: `${capitalize(theOne(noun))} está ${agree(noun, 'eliminado')}. Restáurel${noun.gender === 'f' ? 'a' : 'o'} antes de agregarle contenido.`,
      }),
  };
}

/** Path of a record of a catalog without a parent. An id that cannot be one answers like a record that does not exist. */
export function recordPath(definition: CatalogDefinition, id: string): string {
  return pathOf({ collection: definition.id, notFound: (wrong) => recordNotFound(definition, wrong) }, id);
}

export function toRecord(definition: CatalogDefinition, document: StoredDocument): CatalogRecord {
  const read = (data: StoredDocument['data']) => readStoredValues(definition, data);
  const values = read(document.data);
  const title = values[definition.titleField];
  return {
    id: document.id,
    title: typeof title === 'string' && title !== '' ? title : document.id,
    values,
    isActive: isActive(document.data),
    createdAt: isoText(document.data['createdAt']),
    updatedAt: isoText(document.data['updatedAt']),
    version: storedVersion(read, document.data),
  };
}

function isoText(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null;
}

export function recordNotFound(definition: CatalogDefinition, id: string): AppError {
  const { noun } = definition;
  return new AppError('not-found', `${definition.id}/${id.slice(0, ID_MAX)} not found`, {
    userMessage: `${capitalize(theOne(noun))} no existe o fue ${agree(noun, 'quitado')} del sistema.`,
  });
}
