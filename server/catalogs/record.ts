import type { Fields, StoredDocument } from '../ports/documents/document-store.ts';
import type { Conflict, RecordValues } from '../domain/conflict.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import type { StoryQuery } from '../domain/story.ts';
import { isInApp } from '../domain/app-contents.ts';
import { AppError } from '../domain/errors.ts';
import { agree, capitalize, withArticle } from '../domain/grammar.ts';
import type { Act } from '../domain/menu-acts.ts';
import { requireMenu } from '../domain/permissions.ts';
import { genericColumns, readTimestamp } from '../read-model/field-readers.ts';
import { isActive, storedVersion } from '../records/content-version.ts';
import { pathOf, requireParent, type RecordKind } from '../records/record-kind.ts';
import { findRecordStory } from '../records/record-story.ts';
import type { Story } from '../records/story.ts';
import type { Call, Services } from '../services.ts';
import { maintainsOrder, type CatalogDefinition } from './definition.ts';
import { withUnknownMembers } from './extra-fields.ts';
import { readStoredValues } from './record-values.ts';
import { CATALOGS, type CatalogId } from './registry.ts';
import { decideSwitch } from './waiting-switch.ts';

export interface CatalogCall extends Call {
  catalog: CatalogId;
  /** Id of the record above, in a catalog with a parent. */
  parentId?: string | undefined;
}

/** A record as currently stored; JSON for the browser. */
export interface CatalogRecord {
  id: string;
  /** Value of the title field, or the id when it is empty. */
  title: string;
  values: RecordValues;
  isActive: boolean;
  /** ISO text. */
  createdAt: string;
  updatedAt: string | null;
  /** Digest of the form's values: sent back with the form, so that a save over a newer version is detected. */
  version: string;
}

export type CatalogConflict = Conflict<CatalogRecord, RecordValues>;

/** Longest part of an invalid id that is logged. */
const ID_MAX = 200;

const ACTIONS = {
  created: AUDIT_ACTIONS.recordCreated,
  updated: AUDIT_ACTIONS.recordUpdated,
  activated: { deactivated: AUDIT_ACTIONS.recordDeactivated, restored: AUDIT_ACTIONS.recordRestored },
} as const;

/** The catalog's definition, after a permission check: the first line of every verb. */
export function openCatalog(call: CatalogCall, act?: Act): CatalogDefinition {
  const { definition } = CATALOGS[call.catalog];
  requireMenu(call.actor, definition.menu, act);
  return definition;
}

type Settings = Pick<Services['liveSettings'], 'stored'>;

/** Like openCatalog, with the record kind. Errors: `forbidden`; `not-found` for a parent that cannot have such records. */
export function openRecords(
  call: CatalogCall,
  act?: Act,
  settings?: Settings,
): {
  definition: CatalogDefinition;
  /** '' without a parent. */
  parentId: string;
  kind: RecordKind<RecordValues, CatalogRecord>;
} {
  const definition = openCatalog(call, act);
  const parentId = call.parentId ?? '';
  return { definition, parentId, kind: recordKind(definition, parentId, settings) };
}

/** The record kind without a permission check, for jobs. `settings`: those in force, where values are saved. */
export function recordKind(definition: CatalogDefinition, parentId = '', settings?: Settings): RecordKind<RecordValues, CatalogRecord> {
  const { id, database, noun, orderField } = definition;
  const parent = parentOf(definition, parentId);
  return {
    database,
    menu: definition.menu,
    noun,
    actions: ACTIONS,
    collection: parent?.collection ?? id,
    read: (data, recordId) => readStoredValues(definition, data, recordId),
    show: (document) => toRecord(definition, document),
    explicit: explicitFields(definition),
    notFound: (wrong) => recordNotFound(definition, wrong),
    toStored: (changes, stored) => ({
      ...withUnknownMembers(definition, changes, stored),
      ...definition.repeats?.(changes, stored),
      ...decideSwitch(definition, changes, stored, { isAutomatic: settings?.stored().publicacionAutomatica === true }),
    }),
    ...(parent && { parent }),
    ...(orderField && { order: { field: orderField, isKept: maintainsOrder(definition) } }),
  };
}

/** What the rules of the phone app compare (docs/decisions/133-rules-of-firebase.md): a missing field is never equal. */
export function explicitFields({ menu, fields, publishing }: CatalogDefinition): string[] {
  if (!isInApp(menu)) return [];
  const compared = new Set<string | undefined>(['estado', publishing?.from, publishing?.until]);
  return ['isActive', ...fields.flatMap(({ name }) => (compared.has(name) ? [name] : []))];
}

function parentOf(child: CatalogDefinition, parentId: string): (NonNullable<RecordKind<object>['parent']> & { collection: string }) | null {
  if (!child.parent) return null;
  const { definition, collection, flag } = child.parent;
  const path = recordPath(definition, parentId);
  const { noun } = definition;
  return {
    path,
    collection: `${path}/${collection}`,
    notFound: () => recordNotFound(definition, parentId),
    admit({ data }) {
      if (flag !== undefined && readStoredValues(definition, data, parentId)[flag] !== true) throw recordNotFound(child, parentId);
    },
    deactivated: () =>
      new AppError('conflict', `${path} is deactivated`, {
        userMessage: `${capitalize(withArticle(noun))} está ${agree(noun, 'eliminado')}. Restáurel${noun.gender === 'f' ? 'a' : 'o'} antes de agregarle contenido.`,
      }),
  };
}

/** Path of a record in a catalog without a parent. An invalid id is reported like a missing record. */
export function recordPath(definition: CatalogDefinition, id: string): string {
  return pathOf({ collection: definition.id, notFound: (wrong) => recordNotFound(definition, wrong) }, id);
}

/**
 * One record, also a deactivated one, from the document store: a form must not start from older data than its save is
 * compared with. Errors: `forbidden`, `not-found` (also under another parent).
 */
export async function getRecord(services: Pick<Services, 'documents'>, call: CatalogCall & { id: string }): Promise<CatalogRecord> {
  const { definition, kind } = openRecords(call);
  const store = services.documents[definition.database];
  const [document] = await Promise.all([store.get(pathOf(kind, call.id)), requireParent(store, kind)]);
  if (!document) throw kind.notFound(call.id);
  return toRecord(definition, document);
}

export function toRecord(definition: CatalogDefinition, document: StoredDocument): CatalogRecord {
  const read = (data: StoredDocument['data']) => readStoredValues(definition, data, document.id);
  const values = read(document.data);
  const title = values[definition.titleField];
  return {
    id: document.id,
    title: typeof title === 'string' && title !== '' ? title : document.id,
    values,
    isActive: isActive(document.data),
    createdAt: isoText(document.data, 'createdAt') ?? genericColumns(document).createdAt,
    updatedAt: isoText(document.data, 'updatedAt'),
    version: storedVersion(read, document.data),
  };
}

function isoText(data: Fields, field: 'createdAt' | 'updatedAt'): string | null {
  const value = data[field];
  return value instanceof Date ? value.toISOString() : readTimestamp(data, field);
}

function recordNotFound(definition: CatalogDefinition, id: string): AppError {
  const { noun } = definition;
  return new AppError('not-found', `${definition.id}/${id.slice(0, ID_MAX)} not found`, {
    userMessage: `${capitalize(withArticle(noun))} no existe o fue ${agree(noun, 'quitado')} del sistema.`,
  });
}

/** The changes of a record, newest first. Errors: `forbidden`, `not-found` for an invalid id. */
export async function findCatalogRecordStory(
  services: Services,
  { id, part, before, ...call }: CatalogCall & StoryQuery & { id: string },
): Promise<Story> {
  const { definition, kind } = openRecords(call);
  const record = { database: definition.database, path: pathOf(kind, id), noun: definition.noun, fields: definition.fields };
  return findRecordStory(services, record, { actor: call.actor, part, before });
}
