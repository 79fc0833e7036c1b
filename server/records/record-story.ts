import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import type { Noun } from '../domain/grammar.ts';
import type { Staff } from '../domain/permissions.ts';
import type { StoryQuery, StoryPart } from '../domain/story.ts';
import { plural, countOf } from '../domain/text.ts';
import { readInteger, readText } from '../read-model/field-readers.ts';
import type { Services } from '../services.ts';
import type { DatabaseName, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import type { Field } from './fields.ts';
import type { ChangedField } from './describe-changes.ts';
import { sideOf } from './entry-sides.ts';
import { entryMark, findEntriesOf, MODIFIED, readEntryChanges, storyPage, describeEntry, type Story } from './story.ts';

const CHANGES: StoryPart[] = ['changes'];

const {
  contentExpired,
  contentPublished,
  contentScheduled,
  deviceTrusted,
  digitizationPermissionCreated,
  digitizationPermissionDeleted,
  digitizationPermissionRestored,
  digitizationPermissionUpdated,
  factorAdded,
  factorRefused,
  factorRemoved,
  factorsReset,
  identityProved,
  openingDenied,
  otherSessionsClosed,
  ownPasswordRefused,
  passwordChanged,
  passwordChosen,
  passwordLinkMade,
  passwordResetAsked,
  passwordResetSent,
  pictureAddressesUpdated,
  proofRefused,
  quoteClosed,
  quoteFollowedUp,
  quoteReopened,
  recordCreated,
  recordDeactivated,
  recordMoved,
  recordRestored,
  recordUpdated,
  roleCreated,
  roleDeactivated,
  roleMenusUpdated,
  roleRestored,
  roleUpdated,
  sessionsClosed,
  signInBlocked,
  signInRefused,
  signedIn,
  signedOut,
  recoveryCodesMade,
  recoveryCodeUsed,
  userActivated,
  userCreated,
  userDeactivated,
  userGone,
  userUnread,
  userUpdated,
} = AUDIT_ACTIONS;

/** Actions whose changed fields are listed. */
const CHANGING: readonly string[] = [
  digitizationPermissionUpdated,
  quoteFollowedUp,
  recordUpdated,
  roleMenusUpdated,
  roleUpdated,
  userUpdated,
];
/** Verbs that follow «lo» or «la». */
const DONE: Readonly<Record<string, string>> = {
  [recordCreated]: 'creó',
  [recordDeactivated]: 'eliminó',
  [recordRestored]: 'restauró',
  [recordMoved]: 'cambió de lugar',
  [contentScheduled]: 'programó por su vigencia',
  [contentPublished]: 'publicó por su vigencia',
  [contentExpired]: 'ocultó por su vigencia',
  [digitizationPermissionCreated]: 'creó',
  [digitizationPermissionDeleted]: 'desactivó',
  [digitizationPermissionRestored]: 'restauró',
  [openingDenied]: 'intentó abrir sin permiso',
  [quoteClosed]: 'cerró',
  [quoteReopened]: 'reabrió',
  [roleCreated]: 'creó',
  [roleDeactivated]: 'retiró',
  [roleRestored]: 'restauró',
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
  [deviceTrusted]: 'marcó un equipo como de confianza',
  [otherSessionsClosed]: 'cerró otras sesiones suyas',
  [passwordChanged]: 'cambió su contraseña',
  [passwordChosen]: 'eligió su contraseña con un enlace',
  [signedIn]: 'inició sesión',
  [signedOut]: 'cerró sesión',
  [userGone]: 'ya no lo tiene',
  [userUnread]: 'dio datos suyos que no se pueden leer',
};
/** What happened with an account, so many times: nobody knows whether its person did it. */
const HAPPENED: Readonly<Record<string, (count: number) => string>> = {
  [factorRefused]: (count) => `${plural(count, 'se rechazó', 'se rechazaron')} ${countOf(count, 'segundo factor', 'segundos factores')}`,
  [ownPasswordRefused]: (count) =>
    `${plural(count, 'se rechazó', 'se rechazaron')} ${countOf(count, 'cambio de contraseña', 'cambios de contraseña')}`,
  [passwordResetAsked]: (count) =>
    `${plural(count, 'se pidió', 'se pidieron')} ${countOf(count, 'enlace de contraseña', 'enlaces de contraseña')}`,
  [proofRefused]: (count) =>
    `${plural(count, 'se rechazó', 'se rechazaron')} ${countOf(count, 'confirmación de identidad', 'confirmaciones de identidad')}`,
  [signInBlocked]: (count) =>
    `${plural(count, 'se detuvo', 'se detuvieron')} ${countOf(count, 'entrada', 'entradas')} por demasiados intentos`,
  [signInRefused]: (count) => `${plural(count, 'se rechazó', 'se rechazaron')} ${countOf(count, 'entrada', 'entradas')}`,
};

interface StoryRecord {
  database: DatabaseName;
  /** Several where the record is spread over more than one document. */
  path: string | readonly string[];
  noun: Noun;
  fields: readonly Field[];
  /** As in story.ts (StoryFields). */
  flatten?: (side: Fields) => Fields;
  /** False for entries that repeat what the page, or another entry, shows. */
  isIncluded?: (entry: StoredDocument, all: readonly StoredDocument[]) => boolean;
}

/**
 * The changes of a record whose story holds nothing else, newest first; JSON for the browser. The caller checks that the person may open
 * the record. Names of folders that they may not open are hidden.
 */
export async function findRecordStory(
  services: Services,
  { database, path, noun, fields, flatten, isIncluded: includesEntry = () => true }: StoryRecord,
  { actor, ...query }: StoryQuery & { actor: Staff },
): Promise<Story> {
  const entries = (await Promise.all([path].flat().map((one) => findEntriesOf(services.documents[database], one)))).flat();
  const { shown, asked } = storyPage(
    entries.flatMap((entry, place) => (includesEntry(entry, entries) ? [{ mark: entryMark(entry, place), parts: CHANGES, entry }] : [])),
    query,
  );
  const shownEntries = shown.map(({ entry }) => entry);
  const changes = await readEntryChanges(services, shownEntries, { actor, fields, ...(flatten && { flatten }) });
  const between = new Map(fields.flatMap(({ kind, name }) => (kind === 'ids' || kind === 'lines' ? [[name, BETWEEN[kind]] as const] : [])));
  return {
    ...asked,
    parts: CHANGES,
    events: shownEntries.map((entry) => {
      const changed = changes.get(entry.id)?.map((change) => whatDiffers(change, between.get(change.name)));
      const action = readText(entry.data, 'action');
      const happened = HAPPENED[action]?.(readInteger(sideOf(entry.data, 'newData') ?? {}, 'attempts', 1));
      const event = describeEntry(entry, happened ?? verbOf(action, noun), changed);
      return happened === undefined ? event : { ...event, who: '' };
    }),
  };
}

/** Separators for lists in one line; a line itself may hold commas. */
const BETWEEN = { ids: ', ', lines: '; ' } as const;

/** Shows lists as what was removed and what was added: a role has dozens of menus. */
function whatDiffers(change: ChangedField, between: string | undefined): ChangedField {
  if (between === undefined) return change;
  const [before, after] = [change.before, change.after].map((side) => side.split('\n').map((line) => line.trim()));
  const without = (lines: readonly string[] = [], others: readonly string[] = []) =>
    lines.filter((line) => !others.includes(line)).join(between);
  const [removed, added] = [without(before, after), without(after, before)];
  // Only their order changed.
  return removed === '' && added === '' ? change : { ...change, before: removed, after: added };
}

function verbOf(action: string, { gender }: Noun): string | undefined {
  if (CHANGING.includes(action)) return MODIFIED[gender];
  const done = DONE[action];
  return done === undefined ? WHOLE[action] : `${gender === 'f' ? 'la' : 'lo'} ${done}`;
}
