import { defineTable, ID } from '../../read-model/table.ts';
import { tableColumns, valueTexts } from '../../records/record-fields.ts';
import { readSchedule, SCHEDULE_FIELDS, timingText } from './schedule.ts';

export const SCHEDULES_COLLECTION = 'reportes_programados';

/** Scheduled reports. */
export const schedulesProjection = defineTable(
  SCHEDULES_COLLECTION,
  { ...tableColumns(SCHEDULE_FIELDS), userId: ID },
  ({ title, cron, frequency, hora }, { id, data }) => ({
    keys: [title || id],
    texts: [
      ...valueTexts(SCHEDULE_FIELDS, readSchedule(data), ['frequency', 'estado', 'format', 'hora']),
      timingText({ cron, frequency, hora }),
    ],
  }),
);
