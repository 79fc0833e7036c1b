import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { addDays, dayOf } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import type { FieldOption } from '../../domain/fields.ts';
import { matchingRuleKinds } from '../../domain/folder-rules.ts';
import { canOpenFolder } from '../../domain/permissions.ts';
import { READING_PARAM } from '../../domain/readings.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { defineJob } from '../../ports/queue/queue.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { readId, readMap, readTextList } from '../../read-model/field-readers.ts';
import { FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { defineTable } from '../../read-model/table.ts';
import { act } from '../../records/act.ts';
import { alertsOfActs, type AlertSource, type AuditedAct } from '../../records/alert-source.ts';
import { isActive } from '../../records/content-version.ts';
import { auditIdOf } from '../../records/form-token.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import { date, ids, recordId, text } from '../../records/fields.ts';
import { checkValues, readValues, tableColumns, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { requireActiveFile, requireFile } from '../../stored-files/file-area.ts';
import { recordConfirmation } from '../../stored-files/ledger.ts';
import { requireFolder } from './access.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { readColleagues } from './colleagues.ts';
import { FILE_KIND, fileMissing } from './file-kind.ts';
import {
  ACCESS_FIELDS,
  findGrantees,
  GRANT_KINDS,
  isInUse,
  readGrantee,
  withOrWithout,
  type Grantee,
  type GrantKind,
} from './folder-access.ts';
import { FOLDER_REQUIRES_READING, READING_NOUN, READINGS_COLLECTION, readingsOf, type ReadingRow } from './reading-rows.ts';

const PEOPLE_MAX = 500;

/** What somebody who asks for a reading enters, besides who must read. */
export const REQUEST_FIELDS = [
  date({ name: 'hasta', label: 'Leer hasta', required: true }),
  text({ name: 'motivo', label: 'Motivo', maxLength: 200, help: 'En pocas palabras, para quien debe leerlo.' }),
] as const;

export const READING_FIELDS = [
  ...ACCESS_FIELDS,
  ids({ name: 'personas', label: 'Personas', maxItems: PEOPLE_MAX, names: PEOPLE }),
  ...REQUEST_FIELDS,
  recordId({ name: 'pedidaPor', label: 'Pedida por', names: PEOPLE }),
  // Asked of everybody who has the folder, while the file is in it.
  recordId({ name: 'carpeta', label: 'Pedida por la carpeta', names: FOLDERS }),
] as const;
type ReadingValues = ValuesOf<typeof READING_FIELDS>;

/** Further fields of its audit entries. */
export const READING_PARTS = [text({ name: 'recordatorios', label: 'Recordatorios' })] as const;

/** Who must read a file until when, by the file's id: `maletin_lecturas/{file}`. That they did is in the ledger of files. */
export const READING_KIND: RecordKind<ReadingValues> = {
  database: 'main',
  menu: 'briefcase-files',
  collection: READINGS_COLLECTION,
  noun: READING_NOUN,
  actions: { updated: AUDIT_ACTIONS.fileReadingUpdated },
  read: (data) => readValues(READING_FIELDS, data),
  show: ({ data }) => readValues(READING_FIELDS, data),
  notFound: fileMissing,
  initial: { roles: [], agencias: [], departamentos: [], personas: [], hasta: '', motivo: '', pedidaPor: '', carpeta: '' },
};

export const readingsProjection = defineTable(READINGS_COLLECTION, tableColumns(READING_FIELDS), (_row, { id }) => ({
  keys: [id],
  texts: [],
}));

/** Fields of the form: no data, so no permission is needed. */
export const readingForm = recordForm(REQUEST_FIELDS);

/** One person who must read; JSON for the browser. */
export interface Reader extends Pick<ReadingRow, 'userId' | 'person' | 'agencyName' | 'state'> {
  openedAt: string | null;
  readAt: string | null;
}

export interface Reading {
  hasta: string;
  motivo: string;
  askedBy: string;
  /** Its folder asks everybody who has the folder to read it. */
  byFolder: boolean;
  /** The actor's own state; null if they need not read it. */
  mine: Reader | null;
  /** People who must read it, by name; those who have not come first. */
  readers: Reader[];
  /** Names of people who are asked but may not open it. */
  shutOut: string[];
  /** How many may be reminded now. */
  remindable: number;
}

type FileCall = Call & { id: string };

/** Whether and by whom a file must be read; null where nobody must. Errors: `forbidden`, `not-found`. */
export async function getReading(services: Services, { actor, id }: FileCall): Promise<Reading | null> {
  await requireFile(services, BRIEFCASE, { actor, id, action: 'view' });
  const stored = await services.documents.main.get(`${READINGS_COLLECTION}/${id}`);
  if (!stored) return null;
  const { hasta, motivo, pedidaPor, carpeta } = READING_KIND.read(stored.data);
  const rows = await findRows(services, id);
  if (rows.length === 0) return null;
  const readers = rows.filter(({ opens }) => opens).map(toReader);
  const isDone = ({ state }: Reader) => Number(state === 'leida');
  const { rows: asking } = await services.sql.query<{ name: string | null; byFolder: boolean }>(
    `SELECT (SELECT name FROM usuarios WHERE id = $1) AS name, EXISTS (SELECT 1 FROM maletin_archivos f JOIN maletin_carpetas c ON c.id = f."carpetaId"
       WHERE f.id = $2 AND c.id = $3 AND ${FOLDER_REQUIRES_READING}) AS "byFolder"`,
    [pedidaPor, id, carpeta],
  );
  return {
    hasta,
    motivo,
    askedBy: asking[0]?.name ?? '',
    byFolder: asking[0]?.byFolder ?? false,
    mine: readers.find(({ userId }) => userId === actor.id) ?? null,
    readers: readers.sort((one, other) => isDone(one) - isDone(other)),
    shutOut: rows.filter(({ opens }) => !opens).map(({ person }) => person),
    remindable: remindable(stored.data, readers).length,
  };
}

function toReader({ userId, person, agencyName, state, openedAt, readAt }: ReadingRow): Reader {
  return { userId, person, agencyName, state, openedAt: openedAt?.toISOString() ?? null, readAt: readAt?.toISOString() ?? null };
}

async function findRows(services: Services, id: string): Promise<ReadingRow[]> {
  return readForScreen(services.sql, async (read) => {
    const rows = await readingsOf(read);
    return read<ReadingRow>(fragment`SELECT t.* FROM ${rows} t WHERE t."fileId" = ${id} ORDER BY t.person COLLATE "es-x-icu", t.id`);
  });
}

/** A person's progress with the files of a folder that they must read; JSON for the browser. */
export interface FolderReading extends Pick<ReadingRow, 'userId' | 'person'> {
  files: number;
  read: number;
  late: number;
}

/** Who must read the files of a folder, those who have not first; nobody if the actor may not open the folder. Errors: `forbidden`. */
export async function findFolderReadings({ sql }: Services, { actor, id }: FileCall): Promise<FolderReading[]> {
  BRIEFCASE.requireMenu(actor);
  if (!canOpenFolder(actor, id)) return [];
  return readForScreen(sql, async (read) => {
    const rows = await readingsOf(read);
    return read<FolderReading>(
      fragment`SELECT t."userId", t.person, count(*)::integer AS files, count(t."readAt")::integer AS read,
          (count(*) FILTER (WHERE t.state = 'vencida'))::integer AS late
        FROM ${rows} t WHERE t."carpetaId" = ${id} AND t.opens GROUP BY t."userId", t.person
        ORDER BY count(*) = count(t."readAt"), t.person COLLATE "es-x-icu", t."userId"`,
    );
  });
}

export interface ReadingForm {
  values: Pick<ReadingValues, 'hasta' | 'motivo'>;
  given: Grantee[];
  /** Who else can be asked to read it, by «kind:id». */
  choices: Record<GrantKind, FieldOption[]>;
}

/** Initial values of the form for a file's reading. Errors: `forbidden`, `not-found`. */
export async function findReadingForm(services: Services, { actor, id }: FileCall): Promise<ReadingForm> {
  await requireActiveFile(services, BRIEFCASE, { actor, id, action: 'view' });
  const stored = await services.documents.main.get(`${READINGS_COLLECTION}/${id}`);
  const { hasta, motivo, ...given } = READING_KIND.read(stored?.data ?? {});
  return { values: { hasta, motivo }, ...(await findPossibleReaders(services, given)) };
}

/** Who can be asked to read. */
export async function findPossibleReaders({ sql }: Services, given: Partial<Record<GrantKind, readonly string[]>>) {
  return findGrantees(sql, { ...(await readForScreen(sql, readColleagues)), given });
}

interface ReadingCall extends FileCall {
  /** Who is asked: «agencias:agencia-01»; '' changes the day or the reason for those who are asked already. */
  to: string;
}

/**
 * Asks somebody to read a file until a day, besides those who are asked already; day and reason hold for all of them. Allowed to whoever
 * may edit the file. Errors: `forbidden`, `not-found`, `invalid-input` by field.
 */
export async function requestReading(
  services: Services,
  { values, ...call }: ReadingCall & { values: Readonly<Record<string, unknown>> },
): Promise<void> {
  const wanted = checkValues(REQUEST_FIELDS, values);
  await setReading(services, { ...call, wanted, opens: true, isTyped: true });
}

/** Undoes dropReading: asks them again, with day and reason as they were. Errors: as requestReading. */
export const restoreReading = (services: Services, call: ReadingCall) => setReading(services, { ...call, wanted: {}, opens: true });
/** Somebody need not read it after all; that they have read it stays in the ledger. Errors: `forbidden`, `not-found`, `invalid-input`. */
export const dropReading = (services: Services, call: ReadingCall) => setReading(services, { ...call, wanted: {}, opens: false });

interface SetCall extends ReadingCall {
  wanted: Partial<Pick<ReadingValues, 'hasta' | 'motivo'>>;
  opens: boolean;
  /** Somebody typed it just now: the day must not have passed. */
  isTyped?: true;
}

export async function setReading(services: Services, { actor, requestId, id, to, wanted, opens, isTyped }: SetCall): Promise<void> {
  BRIEFCASE.requireMenu(actor, 'change');
  const grantee = readGrantee(to);
  if ((to !== '' || !opens) && (!grantee || (opens && !(await isInUse(services, grantee.kind, grantee.target))))) throw nobody();
  const file = await services.documents.main.get(`${FILE_KIND.collection}/${id}`);
  if (!file || !isActive(file.data)) throw fileMissing(id);
  requireFolder(actor, FILE_KIND.read(file.data).carpetaId, id);
  await saveChange(services, READING_KIND, {
    actor,
    requestId,
    id,
    values: (current) => ({
      ...wanted,
      ...(grantee && { [grantee.kind]: withOrWithout(current[grantee.kind], grantee.target, opens) }),
      ...(isTyped && { pedidaPor: actor.id }),
    }),
    check(_tx, reading, changed) {
      if (opens && reading.carpeta === '' && GRANT_KINDS.every((kind) => reading[kind].length === 0)) throw nobody();
      if (isTyped && changed.includes('hasta') && reading.hasta < dayOf(new Date()))
        throw invalidFields({ hasta: ['Elija hoy o un día que venga.'] }, 'problems');
    },
  });
}

function nobody(): AppError {
  return invalidFields({ to: ['Elija quién debe leerlo: una persona, un rol, una agencia o un departamento en uso.'] }, 'problems');
}

/** Names the job in audit entries. */
const FOLDER_READINGS = { id: 'lectura-de-carpetas', name: 'Lectura de carpetas' };
const FILES_AT_ONCE = 200;

/**
 * Asks for the reading of every file in a folder that requires it, if the folder has not asked for it yet, however the file got there:
 * uploaded, moved, or written by another program. The days count from now; a day that was set before and is still to come stays.
 */
export async function requestFolderReadings(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string; folder: string; days: number }>(
    `SELECT f.id, c.id AS folder, c."lecturaDias" AS days FROM maletin_carpetas c JOIN maletin_archivos f ON f."carpetaId" = c.id
     WHERE ${FOLDER_REQUIRES_READING} AND f."isActive" AND NOT f.source_deleted
       AND NOT EXISTS (SELECT 1 FROM ${READINGS_COLLECTION} r WHERE r.id = f.id AND r.carpeta = c.id AND r."isActive" AND NOT r.source_deleted)
     ORDER BY f.id LIMIT ${FILES_AT_ONCE}`,
  );
  const today = dayOf(new Date());
  for (const { id, folder, days } of rows)
    await saveChange(services, READING_KIND, {
      actor: FOLDER_READINGS,
      id,
      values: ({ hasta }) => ({ carpeta: folder, hasta: hasta >= today ? hasta : addDays(today, days) }),
    });
}

export const requestFolderReadingsJob = defineJob({
  id: 'ask-readings-of-folders',
  payload: z.object({}),
  schedule: { everyMs: 15_000 },
});

/**
 * Confirms that the person has read the file. The ledger must show that they opened this version of it. Errors: `forbidden`, `not-found`,
 * `invalid-input` (nobody asks it of them, or they did not open it).
 */
export async function confirmReading(services: Services, { actor, id }: FileCall): Promise<void> {
  const file = await requireActiveFile(services, BRIEFCASE, { actor, id, action: 'view' });
  const mine = (await findRows(services, id)).find(({ userId, opens }) => opens && userId === actor.id);
  const refuse = (userMessage: string) => new AppError('invalid-input', `${actor.id} may not confirm ${id}`, { userMessage });
  if (!mine) throw refuse('Nadie le pide leer este archivo: ya no hace falta confirmarlo.');
  if (!mine.openedAt) throw refuse('Todavía no ha abierto la versión actual. Ábrala aquí mismo y confirme después.');
  await recordConfirmation(services, { area: BRIEFCASE, file, actor });
}

/**
 * Reminds everybody who has not confirmed, each at most once a day. Errors: `forbidden`, `not-found`, `conflict` when nobody is left to
 * remind.
 * @returns how many
 */
export async function remindReaders(services: Services, { formToken, ...call }: FileCall & { formToken: string }): Promise<number> {
  const { actor, id } = call;
  await requireActiveFile(services, BRIEFCASE, { actor, id, action: 'view' });
  const readers = (await findRows(services, id)).filter(({ opens }) => opens).map(toReader);
  const words = ['remind'];
  const [before] = await act(
    services,
    READING_KIND,
    { ...call, ids: [id], formToken, words, action: AUDIT_ACTIONS.fileReadingReminded },
    ([stored]) => {
      if (!stored) return [];
      const people = remindable(stored.data, readers);
      if (people.length === 0)
        throw new AppError('conflict', `nobody to remind of ${id}`, { userMessage: 'A todos los que faltan ya se les recordó hoy.' });
      const today = dayOf(new Date());
      return [
        { changes: { recordatorios: { ...remindersOf(stored.data), ...Object.fromEntries(people.map(({ userId }) => [userId, today])) } } },
      ];
    },
  );
  if (before) return remindable(before.data, readers).length;
  // The form was sent before, and its answer was lost.
  const entry = await services.documents.main.get(`${AUDIT_COLLECTION}/${auditIdOf({ actor, id, formToken }, words)}`);
  const { beforeData = null, newData = null } = entry?.data ?? {};
  return isPlainMap(beforeData) && isPlainMap(newData) ? remindedIn({ beforeData, newData }).length : 0;
}

/** The day of each person's last reminder. */
function remindersOf(data: AuditedAct['newData']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readMap(data, 'recordatorios')).flatMap(([id, day]) => (typeof day === 'string' ? [[id, day]] : [])),
  );
}

function remindable(data: AuditedAct['newData'], readers: readonly Reader[]): Reader[] {
  const last = remindersOf(data);
  const today = dayOf(new Date());
  return readers.filter(({ state, userId }) => state !== 'leida' && last[userId] !== today);
}

/** Alerts people who must read: when they are asked, when the file has another version, when they are reminded. */
export const READING_ALERTS: readonly AlertSource[] = [
  alertsOfActs({
    kind: 'reading',
    many: { collection: FILE_KIND.collection, params: () => [[READING_PARAM, 'pendiente']] },
    actions: [AUDIT_ACTIONS.fileReadingUpdated, AUDIT_ACTIONS.fileReadingReminded, AUDIT_ACTIONS.briefcaseFileReplaced],
    async findRecipients(services, entry) {
      const id = entry.path.split('/').at(-1) ?? '';
      const pending = (await findRows(services, id)).filter(({ opens, state }) => opens && state !== 'leida').map(({ userId }) => userId);
      const path = `${FILE_KIND.collection}/${id}`;
      const isOfFolder = readId(entry.newData, 'carpeta') !== '';
      if (pending.length === 0 || entry.path === path || isOfFolder) return { path, to: pending };
      const concerned = new Set(await concernedBy(services, entry));
      return { path, to: pending.filter((person) => concerned.has(person)) };
    },
  }),
];

/** People whom the act added or reminded. */
async function concernedBy({ sql }: Services, { beforeData, newData }: AuditedAct): Promise<string[]> {
  if (isPlainMap(newData['recordatorios'] ?? null)) return remindedIn({ beforeData, newData });
  const added = (kind: GrantKind) => readTextList(newData, kind).filter((one) => !readTextList(beforeData, kind).includes(one));
  const rule = { folderId: '', roles: added('roles'), agencias: added('agencias'), departamentos: added('departamentos') };
  const people = added('personas');
  const { people: colleagues } = await readForScreen(sql, readColleagues);
  return colleagues.filter((one) => people.includes(one.id) || matchingRuleKinds(rule, one).length > 0).map(({ id }) => id);
}

function remindedIn({ beforeData, newData }: Pick<AuditedAct, 'beforeData' | 'newData'>): string[] {
  const before = remindersOf(beforeData);
  return Object.entries(remindersOf(newData)).flatMap(([person, day]) => (before[person] === day ? [] : [person]));
}
