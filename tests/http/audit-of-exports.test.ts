import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/domain/errors.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { IMMEDIATE_EXPORT_ROWS } from '#server/domain/large-exports.ts';
import { readRun } from '#server/features/snapshots/run-document.ts';
import { snapshotKeys } from '#server/features/snapshots/snapshot-files.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { signInAs } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });
const LIST = '/locations/list-agencies';
const PAGE = { Accept: 'text/html' };

interface Entry {
  action: string;
  user: string;
  targetPath: string;
  newData: Record<string, unknown>;
}

async function entries(): Promise<Entry[]> {
  const { rows } = await web.portal.sql.query<{ data: Entry }>(
    `SELECT data FROM documents.documents WHERE collection_group = 'auditoria' AND data ->> 'action' IN ('DATOS EXPORTADOS', 'REPORTE EJECUTADO A MANO')
     ORDER BY created_version`,
  );
  return rows.map(({ data }) => data);
}

const told = async () => (await entries()).map(({ targetPath, newData }) => [targetPath, newData['format'], newData['rows']]);

async function get(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await web.getSigned(url, { ...init, headers: { ...PAGE, ...init.headers } });
  await answer.arrayBuffer();
  return answer;
}

beforeEach(() => web.portal.sql.query(`DELETE FROM documents.documents WHERE collection_group = 'auditoria'`));

describe('the audit of exports', () => {
  beforeAll(() => haveAgencies(7));

  it('records who exported what, with filters, format and number of rows', async () => {
    expect((await get(`${LIST}/export?format=csv&tipo=agencia&q=Agencia+3&page=4`)).status).toBe(200);
    expect(await entries()).toEqual([
      expect.objectContaining({
        action: 'DATOS EXPORTADOS',
        user: web.administrator.id,
        targetPath: 'exportaciones/locations.list-agencies',
        beforeData: null,
        newData: {
          title: 'Agencias',
          url: `${LIST}?q=Agencia+3&tipo=agencia`,
          filters: ['Búsqueda: Agencia 3', 'Tipo: Agencia'],
          format: 'csv',
          rows: 1,
        },
      }),
    ]);
  });

  it('records an export repeated within the hour once, but each other query, format and person separately', async () => {
    const { headers } = await signInAs(web, { name: 'otra', role: 'admin', folders: [], permissionSet: '' });
    for (const query of ['?format=csv', '?format=csv', '?format=xlsx', '?format=print', '?format=csv&q=7'])
      await get(`${LIST}/export${query}`);
    await get(`${LIST}/export?format=csv`, { headers: { Cookie: headers['Cookie'] ?? '' } });
    expect(await told()).toEqual([
      ['exportaciones/locations.list-agencies', 'csv', 7],
      ['exportaciones/locations.list-agencies', 'xlsx', 7],
      ['exportaciones/locations.list-agencies', 'print', 7],
      ['exportaciones/locations.list-agencies', 'csv', 1],
      ['exportaciones/locations.list-agencies', 'csv', 7],
    ]);
  });

  it('records nothing for a refused export or for opening the list', async () => {
    await putRoleRow(web.portal.sql, { id: 'sin-agencias', menus: ['home'] });
    const { headers } = await signInAs(web, { name: 'ajena', role: 'sin-agencias', folders: [], permissionSet: '' });
    expect((await get(`${LIST}/export`, { headers })).status).toBe(403);
    expect((await get(`${LIST}/export?format=pdf`)).status).toBe(400);
    expect((await get(LIST)).status).toBe(200);
    expect(await entries()).toEqual([]);
  });

  it('answers 503 and sends no data when the entry cannot be written', async () => {
    const create = vi
      .spyOn(web.portal.documents.main, 'create')
      .mockRejectedValue(new AppError('unavailable', 'down', { userMessage: '' }));
    const send = () => web.getSigned(`${LIST}/export?format=csv`, { headers: PAGE });
    const refused = await send();
    expect(create.mock.calls).toEqual([[expect.stringMatching(/^auditoria\//), expect.objectContaining({ action: 'DATOS EXPORTADOS' })]]);
    create.mockRestore();
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([503, null]);
    expect(await refused.text()).not.toContain('Agencia 1');
    expect(await (await send()).text()).toContain('Agencia 1');
  });
});

describe('the audit of a large export', () => {
  beforeAll(() => haveAgencies(IMMEDIATE_EXPORT_ROWS + 1));

  it('records one entry with all rows at the first GET of its file, and none for its page or a HEAD request', async () => {
    const location = (await get(`${LIST}/export?format=csv&tipo=agencia`)).headers.get('location') ?? '';
    await web.portal.exports.performExport(location.split('/').at(-1) ?? '', new AbortController().signal);
    await get(location);
    await get(`${location}/download`, { method: 'HEAD' });
    expect(await entries()).toEqual([]);
    expect((await get(`${location}/download`)).status).toBe(200);
    await get(`${location}/download`);
    expect((await entries()).map(({ newData }) => newData)).toEqual([
      { title: 'Agencias', url: `${LIST}?tipo=agencia`, filters: ['Tipo: Agencia'], format: 'csv', rows: IMMEDIATE_EXPORT_ROWS + 1 },
    ]);
  });
});

describe('the audit of a report run', () => {
  it('records each manual run once, of a schedule or of the report itself', async () => {
    const { snapshots } = web.portal;
    const actor = { ...web.administrator, name: 'Ana Pérez', role: 'admin', menus: new Set(['reports', 'users']) } as never;
    const plain = { params: [], frequency: 'diaria', cron: '', hora: '07:00', recipients: [], format: 'csv', delivery: 'enlace' };
    const given = { ...plain, reportId: 'user-activity', title: 'Cada mañana', everyDueTime: false, retentionRuns: 5 };
    const { id } = await snapshots.createSchedule({ actor, given, formToken: 'horario-de-la-prueba' });
    const run = () =>
      get(`/reports/schedules/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'run-now', formToken: 'ejecutar-ahora-01' }),
      });
    const first = await run();
    expect([first.status, (await run()).headers.get('location')]).toEqual([302, first.headers.get('location')]);
    const runId = (first.headers.get('location') ?? '').split('/').at(-1)?.split('?')[0];
    await snapshots.runReportOnce({ actor, given: { reportId: 'user-activity', params: [] }, formToken: 'ejecutar-suelto-01' });
    expect((await entries()).map(({ action, user, targetPath, newData }) => [action, user, targetPath, newData])).toEqual([
      [
        'REPORTE EJECUTADO A MANO',
        web.administrator.id,
        `reportes_programados/${id}`,
        { title: 'Cada mañana', reportId: 'user-activity', id: runId },
      ],
      ['REPORTE EJECUTADO A MANO', web.administrator.id, expect.stringMatching(/^reportes_ejecuciones\//), expect.anything()],
    ]);
  });

  it('records the download of its CSV file, but not opening its page, a HEAD request or a 404', async () => {
    const { documents, readModel, snapshotFiles } = web.portal;
    const place = 'reportes_ejecuciones/prueba';
    const facts = { scheduleId: '', reportId: 'user-activity', params: {}, userId: web.administrator.id, progress: 100, rows: 12 };
    const sums = { dataSha256: 'a'.repeat(64), fileSha256: 'b'.repeat(64) };
    await documents.main.set(place, { ...facts, ...sums, status: 'lista', dueAt: new Date(), finishedAt: new Date(), isActive: true });
    await readModel.projectNow('main', [place]);
    const stored = await documents.main.get(place);
    const keys = stored && snapshotKeys(readRun(stored));
    await snapshotFiles.put(keys?.csv ?? '', Readable.from(['Persona\r\n']), { contentType: 'text/csv' });
    await get('/reports/runs/prueba');
    await get('/reports/runs/prueba/download?format=csv', { method: 'HEAD' });
    expect((await get('/reports/runs/prueba/download?format=xlsx')).status).toBe(404);
    expect(await entries()).toEqual([]);
    expect((await get('/reports/runs/prueba/download?format=csv')).status).toBe(200);
    expect(await told()).toEqual([[place, 'csv', 12]]);
  });
});

/** Fills the list with that many agencies. */
async function haveAgencies(count: number): Promise<void> {
  const { sql } = web.portal;
  await sql.query(
    `INSERT INTO agencias (id, nombre, tipo, "createdAt", source_version, search_text)
     SELECT 'a' || i, 'Agencia ' || i, 'agencia', timestamptz '2020-01-01' + i * interval '1 minute', 1, 'agencia ' || i FROM generate_series(1, $1) i
     ON CONFLICT DO NOTHING`,
    [count],
  );
  await sql.query('ANALYZE agencias');
}
