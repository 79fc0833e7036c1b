import { readPermissions } from '#server/domain/document-permissions.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { createInbox } from '#server/features/inbox/index.ts';
import { createHome } from '#server/features/home/create-home.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { listenToQueries } from '#server/testing/count-queries.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { bigCooperative } from './catalogue.ts';
import { withDatabase } from './cluster.ts';
import { addContents } from './content.ts';
import { atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';
import { someServices } from '#server/testing/some-services.ts';

const GROUP = 'home';
const PEOPLE = { full: 400, quick: 40 };
const DAYS = 1_096;
const LIMIT_MS = 150;
const QUERIES_MAX = 5;
const RUNS = 11;
/** A moment at which the generated data is recent. */
const NOW = new Date('2026-11-19T15:00:00Z');

/** The reads of Inicio, for a person with every permission and for the usual roles, at the size of a big cooperative. */
export function benchHome({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withDatabase(async ({ sql }) => {
    await addContents(sql);
    await addPeople(sql, quick ? PEOPLE.quick : PEOPLE.full);
    const listened = { sql, queries: listenToQueries(sql) };
    const results: BenchResult[] = [];
    for (const [who, actor] of PERSONS) results.push(...(await measure(listened, who, actor)));
    return results;
  }, bigCooperative({ quick }));
}

const CLERK = testStaff({
  id: 'u1',
  role: 'digita',
  agencyId: 'a1',
  folders: ['carpeta-1', 'carpeta-2'],
  menus: new Set(DEFAULT_MENUS.editor),
  permissionSet: { id: 's', title: 'S', agencyScope: 'all', permissions: readPermissions({ c1: { t1: ['view'] }, c2: { t2: ['view'] } }) },
});
const PERSONS: readonly (readonly [string, Staff])[] = [
  ['who has everything', testStaff({ id: 'u1' })],
  ['an editor', CLERK],
  ['who has reports alone', testStaff({ id: 'u1', role: 'user', menus: new Set(DEFAULT_MENUS.user) })],
];

/** People who are active every day. */
export async function addPeople(sql: Sql, people: number): Promise<void> {
  await sql.query(
    `INSERT INTO usuarios (id, name, agency, role, "createdAt", source_version)
     SELECT 'u' || i, 'Persona ' || i, 'a' || i % 40, 'editor', timestamptz '2023-12-01', 1 FROM generate_series(1, ${people}) i`,
  );
  await sql.query(
    `INSERT INTO actividad_usuarios (id, "userId", day, clicks, "lastAt", "createdAt", source_version)
     SELECT 'k' || i || '-' || d, 'u' || i, date '2023-12-01' + d, 1 + (i * d) % 90, timestamptz '2023-12-01' + d * interval '1 day', timestamptz '2023-12-01', 1
     FROM generate_series(1, ${people}) i, generate_series(0, ${DAYS - 1}) d`,
  );
  await sql.query('VACUUM ANALYZE usuarios, actividad_usuarios');
}

async function measure({ sql, queries }: Listened, who: string, actor: Staff): Promise<BenchResult[]> {
  const counts = async () => ({ waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 });
  const services = someServices({ sql, queues: { counts }, log: createLog({ level: 'silent', process: 'bench' }) });
  const home = createHome(services);
  const inbox = createInbox(services);
  const read = () => Promise.all([inbox.readInbox({ actor }), home.readTiles({ actor, now: NOW })]);
  queries();
  const [lines, tiles] = await read();
  const asked = queries().length;
  const figures = lines.length + tiles.reduce((sum, tile) => sum + tile.lines.length, 0);
  return [
    atMost(GROUP, `${who}: inbox and ${tiles.length} tiles, ${figures} figures`, await medianMs(RUNS, read), LIMIT_MS),
    atMost(GROUP, `${who}: queries`, asked, QUERIES_MAX, String),
  ];
}

interface Listened {
  sql: Sql;
  queries: () => string[];
}
