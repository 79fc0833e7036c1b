import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../domain/dates.ts';
import { readStateNames } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import type { MenuId } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { RowBatches } from '../../workbooks/sheet.ts';
import { createReports } from '../../reporting/create-reports.ts';
import { FILE_REPORTS, REPORT_IDS, REPORTS, type ReportId } from './report-definition.ts';
import { bulkLoadEvents, rebuildRollUps, verifyRollUps } from './roll-ups.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { runs } from '../../testing/run-seed.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();

const services = someServices({
  sql,
  liveSettings: unchangedSettings(),
  readModel: CURRENT_READ_MODEL,
  registries: { reports: FILE_REPORTS },
});
const reports = createReports(services);

function staff(menus: MenuId[] = ['briefcase-reports']): Staff {
  return {
    id: 'u1',
    name: 'Ana Morales',
    email: 'ana@demo.coop',
    role: 'user',
    roleTitle: 'Reportes',
    agencyId: 'a1',
    menus: new Set(menus),
    folders: [],
    permissionSetId: '',
    permissionSet: null,
    pageSize: 25,
    stateNames: readStateNames({}),
    theme: 'system',
    sessionId: 's1',
  };
}

interface Event {
  id: string;
  kind: string;
  area: string;
  fileId: string;
  folderId: string;
  userId: string;
  agencyId: string;
  at: Date;
  version: number;
  deleted: boolean;
}

/** As the sync writes them: newer versions win, replays change nothing. */
async function upsert(events: readonly Event[]): Promise<void> {
  await sql.query(
    `INSERT INTO eventos_archivos AS t (id, kind, area, "fileId", "fileName", "folderId", "userId", "userName", "agencyId", at, source_version, source_deleted)
     SELECT id, kind, area, "fileId", 'archivo ' || "fileId", "folderId", "userId", 'usuario ' || "userId", "agencyId", at, version, deleted
     FROM jsonb_to_recordset($1::jsonb) AS r (id text, kind text, area text, "fileId" text, "folderId" text, "userId" text, "agencyId" text, at timestamptz, version bigint, deleted boolean)
     ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, area = excluded.area, "fileId" = excluded."fileId", "folderId" = excluded."folderId", "userId" = excluded."userId",
       "agencyId" = excluded."agencyId", at = excluded.at, source_version = excluded.source_version, source_deleted = excluded.source_deleted
     WHERE t.source_version < excluded.source_version`,
    [JSON.stringify(events)],
  );
}

const pick = <Value>(...values: Value[]) => fc.constantFrom(...values);
// Around ends of months and years, and around midnight in Guatemala (06:00 UTC).
const moment = fc
  .tuple(fc.integer({ min: 0, max: 850 }), pick(0, 5 * 3600 + 3599, 6 * 3600, 12 * 3600, 86_399))
  .map(([day, second]) => new Date(Date.UTC(2024, 9, 15) + (day * 86_400 + second) * 1000));
const eventOf = (id: fc.Arbitrary<string>): fc.Arbitrary<Event> =>
  fc.record({
    id,
    kind: pick('upload', 'download', 'download', 'view', 'print'),
    area: pick('briefcase', 'briefcase', 'briefcase', 'digitalization'),
    fileId: pick('f1', 'f2', 'f3', ''),
    folderId: pick('c1', 'c2', ''),
    userId: pick('u1', 'u2', 'u3'),
    agencyId: pick('a1', 'a2'),
    at: moment,
    version: fc.integer({ min: 1, max: 5 }),
    deleted: pick(false, false, false, true),
  });

async function collect(batches: RowBatches): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const batch of batches) rows.push(...batch.map((row) => [...row]));
  return rows;
}

beforeEach(async () => {
  await sql.query('TRUNCATE eventos_archivos');
});

describe('roll-ups', () => {
  const ids = fc.integer({ min: 1, max: 12 }).map((number) => `e${number}`);
  const batch = fc.uniqueArray(eventOf(ids), { selector: (event) => event.id, minLength: 1, maxLength: 6 });
  const change = fc.oneof(
    { weight: 6, arbitrary: batch.map((events) => ({ kind: 'upsert' as const, events })) },
    { weight: 1, arbitrary: ids.map((id) => ({ kind: 'delete' as const, id })) },
    { weight: 1, arbitrary: pick('f1', 'f9').map((fileId) => ({ kind: 'update by hand' as const, fileId })) },
  );

  it('equal the ledger after any mix of inserts, replays, older and newer versions, tombstones, deletes and changes by hand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        await sql.query('TRUNCATE eventos_archivos');
        for (const step of changes) {
          if (step.kind === 'upsert') await upsert(step.events);
          else if (step.kind === 'delete') await sql.query('DELETE FROM eventos_archivos WHERE id = $1', [step.id]);
          else
            await sql.query(`UPDATE eventos_archivos SET "fileId" = $1, at = at + interval '20 days' WHERE "fileId" = 'f2'`, [step.fileId]);
        }
        expect(await verifyRollUps(sql)).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });

  it('are rolled back with the transaction that wrote the event', async () => {
    const client = await sql.connect();
    await client.query('BEGIN');
    await client.query(`INSERT INTO eventos_archivos (id, kind, area, at, source_version) VALUES ('x', 'upload', 'briefcase', now(), 1)`);
    await client.query('ROLLBACK');
    client.release();
    expect((await sql.query('SELECT 1 FROM report_agency_days WHERE events <> 0')).rowCount).toBe(0);
  });

  it('count each event once when many writers send overlapping batches at the same time', async () => {
    const events = fc.sample(eventOf(fc.uuid()), { numRuns: 400, seed: 7 });
    const batches = Array.from({ length: 24 }, (_, index) => events.slice((index % 8) * 50, (index % 8) * 50 + 50));
    await Promise.all(batches.map((part) => upsert(part)));
    expect(await verifyRollUps(sql)).toEqual([]);
    const [row] = (
      await sql.query<{ rolled: bigint; raw: bigint }>(
        `SELECT (SELECT sum(events) FROM report_agency_days)::bigint AS rolled, (SELECT count(*) FROM eventos_archivos WHERE NOT source_deleted) AS raw`,
      )
    ).rows;
    expect(row?.rolled).toBe(row?.raw);
    expect(Number(row?.raw)).toBeGreaterThan(100);
  });

  it('are reported when changed or deleted by hand, and correct again after a rebuild', async () => {
    await upsert(fc.sample(eventOf(fc.uuid()), { numRuns: 50, seed: 3 }));
    await upsert([
      {
        id: 'z',
        kind: 'upload',
        area: 'briefcase',
        fileId: 'f1',
        folderId: 'c1',
        userId: 'u9',
        agencyId: 'a1',
        at: new Date('2026-11-20T05:59:59Z'),
        version: 9,
        deleted: false,
      },
    ]);
    await sql.query(`UPDATE report_user_periods SET events = events + 4 WHERE "userId" = 'u9' AND grain = 'day'`);
    await sql.query(`DELETE FROM report_file_periods WHERE grain = 'year' AND "fileId" = 'f1'`);
    const differences = await verifyRollUps(sql);
    expect(differences).toContainEqual({
      table: 'report_user_periods',
      key: 'area=briefcase kind=upload grain=day start=2026-11-19 userId=u9 agencyId=a1',
      stored: 5,
      expected: 1,
    });
    expect(differences.some((difference) => difference.table === 'report_file_periods' && difference.stored === 0)).toBe(true);
    await rebuildRollUps(sql);
    expect(await verifyRollUps(sql)).toEqual([]);
  });

  it('are right after a bulk load without triggers, and the triggers are on again', async () => {
    await bulkLoadEvents(sql, (client) =>
      client.query(
        `INSERT INTO eventos_archivos (id, kind, area, "fileId", "userId", at, source_version)
         SELECT 'b' || n, 'download', 'briefcase', 'f' || n % 7, 'u' || n % 5, timestamptz '2026-01-01' + n * interval '1 hour', 1 FROM generate_series(1, 2000) n`,
      ),
    );
    await sql.query(`INSERT INTO eventos_archivos (id, kind, area, at, source_version) VALUES ('after', 'upload', 'briefcase', now(), 1)`);
    expect(await verifyRollUps(sql)).toEqual([]);
    expect((await sql.query('SELECT sum(events)::int AS events FROM report_agency_days')).rows).toEqual([{ events: 2001 }]);
  });
});

it('derives title, question and file name of a report from its kind of event and its grouping', () => {
  expect(Object.values(REPORTS).map(({ id }) => id)).toEqual(Object.keys(REPORTS));
  expect(FILE_REPORTS.map(({ title, question, filePrefix }) => [title, question, filePrefix])).toEqual([
    ['Cargas por usuario', '¿Quién carga archivos en el Maletín, y cuántos?', 'cargas-por-usuario'],
    ['Descargas por usuario', '¿Quién descarga archivos del Maletín, y cuántas veces?', 'descargas-por-usuario'],
    ['Descargas por archivo', '¿Qué archivos del Maletín se descargan más?', 'descargas-por-archivo'],
    ['Vistas por usuario', '¿Quién abre archivos del Maletín, y cuántas veces?', 'vistas-por-usuario'],
    ['Vistas por archivo', '¿Qué archivos del Maletín se abren más?', 'vistas-por-archivo'],
    ['Impresiones por usuario', '¿Quién imprime archivos del Maletín, y cuántas veces?', 'impresiones-por-usuario'],
    ['Impresiones por archivo', '¿Qué archivos del Maletín se imprimen más?', 'impresiones-por-archivo'],
  ]);
});

describe('a report', () => {
  const DATA_DAYS = 850;
  const day = fc.integer({ min: -40, max: DATA_DAYS + 40 }).map((offset) => addDays('2024-10-15', offset));
  const firstOrLast = fc.integer({ min: 0, max: 27 }).chain((month) => {
    const first = new Date(Date.UTC(2024, 9 + month, 1)).toISOString().slice(0, 10);
    return pick(first, addDays(first, -1));
  });
  const anyDay = fc.oneof(day, firstOrLast, pick('1900-01-01', '2999-12-31', '2024-02-29'));
  const filter = (...values: string[]) => fc.option(pick(...values), { nil: '' });
  const question = fc.record({
    report: pick(...REPORT_IDS),
    days: fc.tuple(anyDay, anyDay),
    agencyId: filter('a1', 'a2', 'none', 'a1\na2', 'a2\nnone'),
    userId: filter('u1', 'u2', 'u2\nu3'),
    folderId: filter('c1', 'c2', 'c1\nc2'),
    sort: pick('events', 'name'),
    dir: pick('asc', 'desc'),
  });

  async function countNaively(asked: {
    report: ReportId;
    from: string;
    to: string;
    agencyId: string;
    userId: string;
    folderId: string;
  }): Promise<Map<string, number>> {
    const { kind, group } = REPORTS[asked.report];
    const column = group === 'user' ? '"userId"' : '"fileId"';
    const { rows } = await sql.query<{ id: string; events: bigint }>(
      `SELECT ${column} AS id, count(*) AS events FROM eventos_archivos
       WHERE NOT source_deleted AND area = 'briefcase' AND kind = $1 AND (at - interval '6 hours')::date BETWEEN $2::date AND $3::date
         AND ($4 = '' OR "agencyId" = ANY(string_to_array($4, E'\n'))) AND ($5 = '' OR "userId" = ANY(string_to_array($5, E'\n')))
         AND ($6 = '' OR "folderId" = ANY(string_to_array($6, E'\n'))) GROUP BY 1`,
      [kind, asked.from, asked.to, asked.agencyId, asked.userId, asked.folderId],
    );
    return new Map(rows.map((row) => [row.id, Number(row.events)]));
  }

  it('equals GROUP BY over the ledger for any range and filters, on the page, in the totals and in the export', async () => {
    await upsert(fc.sample(eventOf(fc.uuid()), { numRuns: 1500, seed: 11 }));
    await fc.assert(
      fc.asyncProperty(question, async ({ report, days, sort, dir, ...filters }) => {
        const [from, to] = [...days].sort() as [string, string];
        const expected = await countNaively({ report, from, to, ...filters });
        const params = new URLSearchParams({ from, to, ...filters, sort, dir });
        const result = await reports.runReport({ actor: staff(), report: REPORTS[report], params });
        expect(new Map(result.rows.map((row) => [row.id, row.events]))).toEqual(expected);
        const total = [...expected.values()].reduce((sum, events) => sum + events, 0);
        expect(result.totals).toMatchObject({ events: total, groups: expected.size });
        expect(result.problems).toEqual([]);
        const exported = await collect((await reports.exportReport({ actor: staff(), report: REPORTS[report], params })).rows());
        expect(exported.map((row) => [row[0], row[2], row[4]])).toEqual(result.rows.map((row) => [row.name, row.events, row.lastAt]));
      }),
      { numRuns: runs(40) },
    );
  });

  it('names the busiest day, the last moment and the top rows', async () => {
    const at = (text: string) => new Date(text);
    const event = (id: string, userId: string, moment: Date): Event => ({
      id,
      kind: 'upload',
      area: 'briefcase',
      fileId: 'f1',
      folderId: 'c1',
      userId,
      agencyId: 'a1',
      at: moment,
      version: 1,
      deleted: false,
    });
    await upsert([
      event('1', 'u1', at('2026-03-01T05:59:59.5Z')),
      event('2', 'u1', at('2026-03-01T06:00:00Z')),
      event('3', 'u2', at('2026-03-02T05:00:00Z')),
      event('4', 'u1', at('2026-03-05T12:00:00Z')),
    ]);
    for (const folderId of ['', 'c1']) {
      const result = await reports.runReport({
        actor: staff(),
        report: REPORTS['uploads-by-user'],
        params: new URLSearchParams({ from: '2026-03-01', to: '2026-03-10', folderId }),
      });
      expect(result.totals).toEqual({ events: 3, groups: 2, perDay: 0.3, busiest: { day: '2026-03-01', events: 2 } });
      expect(result.rows.map((row) => [row.id, row.events, row.lastAt?.toISOString()])).toEqual([
        ['u1', 2, '2026-03-05T12:00:00.000Z'],
        ['u2', 1, '2026-03-02T05:00:00.000Z'],
      ]);
      expect(result.rows[0]?.share).toBeCloseTo(2 / 3);
      expect(result.top).toEqual(result.rows);
    }
  });

  it('shows current names, the name in the ledger where the person is gone, and the agency of the events', async () => {
    await sql.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('a1', 'Agencia Central', now(), 1)`);
    await sql.query(`INSERT INTO usuarios (id, name, agency, "createdAt", source_version) VALUES ('u1', 'Ana Morales', 'moved', now(), 1)`);
    await upsert(
      ['u1', 'u2'].map((userId, index) => ({
        id: `n${index}`,
        kind: 'upload',
        area: 'briefcase',
        fileId: 'f1',
        folderId: 'c1',
        userId,
        agencyId: 'a1',
        at: new Date('2026-03-05T12:00:00Z'),
        version: 1,
        deleted: false,
      })),
    );
    const result = await reports.runReport({
      actor: staff(),
      report: REPORTS['uploads-by-user'],
      params: new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', sort: 'name' }),
    });
    expect(result.rows.map((row) => [row.name, row.detail])).toEqual([
      ['Ana Morales', 'Agencia Central'],
      ['usuario u2', 'Agencia Central'],
    ]);
    const filters = await reports.findFilters({ actor: staff(), report: REPORTS['uploads-by-user'] });
    expect(filters['agencyId']).toEqual([{ value: 'a1', label: 'Agencia Central' }]);
    const { sheet } = await reports.exportReport({
      actor: staff(),
      report: REPORTS['uploads-by-user'],
      params: new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', agencyId: 'a1', userId: 'gone' }),
    });
    expect(sheet.parameters).toEqual([
      ['Desde', '01/03/2026'],
      ['Hasta', '31/03/2026'],
      ['Agencia', 'Agencia Central'],
      ['Usuario', 'gone'],
      ['Carpeta', 'Todas'],
      ['Cambio', 'igual contra 0 del 01/02/2026 al 28/02/2026'],
    ]);
  });

  it('returns every row once over three pages, and the last page when a later one is asked for', async () => {
    await upsert(
      Array.from({ length: 23 }, (_, index) => ({
        id: `p${index}`,
        kind: 'download',
        area: 'briefcase',
        fileId: `f${index}`,
        folderId: 'c1',
        userId: 'u1',
        agencyId: 'a1',
        at: new Date('2026-03-05T12:00:00Z'),
        version: 1,
        deleted: false,
      })),
    );
    const read = (page: string) =>
      reports.runReport({
        actor: staff(),
        report: REPORTS['downloads-by-file'],
        params: new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', pageSize: '10', page }),
      });
    const pages = [await read('1'), await read('2'), await read('3')];
    expect(pages.flatMap((page) => page.rows.map((row) => row.id)).sort()).toEqual(
      Array.from({ length: 23 }, (_none, at) => `f${at}`).sort(),
    );
    expect(pages[1]?.top).toHaveLength(10);
    const beyond = await read('900');
    expect(beyond.query.page).toBe(3);
    expect(beyond.rows).toEqual(pages[2]?.rows);
  });

  it.each([
    [{ from: '0000-01-01' }, 'fecha inicial no es válida'],
    [{ from: 'ayer' }, 'fecha inicial no es válida'],
    [{ to: '2026-02-30' }, 'fecha final no es válida'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'posterior a la final'],
    [{ userId: 'x'.repeat(300) }, 'filtro no es válido'],
    [{ folderId: 'a\u0000b' }, 'filtro no es válido'],
    [{ userId: `u1\n${'x'.repeat(300)}` }, 'se muestran los demás'],
    [{ userId: Array.from({ length: 60 }, (_none, at) => `u${at}`).join('\n') }, 'se muestran los demás'],
  ])('with %j shows a remark on screen and rejects the export with 400', async (wrong, remark) => {
    const params = new URLSearchParams(wrong);
    const result = await reports.runReport({ actor: staff(), report: REPORTS['downloads-by-user'], params });
    expect(result.problems.join()).toContain(remark);
    expect(result.query.from <= result.query.to).toBe(true);
    await expect(reports.exportReport({ actor: staff(), report: REPORTS['downloads-by-user'], params })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('accepts several values of one filter in addresses, files and JSON, and still a single one', async () => {
    for (const [id, name] of [
      ['a1', 'Agencia Uno'],
      ['a2', 'Agencia Dos'],
    ])
      await sql.query(
        `INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ($1, $2, now(), 1)
         ON CONFLICT (id) DO UPDATE SET nombre = excluded.nombre`,
        [id, name],
      );
    const report = REPORTS['downloads-by-user'];
    const ask = (search: string) => ({ actor: staff(), report, params: new URLSearchParams(`from=2026-03-01&to=2026-03-31&${search}`) });
    const lines = async (search: string) =>
      Object.fromEntries((await reports.exportReport(ask(search))).sheet.parameters.map(([label, value]) => [label, value]));
    const [several, one] = ['agencyId=a1&agencyId=a2', 'agencyId=a1'];
    expect([(await lines(several))['Agencia'], (await lines(one))['Agencia']]).toEqual(['Agencia Uno, Agencia Dos', 'Agencia Uno']);
    expect((await reports.reportJson(ask(several))).parameters).toMatchObject({ agencyId: ['a1', 'a2'] });
    expect((await reports.reportJson(ask(one))).parameters).toMatchObject({ agencyId: 'a1' });
    const result = await reports.runReport(ask(several));
    expect(reports.reportHref(result, {})).toBe(`${report.url}?from=2026-03-01&to=2026-03-31&${several}`);
  });

  it('accepts from programs the id of a missing record only if rows name it', async () => {
    await sql.query(
      `INSERT INTO eventos_archivos (id, kind, area, "fileId", "fileName", "folderId", "userId", "userName", "agencyId", at, source_version, source_deleted)
       VALUES ('of-missing', 'download', 'briefcase', 'g', 'g', 'c1', 'u1', 'u1', 'removed', '2026-04-05T12:00:00Z', 1, false)`,
    );
    const ask = (agencies: string) => {
      const params = new URLSearchParams(`from=2026-04-01&to=2026-04-30&${agencies}`);
      return reports.reportJson({ actor: staff(), report: REPORTS['downloads-by-file'], params });
    };
    expect((await ask('agencyId=removed')).totals).toMatchObject({ events: 1 });
    for (const misspelt of ['agencyId=remove', 'agencyId=removed&agencyId=remove'])
      await expect(ask(misspelt), misspelt).rejects.toMatchObject({
        status: 400,
        fields: { agencyId: [expect.stringContaining('no existe')] },
      });
  });

  it('gives programs every row once over several pages, and 409 once the rows are no longer the same', async () => {
    await sql.query(
      `INSERT INTO eventos_archivos (id, kind, area, "fileId", "fileName", "folderId", "userId", "userName", "agencyId", at, source_version, source_deleted)
       SELECT 'p' || n, 'download', 'briefcase', 'g' || n, 'g' || n, 'c1', 'u1', 'u1', 'a1', '2026-03-05T12:00:00Z', 1, false
       FROM generate_series(1, 10200) AS n`,
    );
    const page = (cursor: string) => {
      const params = new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', cursor });
      return reports.reportJson({ actor: staff(), report: REPORTS['downloads-by-file'], params });
    };
    const first = await page('1');
    const second = await page(first.next ?? '');
    expect([first.rows.length, second.rows.length, second.next]).toEqual([10_000, 200, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ key }) => key)).size).toBe(10_200);
    // The last file becomes the first: it would be left out, and another given twice.
    const last = second.rows.at(-1)?.['key'];
    await sql.query(
      `INSERT INTO eventos_archivos (id, kind, area, "fileId", "fileName", "folderId", "userId", "userName", "agencyId", at, source_version, source_deleted)
       VALUES ('again', 'download', 'briefcase', $1, 'g', 'c1', 'u1', 'u1', 'a1', '2026-03-06T12:00:00Z', 1, false)`,
      [last],
    );
    await expect(page(first.next ?? '')).rejects.toMatchObject({
      status: 409,
      userMessage: expect.stringContaining('cambiaron') as string,
    });
  });

  it('falls back to the month to date and the default order for missing or invalid parameters', async () => {
    const result = await reports.runReport({
      actor: staff(),
      report: REPORTS['uploads-by-user'],
      params: new URLSearchParams({ page: '-1', sort: 'x', dir: 'x', pageSize: '1e9' }),
    });
    const today = dayOf(new Date());
    expect(result.query).toMatchObject({ from: `${today.slice(0, 7)}-01`, to: today, page: 1, sort: 'events', dir: 'desc', pageSize: 25 });
  });

  it('is forbidden with 403 without its menu', async () => {
    const call = { actor: staff(['briefcase-files']), report: REPORTS['uploads-by-user'], params: new URLSearchParams() } as const;
    await expect(reports.runReport(call)).rejects.toBeInstanceOf(AppError);
    await expect(reports.runReport(call)).rejects.toMatchObject({ status: 403, permission: 'Reportes › Reportes del Maletín' });
    await expect(reports.exportReport(call)).rejects.toMatchObject({ status: 403 });
    await expect(reports.findFilters(call)).rejects.toMatchObject({ status: 403 });
  });
});

describe('the chart', () => {
  let svg = '';
  beforeAll(async () => {
    await sql.query('TRUNCATE eventos_archivos, usuarios');
    await upsert([
      {
        id: 'c1',
        kind: 'upload',
        area: 'briefcase',
        fileId: 'f',
        folderId: 'c',
        userId: '</text><script>alert("1")</script>&<i>',
        agencyId: 'a',
        at: new Date('2026-03-05T12:00:00Z'),
        version: 1,
        deleted: false,
      },
    ]);
    const result = await reports.runReport({
      actor: staff(),
      report: REPORTS['uploads-by-user'],
      params: new URLSearchParams({ from: '2026-03-01', to: '2026-03-31' }),
    });
    svg = (await reports.drawCharts(result, { actor: staff(), place: 'desk' })).top;
  });

  it('has a title that names report and period, and a description', () => {
    expect(svg).toMatch(
      /^<svg [^>]*role="group" aria-labelledby="grafica-titulo grafica-descripcion"><title id="grafica-titulo">Cargas por usuario, del 01\/03\/2026 al 31\/03\/2026<\/title><desc/,
    );
  });

  it('holds only drawing elements, without styles or scripts, and escapes names', () => {
    const names = [...svg.matchAll(/<\/?([A-Za-z][\w-]*)/g)].map(([, name]) => name);
    expect([...new Set(names)].sort()).toEqual(['a', 'desc', 'path', 'rect', 'svg', 'text', 'title']);
    expect(svg).not.toMatch(/ (style|class|on\w+)=/);
    expect(svg).toContain('&lt;script&gt;');
  });

  it('uses the colours of the theme', () => {
    expect(svg).toContain('fill="var(--color-primary)"');
    expect(svg).not.toMatch(/#0[123]0[123]0[123]/);
  });

  it('is left out when there is nothing to draw', async () => {
    const empty = await reports.runReport({
      actor: staff(),
      report: REPORTS['uploads-by-user'],
      params: new URLSearchParams({ from: '2020-01-01', to: '2020-01-31' }),
    });
    expect((await reports.drawCharts(empty, { actor: staff(), place: 'desk' })).top).toBe('');
    expect(empty.totals).toEqual({ events: 0, groups: 0, perDay: 0, busiest: null });
  });
});
