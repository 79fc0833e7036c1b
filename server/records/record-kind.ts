import { isDocumentId } from '../platform/document-id.ts';
import type { DatabaseName, DocumentTransaction, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import type { Saver } from '../domain/conflict.ts';
import type { AppError } from '../domain/errors.ts';
import { withArticle, type Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Services } from '../services.ts';
import type { ActivationAction, ChangeAction, CreationAction } from './audit-entries.ts';
import { storedVersion, type ReadValues } from './content-version.ts';

export type RecordServices = Pick<Services, 'documents' | 'readModel'>;

/** How records of one kind are stored. `Values` is what their form holds, by stored name; `Stored` is a record as its screen shows it. */
export interface RecordKind<Values extends object, Stored = Values> {
  database: DatabaseName;
  /** Menu whose acts the kernel checks (requireAct); null for a person's own things. Whether it may be opened is checked by the verbs. */
  menu: MenuId | null;
  /** Path of the collection. */
  collection: string;
  noun: Noun;
  read: ReadValues<Values>;
  show(document: StoredDocument): Stored;
  /** Converts changed form values to the document's shape, where they differ. `stored`: the document before. */
  toStored?: (this: void, changes: Partial<Values>, stored: Fields) => Fields;
  /** Names of fields without which the mobile app does not find a record: any save writes those that another program left out. */
  explicit?: readonly string[];
  notFound(id: string): AppError;
  actions: {
    created?: CreationAction;
    /** A function of the changed stored fields, where there are several actions; absent where records never change. */
    updated?: ChangeAction | ((changes: Fields) => ChangeAction);
    /** Without `restored`, deactivation is final. */
    activated?: { deactivated: ActivationAction; restored?: ActivationAction };
  };
  /**
   * Values that apply while nothing is stored: a save then creates the document, or restores a deactivated one.
   * Without them a missing document is `notFound`.
   */
  initial?: Values;
  /** The parent record: nothing is done where it does not exist or `admit` throws for it, nothing is added where it is deactivated. */
  parent?: { path: string; notFound(): AppError; admit(stored: StoredDocument): void; deactivated(): AppError };
  /** The manual order of the records. */
  order?: {
    /** Whole number in the document. */
    field: string;
    /** Every change of the list renumbers it 1 to n. Otherwise people type the number, and only a move renumbers. */
    isKept: boolean;
  };
  /** Sentence of a conflict above both versions, where it is not the usual one. */
  told?(savedBy: Saver | null): string;
}

/** The explicit fields that a document lacks; null counts as missing, as for the app's queries. */
export function missingFields({ explicit = [] }: Pick<RecordKind<object, unknown>, 'explicit'>, data: Fields): string[] {
  return explicit.filter((name) => (data[name] ?? null) === null);
}

/** Path of a record. An impossible id is treated like a missing record. */
export function pathOf(kind: Pick<RecordKind<object, unknown>, 'collection' | 'notFound'>, id: string): string {
  if (!isDocumentId(id)) throw kind.notFound(id);
  return `${kind.collection}/${id}`;
}

/** Reads and checks the parent record, in every transaction of a verb. */
export async function requireParent(
  tx: Pick<DocumentTransaction, 'get'>,
  { parent }: Pick<RecordKind<object, unknown>, 'parent'>,
): Promise<StoredDocument | null> {
  if (!parent) return null;
  const stored = await tx.get(parent.path);
  if (!stored) throw parent.notFound();
  parent.admit(stored);
  return stored;
}

export function describeConflict(
  { noun, told: conflictMessage }: Pick<RecordKind<object, unknown>, 'noun' | 'told'>,
  savedBy: Saver | null,
): string {
  if (conflictMessage) return conflictMessage(savedBy);
  const who = savedBy?.isActor
    ? `Usted guardó ${withArticle(noun)} en otra ventana mientras escribía aquí.`
    : `${savedBy?.name || 'Otra persona'} guardó ${withArticle(noun)} mientras usted escribía.`;
  return `${who} Compare las dos versiones y elija qué conservar.`;
}

/** What a form needs besides its values: its version ('' while nothing is stored), and when it was saved (ISO text). */
export function formState<Values extends object>(
  { read }: Pick<RecordKind<Values, unknown>, 'read'>,
  document: StoredDocument | null,
): { isStored: boolean; version: string; updatedAt: string | null } {
  const updatedAt = document?.data['updatedAt'];
  return {
    isStored: document !== null,
    version: document ? storedVersion(read, document.data) : '',
    updatedAt: updatedAt instanceof Date ? updatedAt.toISOString() : null,
  };
}
