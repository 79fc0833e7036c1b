import { expect, it } from 'vitest';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { createReports } from '../../reporting/create-reports.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { dayOf } from '../../domain/dates.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { changeOf } from '../../reporting/compared.ts';
import { readPictures } from '../../reporting/read-pictures.ts';
import { readReportQuery } from '../../reporting/report-query.ts';
import { trendNote } from '../../reporting/read-trends.ts';
import { agenciesTile } from '../../reporting/report-tiles.ts';
import type { Tile, TileRow } from '../../lists/tile.ts';
import { joinFragments } from '../../platform/sql/sql-fragment.ts';
import { FILE_REPORTS, REPORTS } from './report-definition.ts';
import { risersTile } from './risers-tile.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();
const reports = createReports(
  someServices({ sql, readModel: CURRENT_READ_MODEL, liveSettings: unchangedSettings(), registries: { reports: FILE_REPORTS } }),
);
/** 22:30 of 29 February in Guatemala. */
const NOW = new Date('2024-03-01T04:30:00Z');

it('counts 30 Guatemala days up to today, and compares them with the 30 days before', async () => {
  await sql.query(`INSERT INTO eventos_archivos (id, kind, area, "userId", at, source_version) VALUES
    ('today-late', 'download', 'briefcase', 'u1', '2024-03-01T05:59:59Z', 1),
    ('tomorrow', 'download', 'briefcase', 'u1', '2024-03-01T06:00:00Z', 1),
    ('first-day', 'download', 'briefcase', 'u1', '2024-01-31T06:00:00Z', 1),
    ('before', 'download', 'briefcase', 'u2', '2024-01-31T05:59:59Z', 1),
    ('longest-ago', 'download', 'briefcase', 'u2', '2024-01-01T06:00:00Z', 1),
    ('too-long-ago', 'download', 'briefcase', 'u2', '2024-01-01T05:59:59Z', 1),
    ('another-kind', 'view', 'briefcase', 'u2', '2024-02-20T12:00:00Z', 1),
    ('deleted', 'download', 'briefcase', 'u2', '2024-02-20T12:00:00Z', 1)`);
  await sql.query(`UPDATE eventos_archivos SET source_deleted = true WHERE id = 'deleted'`);
  const trends = await reports.readTrends({ actor: testStaff(), reports: FILE_REPORTS, now: NOW });
  const [uploads, downloads] = trends;
  expect(trends.map(({ id }) => id)).toEqual(FILE_REPORTS.map(({ id }) => id));
  expect(uploads).toMatchObject({ title: 'Cargas', events: 0, change: { direction: 'same', text: 'igual' } });
  expect(downloads).toMatchObject({
    title: 'Descargas',
    events: 2,
    change: { direction: 'same', text: 'igual' },
    href: '/briefcase/reports/downloads-by-user?from=2024-01-31&to=2024-02-29',
  });
  expect(downloads?.days).toEqual([1, ...Array.from({ length: 28 }, () => 0), 1]);
  expect(trends.find(({ id }) => id === 'views-by-user')).toMatchObject({ events: 1, change: { direction: 'up', text: 'todo nuevo' } });
});

it.each([
  ['2023-12-01T04:30:00Z', 'a whole month', 'contra el mes anterior'],
  ['2024-01-31T04:30:00Z', 'a month but its last day', 'contra el mes anterior'],
  ['2024-03-01T04:30:00Z', 'days of two months', 'contra los 30 anteriores'],
])('compares at %s (%s) as the page of the report does', async (moment, _days, note) => {
  const now = new Date(moment);
  await sql.query('TRUNCATE eventos_archivos');
  await sql.query(
    `INSERT INTO eventos_archivos (id, kind, area, "userId", at, source_version)
    SELECT 'e' || n, 'download', 'briefcase', 'u1', $1::timestamptz - n * interval '1 day', 1 FROM generate_series(0, 99) n`,
    [now],
  );
  const [, downloads] = await reports.readTrends({ actor: testStaff(), reports: FILE_REPORTS, now });
  const report = REPORTS['downloads-by-user'];
  const { searchParams } = new URL(downloads?.href ?? '', 'http://portal');
  const { query } = readReportQuery(report, searchParams, { now, pageSize: 10 });
  const pictures = await readForScreen(sql, (read) => readPictures(read, report, { query, today: dayOf(now), actor: testStaff() }));
  const change = changeOf(pictures);
  expect([downloads?.change, trendNote(now)]).toEqual([{ direction: change?.direction, text: change?.text }, note]);
});

it('reads no trends when no reports are given', async () => {
  expect(await reports.readTrends({ actor: testStaff(), reports: [] })).toEqual([]);
});

it('names in the tiles a file without a record as the ledger does, and tells agencies of one name apart', async () => {
  await sql.query('TRUNCATE eventos_archivos');
  await sql.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES
    ('a1', 'Central', now(), 1), ('a2', 'Central', now(), 1), ('a3', 'Sur', now(), 1), ('a4', '', now(), 1)`);
  await sql.query(`INSERT INTO eventos_archivos (id, kind, area, "userId", "fileId", "fileName", "agencyId", at, source_version) VALUES
    ('d1', 'download', 'briefcase', 'u1', 'gone', 'Acta.pdf', 'a1', '2024-02-10T12:00:00Z', 1),
    ('d2', 'download', 'briefcase', 'u1', 'gone', 'Acta 2.pdf', 'a2', '2024-02-11T12:00:00Z', 1),
    ('d3', 'download', 'briefcase', 'u1', 'unnamed', '', 'a3', '2024-02-12T12:00:00Z', 1),
    ('d4', 'download', 'briefcase', 'u1', 'gone', 'Acta 2.pdf', 'a4', '2024-02-13T12:00:00Z', 1)`);
  const now = new Date('2024-03-15T12:00:00Z');
  const labels = async (tile: Tile) => {
    const prepared = tile.prepare({ actor: testStaff(), now, today: dayOf(now) });
    const rows = await readForScreen(sql, (read) => read<TileRow>(joinFragments(prepared?.selects ?? [], ' UNION ALL ')));
    return prepared?.show(rows.map((row) => ({ ...row, value: Number(row.value), before: Number(row.before) }))).map(({ label }) => label);
  };
  expect(await labels(risersTile)).toEqual(['Acta 2.pdf', 'unnamed', 'Central (a1)', 'Central (a2)', 'Sur']);
  expect(await labels(agenciesTile(REPORTS['downloads-by-user']))).toEqual(['Central (a1)', 'Central (a2)', 'Sur', 'a4']);
});
