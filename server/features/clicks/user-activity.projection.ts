import { ACTIVITY_COLLECTION } from '../../domain/activity.ts';
import { dayOf, parseDay } from '../../domain/dates.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readInteger,
  readText,
  readTimestamp,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export interface UserActivityRow extends GenericColumns {
  userId: string;
  day: string;
  clicks: number;
  lastAt: string;
}

/** Clicks of a person on a day. The flushes remembered against counting twice stay in the document. */
export const userActivityProjection: Projection<UserActivityRow> = {
  database: 'main',
  collection: ACTIVITY_COLLECTION,
  table: ACTIVITY_COLLECTION,
  columns: { userId: 'text', day: 'date', clicks: 'integer', lastAt: 'timestamptz', ...GENERIC_COLUMNS },
  project(document) {
    const generic = genericColumns(document);
    return {
      userId: readText(document.data, 'userId'),
      day: parseDay(readText(document.data, 'day')) ?? dayOf(new Date(generic.createdAt)),
      clicks: readInteger(document.data, 'clicks', 0),
      lastAt: readTimestamp(document.data, 'lastAt') ?? generic.createdAt,
      ...generic,
    };
  },
};
