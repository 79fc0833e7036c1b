import type { DatabaseName, Fields } from '../../ports/documents/document-store.ts';
import type { Saver } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import type { ChangeAction } from '../../records/audit-entries.ts';
import type { RecordKind } from '../../records/record-kind.ts';

interface SettingsDocuments<Values, Stored> {
  database: DatabaseName;
  menu: RecordKind<object>['menu'];
  collection: string;
  updated: ChangeAction;
  read: (data: Fields) => Values;
  show: (values: Values) => Stored;
  /** Values while nothing is stored. */
  initial: Values;
  toStored?: RecordKind<Values & object>['toStored'];
}

/** How a document of settings is stored: the first save creates it, and nobody deactivates it. */
export function settingsKind<Values extends object, Stored>({
  updated,
  show,
  ...facts
}: SettingsDocuments<Values, Stored>): RecordKind<Values, Stored> {
  return {
    ...facts,
    noun: { singular: 'configuración', plural: 'configuraciones', gender: 'f' },
    actions: { updated },
    show: ({ data }) => show(facts.read(data)),
    notFound: (id) => new AppError('not-found', `no settings ${id.slice(0, 50)}`, { userMessage: 'Esa configuración no existe.' }),
    told: settingsConflictMessage,
  };
}

/** The first sentences of a conflict of settings. */
export function settingsConflictMessage(savedBy: Saver | null): string {
  const who = savedBy?.isActor ? 'Usted guardó otros cambios en otra ventana' : `${savedBy?.name || 'Otra persona'} guardó otros cambios`;
  return `${who} mientras usted escribía. Compare y guarde de nuevo si quiere conservar los suyos.`;
}
