import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { menuTitle, type MenuId } from '../../domain/menu.ts';
import { canOpen, requireAnyReport, type Staff } from '../../domain/permissions.ts';
import { isAdministrator } from '../../domain/roles.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { readId } from '../../read-model/field-readers.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { storedValues } from '../../records/record-fields.ts';
import { readSchedule, SCHEDULE_FIELDS, type ScheduleValues } from './schedule.ts';
import { SCHEDULES_COLLECTION } from './schedules.projection.ts';

export const SCHEDULE_NOUN: Noun = { singular: 'reporte programado', plural: 'reportes programados', gender: 'm' };

export const SCHEDULE_KIND: RecordKind<ScheduleValues> = {
  database: 'main',
  menu: null,
  collection: SCHEDULES_COLLECTION,
  noun: SCHEDULE_NOUN,
  read: readSchedule,
  show: ({ data }) => readSchedule(data),
  toStored: (changes) => storedValues(SCHEDULE_FIELDS, changes),
  notFound: scheduleNotFound,
  actions: {
    created: AUDIT_ACTIONS.recordCreated,
    updated: AUDIT_ACTIONS.recordUpdated,
    activated: { deactivated: AUDIT_ACTIONS.recordDeactivated, restored: AUDIT_ACTIONS.recordRestored },
  },
};

export function scheduleNotFound(id: string): AppError {
  return new AppError('not-found', `no report schedule ${id.slice(0, 60)}`, { userMessage: 'Ese reporte programado no existe.' });
}

/** The menu for scheduling reports for others, besides the menu of each report; for oneself the latter is enough. */
export const SCHEDULES_MENU: MenuId = 'reports';

/** Errors: `forbidden` for somebody who may open no report. */
export const requireSchedules = requireAnyReport;

/** `before`: people to whom the schedule is sent already. Errors: `forbidden`. */
export function requireRecipients(actor: Staff, recipients: readonly string[], before: readonly string[] = []): void {
  if (canOpen(actor, SCHEDULES_MENU)) return;
  const added = recipients.filter((id) => id !== actor.id && !before.includes(id));
  if (added.length === 0) return;
  const permission = menuTitle(SCHEDULES_MENU);
  throw new AppError('forbidden', `staff ${actor.id} schedules reports for others`, {
    userMessage: `Sin el permiso «${permission}» puede programar reportes solo para usted, y no para otras personas. Puede otorgarlo un Administrador.`,
    permission,
  });
}

/** Somebody else's schedule counts as missing. Errors: `not-found`. */
export function requireOwn(actor: Staff, { id, data }: StoredDocument): void {
  if (!isAdministrator(actor) && readId(data, 'userId') !== actor.id) throw scheduleNotFound(id);
}
