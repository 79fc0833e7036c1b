import { isDocumentId } from '../platform/document-id.ts';
import type { DatabaseName, DocumentTransaction, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import type { Saver } from '../domain/conflict.ts';
import type { AppError } from '../domain/errors.ts';
import { theOne, type Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Services } from '../services.ts';
import type { ActivationAction, ChangeAction, CreationAction } from './audit-entries.ts';
import { storedVersion, type ReadValues } from './content-version.ts';

export type RecordServices = Pick<Services, 'documents' | 'readModel'>;

/**
 * How records of one kind are kept. `Values` is what their form holds, under the stored names; `Stored` is a record as
 * its screen shows it.
 */
export interface RecordKind<Values extends object, Stored = Values> {
  database: DatabaseName;
  /** The screen whose acts the kernel asks for (requireAct); null for what is a person's own. Verbs ask whether it may be opened. */
  menu: MenuId | null;
  /** Path of the collection. */
  collection: string;
  noun: Noun;
  read: ReadValues<Values>;
  show(document: StoredDocument): Stored;
  /** Changed values as the document holds them, where the form holds them otherwise. `stored`: what is there before. */
  toStored?: (this: void, changes: Partial<Values>, stored: Fields) => Fields;
  notFound(id: string): AppError;
  actions: {
    created?: CreationAction;
    /** By the fields that change, as stored, where there is more than one; absent where nothing of them ever changes. */
    updated?: ChangeAction | ((changes: Fields) => ChangeAction);
    /** Without `restored` what was deactivated stays so. */
    activated?: { deactivated: ActivationAction; restored?: ActivationAction };
  };
  /**
   * What holds while nothing is stored: a save then creates the document, and brings a deactivated one back. Without it a
   * missing document is `notFound`.
   */
  initial?: Values;
  /**
   * The record under which these lie: nothing is done where it does not exist or `admit` throws for it, nothing is added where
   * it is deactivated.
   */
  parent?: { path: string; notFound(): AppError; admit(stored: StoredDocument): void; deactivated(): AppError };
  /** The order of the records among each other. */
  order?: {
    /** Whole number in the document. */
    field: string;
    /** Numbered 1 to n by every change of the list. Otherwise people type the number, and only moving counts anew. */
    isKept: boolean;
  };
  /** What a conflict says before it shows both versions, when not the usual. */
  told?(savedBy: Saver | null): string;
}

/** Path of a record. An id that cannot be one answers like a record that does not exist. */
export function pathOf(kind: Pick<RecordKind<object, unknown>, 'collection' | 'notFound'>, id: string): string {
  if (!isDocumentId(id)) throw kind.notFound(id);
  return `${kind.collection}/${id}`;
}

/** The record above, in every transaction of a verb. */
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

export function tellConflict({ noun, told }: Pick<RecordKind<object, unknown>, 'noun' | 'told'>, savedBy: Saver | null): string {
  if (told) return told(savedBy);
  const who = savedBy?.isActor
    ? `Usted guardó ${theOne(noun)} en otra ventana mientras escribía aquí.`
    : `${savedBy?.name || 'Otra persona'} guardó ${theOne(noun)} mientras usted escribía.`;
  return `${who} Compare las dos versiones y elija qué conservar.`;
}

/** What a form starts from, beside its values: its version ('' while nothing is stored), and when it was saved (ISO text). */
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
