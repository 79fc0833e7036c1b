import { cronSentence } from '../../domain/cron-words.ts';
import { checkCron } from './cron.ts';
import { readSchedule, timingOf, type ScheduleValues } from './schedule-values.ts';

/** When a schedule runs, in words. */
export function timingText(timing: { cron: string; frequency: string; hora: string }): string {
  const cron = timingOf(readSchedule({ ...timing }));
  return checkCron(cron) === null ? cronSentence(cron) : 'Nunca: la expresión cron no es válida.';
}

export function stateText(estado: ScheduleValues['estado']): string {
  return estado ? 'Activo' : 'En pausa';
}
