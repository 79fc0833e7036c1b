import { ACTIVITY_COLLECTION } from '../../domain/activity.ts';
import { dayOf, parseDay } from '../../domain/dates.ts';
import { GENERIC_COLUMNS, genericColumns, readText, readTimestamp, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { COUNT, readRow, TEXT, typesOf, type RowOf } from '../../read-model/table.ts';

const COLUMNS = { userId: TEXT, clicks: COUNT };

/** Clicks of a person on a day. The flushes remembered against counting twice stay in the document. */
export const userActivityProjection: Projection<RowOf<typeof COLUMNS> & GenericColumns & { day: string; lastAt: string }> = {
  database: 'main',
  collection: ACTIVITY_COLLECTION,
  table: ACTIVITY_COLLECTION,
  columns: { ...typesOf(COLUMNS), ...GENERIC_COLUMNS, day: 'date', lastAt: 'timestamptz' },
  project(document) {
    const { data } = document;
    const generic = genericColumns(document);
    return {
      ...readRow(COLUMNS, data),
      ...generic,
      day: parseDay(readText(data, 'day')) ?? dayOf(new Date(generic.createdAt)),
      lastAt: readTimestamp(data, 'lastAt') ?? generic.createdAt,
    };
  },
};
