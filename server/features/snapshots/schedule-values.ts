import { isDocumentId } from '../../documents/document-id.ts';
import type { Fields } from '../../documents/document-store.ts';
import { isPlainMap } from '../../documents/document-values.ts';
import {
  CRON_MAX,
  cronOf,
  DELIVERIES,
  FREQUENCIES,
  readHour,
  readOneOf,
  RECIPIENTS_MAX,
  RETENTION_MAX,
  RETENTION_USUAL,
  SCHEDULE_TITLE_MAX,
  SNAPSHOT_FORMATS,
  type Delivery,
  type Frequency,
  type SnapshotFormat,
} from '../../domain/report-schedules.ts';
import { tidyWithin } from '../../domain/bounded-text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readBoolean, readInteger, readText, readTextList } from '../../read-model/field-readers.ts';
import { checkCron } from './cron.ts';

/** What the form of a schedule holds, named as stored. */
export interface ScheduleValues {
  reportId: string;
  title: string;
  /** Lines `name=value`, by name: what the document holds as a map. */
  params: string[];
  frequency: Frequency;
  /** Five fields; '' unless the frequency asks for it. */
  cron: string;
  /** HH:MM in Guatemala; '' for a cron expression. */
  hora: string;
  /** Ids of people. */
  recipients: string[];
  format: SnapshotFormat;
  delivery: Delivery;
  everyDueTime: boolean;
  retentionRuns: number;
  /** Whether it runs by itself; false while it is paused. */
  estado: boolean;
}

/** What a form sends. */
export interface ScheduleInput extends Record<Exclude<keyof ScheduleValues, 'params' | 'recipients' | 'estado' | 'everyDueTime'>, string> {
  params: Readonly<Record<string, string>>;
  recipients: readonly string[];
  everyDueTime: boolean;
}

/** A stored schedule as its form holds it, leniently. */
export function readSchedule(data: Fields): ScheduleValues {
  const frequency = readOneOf(FREQUENCIES, readText(data, 'frequency'));
  return {
    reportId: readText(data, 'reportId'),
    title: readText(data, 'title').trim(),
    params: toParamLines(readParams(data)),
    frequency,
    cron: readText(data, 'cron'),
    hora: readHour(readText(data, 'hora')) ?? '',
    recipients: [...new Set(readTextList(data, 'recipients').filter(isDocumentId))].slice(0, RECIPIENTS_MAX),
    format: readOneOf(SNAPSHOT_FORMATS, readText(data, 'format')),
    delivery: readOneOf(DELIVERIES, readText(data, 'delivery')),
    everyDueTime: readBoolean(data, 'everyDueTime', false),
    retentionRuns: Math.min(Math.max(readInteger(data, 'retentionRuns', RETENTION_USUAL), 1), RETENTION_MAX),
    estado: readBoolean(data, 'estado', true),
  };
}

/** The map of a schedule or run: texts by name. */
export function readParams(data: Fields): Record<string, string> {
  const stored = data['params'];
  if (!isPlainMap(stored)) return {};
  return Object.fromEntries(Object.keys(stored).map((name) => [name, readText(stored, name)]));
}

export function toParamLines(params: Readonly<Record<string, string>>): string[] {
  return Object.entries(params)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}

export function fromParamLines(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** The document's own form of changed values. */
export function scheduleToStored({ params, ...plain }: Partial<ScheduleValues>): Fields {
  return { ...plain, ...(params && { params: fromParamLines(params) }) };
}

type Problems = Record<string, string[]>;

/** All but report and parameters, which need the report. Errors: `invalid-input` by field. */
export function readScheduleInput(input: ScheduleInput): Omit<ScheduleValues, 'estado' | 'params' | 'reportId'> {
  const problems: Problems = {};
  const values = {
    title: readTitle(input.title, problems),
    ...readTiming(input, problems),
    recipients: readRecipients(input.recipients, problems),
    format: choose(SNAPSHOT_FORMATS, input.format, 'format', problems),
    delivery: choose(DELIVERIES, input.delivery, 'delivery', problems),
    everyDueTime: input.everyDueTime,
    retentionRuns: readRetention(input.retentionRuns, problems),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 'problems');
  return values;
}

const CONTROL = /[\p{Cc}\p{Cs}]/u;

function readTitle(given: string, problems: Problems): string {
  const title = tidyWithin(given, SCHEDULE_TITLE_MAX);
  if (title === '') problems['title'] = ['Escriba un título.'];
  else if (title.length > SCHEDULE_TITLE_MAX) problems['title'] = [`El título admite hasta ${SCHEDULE_TITLE_MAX} caracteres.`];
  else if (CONTROL.test(title)) problems['title'] = ['El título tiene caracteres que no se pueden guardar.'];
  return title;
}

/** When it runs, alone: for a look at the next times. */
export function readTiming(
  input: Pick<ScheduleInput, 'cron' | 'frequency' | 'hora'>,
  problems: Problems,
): Pick<ScheduleValues, 'cron' | 'frequency' | 'hora'> {
  const frequency = choose(FREQUENCIES, input.frequency, 'frequency', problems);
  if (frequency !== 'cron') {
    const hora = readHour(tidyWithin(input.hora, 5));
    if (hora === null) problems['hora'] = ['Escriba la hora como HH:MM, de 00:00 a 23:59.'];
    return { frequency, cron: '', hora: hora ?? '' };
  }
  const cron = tidyWithin(input.cron, CRON_MAX, (text) => text.trim().replace(/[ \t]+/g, ' '));
  const problem = checkCron(cron);
  if (problem) problems['cron'] = [problem];
  return { frequency, cron, hora: '' };
}

function choose<Option extends string>(options: readonly [Option, ...Option[]], given: string, name: string, problems: Problems): Option {
  if (!options.some((option) => option === given)) problems[name] = ['Elija una de las opciones de la lista.'];
  return readOneOf(options, given);
}

function readRecipients(given: readonly string[], problems: Problems): string[] {
  const ids = [...new Set(given.filter((id) => id !== ''))];
  if (ids.length > RECIPIENTS_MAX) problems['recipients'] = [`Puede elegir hasta ${RECIPIENTS_MAX} personas.`];
  else if (!ids.every(isDocumentId)) problems['recipients'] = ['Elija personas de la lista.'];
  return ids;
}

function readRetention(given: string, problems: Problems): number {
  const text = given.trim();
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > RETENTION_MAX) problems['retentionRuns'] = [`Escriba un número de 1 a ${RETENTION_MAX}.`];
  return count;
}

/** The cron expression that is in force. */
export function timingOf(values: Pick<ScheduleValues, 'cron' | 'frequency' | 'hora'>): string {
  return cronOf(values);
}
