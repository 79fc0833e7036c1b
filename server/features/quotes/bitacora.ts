import type { Fields, FieldValue } from '../../ports/documents/document-store.ts';
import { parseDay, parseDayMonthYear, startOfDay } from '../../domain/dates.ts';
import { parseDateForm } from '../../ports/documents/mapped/date-form.ts';
import { isList, isPlainMap } from '../../ports/documents/document-values.ts';
import { readText, readTimestamp, microsToIso } from '../../read-model/field-readers.ts';

/** One entry of the log as people read it; '' for what the entry lacks. */
export interface FollowUp {
  /** ISO text; null if the entry has no readable time. */
  at: string | null;
  usuario: string;
  etapa: string;
  comentario: string;
}

/** An entry of the log as the portal writes it. */
export type StoredFollowUp = { fecha: FieldValue; usuario: string; etapa: string; comentario: string };

const ENTRY_FIELDS = ['fecha', 'usuario', 'etapa', 'comentario'];
/** Members that keep the key of an entry of a log that was a map: the first that the entry lacks. */
const KEY_FIELDS = ['clave', 'claveBitacora'];

/**
 * The log as it is stored, entry by entry, unchanged and complete: new entries are appended to it. A log that is not a list (older versions
 * of the app) becomes the one or several entries that it holds, each with the key that it had: often a day, or who wrote it.
 */
export function storedEntries(data: Fields): FieldValue[] {
  const log = Object.hasOwn(data, 'bitacora') ? data['bitacora'] : undefined;
  if (log === undefined || log === null || log === '') return [];
  if (isList(log)) return [...log];
  if (isPlainMap(log) && !ENTRY_FIELDS.some((field) => Object.hasOwn(log, field))) return entriesOf(log);
  return [log];
}

function entriesOf(log: Fields): FieldValue[] {
  const entries = Object.entries(log);
  // A list that some program stored as a map: its keys say no more than the order.
  if (entries.every(([key], index) => key === String(index))) return Object.values(log);
  return entries.flatMap(([key, value]) => (isList(value) ? value : [value]).map((entry) => withKey(key, entry)));
}

function withKey(key: string, value: FieldValue): Fields {
  const entry = isPlainMap(value) ? value : { comentario: value };
  const names = readTime({ fecha: key }) === null ? KEY_FIELDS : ['fecha', ...KEY_FIELDS];
  const name = names.find((one) => !Object.hasOwn(entry, one));
  return name === undefined ? entry : { ...entry, [name]: key };
}

/** Forms of times as text, which the log of another program keeps. */
const TIME_FORMS = [
  'yyyy-MM-ddTHH:mm:ss.SSSZ',
  'yyyy-MM-ddTHH:mm:ssZ',
  'yyyy-MM-dd HH:mm:ss',
  'yyyy-MM-dd HH:mm',
  'dd/MM/yyyy HH:mm:ss',
  'dd/MM/yyyy HH:mm',
]
  .map(parseDateForm)
  .filter((form) => form !== null);

/** The time of a new entry, in the form of the last one: programs that read text expect it of every entry. */
export function timeAsInLog(entries: readonly FieldValue[], at: Date): Date | number | string {
  const last = entries.at(-1);
  const text = isPlainMap(last) ? last['fecha'] : undefined;
  return TIME_FORMS.find((form) => form.read(text) !== null)?.write(at) ?? at;
}

/** The log in stored order, read leniently: plain text is a comment, empty entries are left out. */
export function readBitacora(data: Fields): FollowUp[] {
  return storedEntries(data).flatMap((entry) => {
    const followUp = readEntry(entry);
    return followUp.at === null && followUp.usuario === '' && followUp.etapa === '' && followUp.comentario === '' ? [] : [followUp];
  });
}

function readEntry(entry: FieldValue): FollowUp {
  if (!isPlainMap(entry)) return { at: null, usuario: '', etapa: '', comentario: readText({ entry }, 'entry').trim() };
  return {
    at: readTime(entry),
    usuario: readPerson(entry),
    etapa: readText(entry, 'etapa').trim(),
    comentario: readText(entry, 'comentario').trim(),
  };
}

/** A day without a time, or with an unreadable one, counts from its beginning in Guatemala. */
function readTime(entry: Fields): string | null {
  const text = readText(entry, 'fecha').trim();
  const beginning = (day: string | null) => day && startOfDay(day).toISOString().replace('Z', '000Z');
  const dayOnly = parseDay(text) ?? parseDayMonthYear(text);
  return beginning(dayOnly) ?? readTimestamp(entry, 'fecha') ?? beginning(parseDayMonthYear(text.split(/[\s,]/)[0] ?? ''));
}

/** The name; some programs wrote a map of the person. */
function readPerson(entry: Fields): string {
  const person = Object.hasOwn(entry, 'usuario') ? entry['usuario'] : null;
  if (!isPlainMap(person)) return readText(entry, 'usuario').trim();
  return ['name', 'nombre', 'email', 'id'].map((field) => readText(person, field).trim()).find((text) => text !== '') ?? '';
}

/** Newest first; entries without a time keep their place in the log, behind the entry that follows them. */
export function newestFirst(log: readonly FollowUp[]): FollowUp[] {
  return orderKeys(log)
    .sort((a, b) => (a.key === b.key ? b.index - a.index : a.key < b.key ? 1 : -1))
    .map(({ index }) => log[index])
    .filter((entry) => entry !== undefined);
}

function orderKeys(log: readonly FollowUp[]): { index: number; key: string }[] {
  let before = '';
  return log.map((entry, index) => {
    before = entry.at ?? before;
    return { index, key: before };
  });
}

interface LogSummary {
  firstAt: string | null;
  lastAt: string | null;
  lastStage: string;
  count: number;
}

/**
 * When somebody first and last followed up, in which stage, how often. A time after the document's last write comes from a wrong clock, and
 * counts as that write: otherwise the quote would never be stalled.
 */
export function summarizeLog(log: readonly FollowUp[], version: bigint): LogSummary {
  const written = microsToIso(version);
  const [newest] = newestFirst(log);
  const times = log
    .map((entry) => entry.at)
    .filter((at) => at !== null)
    .sort();
  const cappedAtWrite = (at: string | undefined) => (at !== undefined && written !== null && at > written ? written : (at ?? null));
  return {
    firstAt: cappedAtWrite(times[0]),
    lastAt: cappedAtWrite(times.at(-1)),
    lastStage: newest?.etapa ?? '',
    count: log.length,
  };
}
