import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import type { Noun } from '../domain/grammar.ts';
import type { Staff } from '../domain/permissions.ts';
import type { StoryAsk, StoryPart } from '../domain/story.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Services } from '../services.ts';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import type { Field } from './fields.ts';
import { entryMark, findEntriesOf, MODIFIED, readEntryChanges, storyPage, tellEntry, type Story } from './story.ts';

const CHANGES: StoryPart[] = ['changes'];

const {
  contentExpired,
  contentPublished,
  contentScheduled,
  factorAdded,
  factorRemoved,
  factorsReset,
  identityProved,
  passwordLinkMade,
  passwordResetSent,
  pictureAddressesUpdated,
  recordCreated,
  recordDeactivated,
  recordMoved,
  recordRestored,
  recordUpdated,
  sessionsClosed,
  recoveryCodesMade,
  recoveryCodeUsed,
  userActivated,
  userCreated,
  userDeactivated,
  userUpdated,
} = AUDIT_ACTIONS;

/** Behind «lo» or «la». */
const DONE: Readonly<Record<string, string>> = {
  [recordCreated]: 'creó',
  [recordDeactivated]: 'eliminó',
  [recordRestored]: 'restauró',
  [recordMoved]: 'cambió de lugar',
  [contentScheduled]: 'programó por su vigencia',
  [contentPublished]: 'publicó por su vigencia',
  [contentExpired]: 'ocultó por su vigencia',
  [userCreated]: 'creó',
  [userActivated]: 'activó',
  [userDeactivated]: 'desactivó',
};
const WHOLE: Readonly<Record<string, string>> = {
  [pictureAddressesUpdated]: 'puso al día las direcciones de sus imágenes',
  [passwordResetSent]: 'le envió un enlace para su contraseña',
  [passwordLinkMade]: 'entregó un enlace para su contraseña',
  [sessionsClosed]: 'le cerró sus sesiones',
  [factorAdded]: 'agregó un segundo factor',
  [factorRemoved]: 'quitó un segundo factor',
  [factorsReset]: 'le quitó el segundo factor',
  [recoveryCodesMade]: 'creó códigos de recuperación',
  [recoveryCodeUsed]: 'usó un código de recuperación',
  [identityProved]: 'confirmó su identidad',
};

interface ToldRecord {
  database: DatabaseName;
  path: string;
  noun: Noun;
  fields: readonly Field[];
}

/**
 * What was changed of a record that has no more to tell, newest first; JSON for the browser. Who may open the record may read it: ask
 * before. Names of folders that the person may not open stay closed.
 */
export async function tellRecord(
  services: Services,
  { database, path, noun, fields }: ToldRecord,
  { actor, ...ask }: StoryAsk & { actor: Staff },
): Promise<Story> {
  const entries = await findEntriesOf(services.documents[database], path);
  const { shown, asked } = storyPage(
    entries.map((entry, place) => ({ mark: entryMark(entry, place), parts: CHANGES, entry })),
    ask,
  );
  const told = shown.map(({ entry }) => entry);
  const changes = await readEntryChanges(services, told, { actor, fields });
  return {
    ...asked,
    parts: CHANGES,
    events: told.map((entry) => tellEntry(entry, verbOf(readText(entry.data, 'action'), noun), changes.get(entry.id))),
  };
}

function verbOf(action: string, { gender }: Noun): string | undefined {
  if (action === recordUpdated || action === userUpdated) return MODIFIED[gender];
  const done = DONE[action];
  return done === undefined ? WHOLE[action] : `${gender === 'f' ? 'la' : 'lo'} ${done}`;
}
