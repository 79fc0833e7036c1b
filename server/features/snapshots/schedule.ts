import { z } from 'zod';
import type { Fields } from '../../ports/documents/document-store.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { tidyWithin } from '../../domain/tidy-text.ts';
import { cronSentence } from './domain/cron-words.ts';
import {
  CRON_MAX,
  cronOf,
  DELIVERY_LABELS,
  FORMAT_LABELS,
  FREQUENCY_LABELS,
  fromParamLines,
  readHour,
  TITLE_MAX,
  toParamLines,
} from './domain/report-schedules.ts';
import { readText } from '../../read-model/field-readers.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { MAP } from '../../read-model/table.ts';
import { count, field, flag, ids, oneOf, text, type Field } from '../../records/fields.ts';
import { checkValues, initialValues, readValues, type SubmittedValues, type ValuesOf } from '../../records/record-fields.ts';
import { checkCron } from './cron.ts';

export const ACTIVE_OR_PAUSED = ['Activo', 'En pausa'] as const;
const REPORT = text({ name: 'reportId', label: 'Reporte', required: true });

/** Lines `name=value`, sorted by name; the document holds a map. */
const PARAMS: Field<'params', readonly string[]> = {
  ...field('lines', { name: 'params', label: 'Parámetros', maxItems: 200 }, [], z.array(z.string())),
  read: (data) => toParamLines(readParams(data)),
  store: (lines) => fromParamLines(lines),
  column: MAP,
};

/** Fields of one run of a report. */
export const RUN_FIELDS = [REPORT, PARAMS] as const;

/** A scheduled report: `reportes_programados/{id}` (docs/data-model.md). */
export const SCHEDULE_FIELDS = [
  REPORT,
  text({ name: 'title', label: 'Título', required: true, maxLength: TITLE_MAX }),
  PARAMS,
  oneOf({ name: 'frequency', label: 'Frecuencia', words: FREQUENCY_LABELS }),
  {
    ...field('time', { name: 'hora', label: 'Hora', help: 'Hora de Guatemala.' }, '07:00', z.string()),
    read: (data: Fields) => readHour(readText(data, 'hora')) ?? '',
  },
  text({
    name: 'cron',
    label: 'Expresión cron',
    help: 'Cinco campos: minuto, hora, día del mes, mes, día de la semana. «30 7 * * 1-5»: a las 07:30, de lunes a viernes.',
    maxLength: CRON_MAX,
  }),
  flag({ name: 'everyDueTime', label: 'Horas perdidas', words: ['Ejecutar todas', 'Ejecutar la última'], initial: false }),
  ids({ name: 'recipients', label: 'Se envía a', maxItems: 50, names: PEOPLE }),
  oneOf({ name: 'format', label: 'Archivo', words: FORMAT_LABELS }),
  oneOf({ name: 'delivery', label: 'Entrega', words: DELIVERY_LABELS }),
  count({
    name: 'retentionRuns',
    label: 'Ejecuciones que se conservan',
    help: 'Las más antiguas se borran, con sus archivos.',
    min: 1,
    max: 366,
    unit: 'ejecuciones',
    initial: 12,
  }),
  flag({ name: 'estado', label: 'Estado', words: ACTIVE_OR_PAUSED }),
] as const;

export type ScheduleValues = ValuesOf<typeof SCHEDULE_FIELDS>;

export const EMPTY_SCHEDULE: ScheduleValues = initialValues(SCHEDULE_FIELDS);

export function readSchedule(data: Fields): ScheduleValues {
  return readValues(SCHEDULE_FIELDS, data);
}

/** The map of a schedule or run: texts by name. */
export function readParams(data: Fields): Record<string, string> {
  const stored = data['params'];
  if (!isPlainMap(stored)) return {};
  return Object.fromEntries(Object.keys(stored).map((name) => [name, readText(stored, name)]));
}

/**
 * Checks each field by itself, and hour and expression with the frequency: the one that it does not use becomes ''. Errors: `invalid-input`
 * by field.
 */
export function checkSchedule(given: SubmittedValues): ScheduleValues {
  return checkValues(SCHEDULE_FIELDS, given, ({ frequency, hora, cron }, problems) => {
    if (frequency === undefined) return {};
    if (frequency !== 'cron') {
      const hour = hora === undefined ? '' : readHour(tidyWithin(hora, 5));
      if (hour === null) problems['hora'] = ['Escriba la hora como HH:MM, de 00:00 a 23:59.'];
      return { cron: '', hora: hour ?? '' };
    }
    if (cron === undefined) return {};
    const plain = cron.replace(/[ \t]+/g, ' ');
    const problem = checkCron(plain);
    if (problem) problems['cron'] = [problem];
    return { cron: plain, hora: '' };
  });
}

/** When it runs, in words. */
export function timingText(timing: { cron: string; frequency: string; hora: string }): string {
  const cron = cronOf(readSchedule({ ...timing }));
  return checkCron(cron) === null ? cronSentence(cron) : 'Nunca: la expresión cron no es válida.';
}
