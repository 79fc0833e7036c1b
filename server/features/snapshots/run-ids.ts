import { documentIdOf, newDocumentId } from '../../documents/document-id.ts';
import type { Staff } from '../../domain/permissions.ts';
import { isFormToken } from '../../records/form-token.ts';

/** The id of the run of a due time: the same from every worker, so that of two at once one creates it. */
export function dueRunId(scheduleId: string, dueAt: Date): string {
  return `${scheduleId}-${dueAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Whether a run is that of a due time, by its id; the others somebody asked for. */
export function isDueRunId(id: string, { scheduleId, dueAt }: { scheduleId: string; dueAt: string | null }): boolean {
  return scheduleId !== '' && dueAt !== null && id === dueRunId(scheduleId, new Date(dueAt));
}

/** The id of a run that somebody asks for: the same form sent twice asks for one run. `of`: the schedule, or the report. */
export function askedRunId(of: string, actor: Pick<Staff, 'id'>, formToken: string): string {
  return `${of}-${isFormToken(formToken) ? documentIdOf(`run\n${of}\n${actor.id}\n${formToken}`) : newDocumentId()}`;
}
