import { expect, it } from 'vitest';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { createReports } from '../../reporting/create-reports.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { FILE_REPORTS } from './report-definition.ts';
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

it('reads no trends when no reports are given', async () => {
  expect(await reports.readTrends({ actor: testStaff(), reports: [] })).toEqual([]);
});
