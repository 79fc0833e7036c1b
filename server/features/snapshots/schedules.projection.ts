import { FORMAT_LABELS, FREQUENCY_LABELS } from '../../domain/report-schedules.ts';
import { readBoolean, readId, readInteger } from '../../read-model/field-readers.ts';
import { defineTable, FLAG, MAP, TEXT, TEXTS, type Column } from '../../read-model/table.ts';
import { readSchedule } from './schedule-values.ts';
import { stateText, timingText } from './schedule-words.ts';

export const SCHEDULES_COLLECTION = 'reportes_programados';

const ID: Column<string> = { type: 'text', read: readId };
const MARK: Column<boolean> = { type: 'boolean', read: (data, field) => readBoolean(data, field, false) };
const NUMBER: Column<number> = { type: 'integer', read: (data, field) => readInteger(data, field, 0) };

/** Reports that run by themselves (reports.md, section 2). */
export const schedulesProjection = defineTable(
  SCHEDULES_COLLECTION,
  {
    reportId: TEXT,
    title: TEXT,
    params: MAP,
    frequency: TEXT,
    cron: TEXT,
    hora: TEXT,
    userId: ID,
    recipients: TEXTS,
    format: TEXT,
    delivery: TEXT,
    everyDueTime: MARK,
    retentionRuns: NUMBER,
    estado: FLAG,
  },
  ({ title, cron, frequency, hora, estado }, { id, data }) => {
    const schedule = readSchedule(data);
    const words = [FREQUENCY_LABELS[schedule.frequency], timingText({ cron, frequency, hora }), stateText(estado)];
    return { keys: [title || id], texts: [...words, FORMAT_LABELS[schedule.format], hora] };
  },
);
