import { declareList } from '../../lists/declared-list.ts';
import { createReports } from '../../reporting/create-reports.ts';
import { agenciesTile, monthTile, trendsTile } from '../../reporting/report-tiles.ts';
import { fileEventsProjection } from '../../stored-files/file-events.projection.ts';
import { feature } from '../feature.ts';
import { createFileEvents } from './create-file-events.ts';
import { documentOpeningsReport } from './document-openings-report.ts';
import { FILE_EVENTS } from './event-list.ts';
import { rebuildEventTypes, verifyEventTypes } from './event-types.ts';
import { FILE_REPORTS, REPORTS } from './report-definition.ts';
import { risersTile } from './risers-tile.ts';
import { rebuildRollUps, verifyRollUps } from './roll-ups.ts';

/** The verbs of all reports, and the reports of the Maletín. */
export const reports = feature({
  verbs: { reports: createReports },
  reports: FILE_REPORTS,
  tiles: ({ reports: all }) => [trendsTile(all), monthTile(all), risersTile, agenciesTile(REPORTS['downloads-by-user'])],
});

/** The ledger of stored files. */
export const fileEvents = feature({
  verbs: { fileEvents: createFileEvents },
  records: { [fileEventsProjection.collection]: { noun: FILE_EVENTS.noun } },
  projections: [fileEventsProjection],
  derivedTables: [
    { id: 'event types', title: 'Tipos de documento de los movimientos', verify: verifyEventTypes, rebuild: rebuildEventTypes },
    {
      id: 'report roll-ups',
      title: 'Acumulados de reportes',
      verify: async (sql) =>
        (await verifyRollUps(sql)).map((wrong) => `${wrong.table} ${wrong.key}: dice ${wrong.stored}, hay ${wrong.expected}`),
      rebuild: rebuildRollUps,
    },
  ],
  lists: [declareList(FILE_EVENTS, { isSearched: false })],
  reports: [documentOpeningsReport],
});
