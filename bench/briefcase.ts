import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { withDemo } from './demo.ts';
import { alternateMs, atLeast, atMost, leftOut, ms, times, type BenchOptions, type Figure } from './measure.ts';
import { compareRates, signIn, startBare } from './portal-client.ts';
import { asKilobytes } from './weights.ts';

const GROUP = 'briefcase';
const ROOT = path.join(import.meta.dirname, '..');
const LIST = '/briefcase/list-briefcase';
const ROWS = { full: 1_000_000, quick: 50_000 };
const ROWS_OF_A_PAGE = 25;
const HTML_KB = 60;
const DATA_KB = 10;
const TRANSACTIONS = 3;
const DATA_RATIO = 0.6;
const MIDDLE_RATIO = 2;
const PAGE_RUNS = 40;
const COUNTED_REQUESTS = 300;
/** A PostgreSQL backend may report its statistics this long after its last statement. */
const STATISTICS_DELAY_MS = 12_000;

/** The Maletín's list, 25 rows of a million: its size, its number of transactions, and how fast its data request is. */
export async function benchBriefcase({ quick }: BenchOptions): Promise<Figure[]> {
  await ensureBuild(ROOT);
  return withDemo(async ({ url, environment, sql }) => {
    await addFiles(sql, quick ? ROWS.quick : ROWS.full);
    const web = await startPortalProcess('web', environment);
    const bare = await startBare('rows.ts', { DATABASE_URL: url, SESSION_SECRET: environment['SESSION_SECRET'] ?? '' });
    try {
      const headers = { cookie: await signIn(web.url), 'accept-encoding': 'identity' };
      const [page, data] = [`${web.url}${LIST}`, `${web.url}${LIST}.data`];
      const [ours, theirs] = await compareRates({ url: data, headers }, { url: bare.url, headers }, { quick });
      const middlePage = await findMiddlePage(sql);
      const [middle, first] = await alternateMs(
        PAGE_RUNS,
        () => kilobytes(`${page}?page=${middlePage}`, headers),
        () => kilobytes(page, headers),
      );
      return [
        atMost(GROUP, 'page, 25 rows, as HTML', await kilobytes(page, headers), HTML_KB, asKilobytes),
        atMost(GROUP, 'page, 25 rows, as data', await kilobytes(data, headers), DATA_KB, asKilobytes),
        atMost(GROUP, `page ${middlePage} in ${ms(middle)}, page 1 in ${ms(first)}`, middle / first, MIDDLE_RATIO, times),
        quick
          ? leftOut(GROUP, 'transactions of a page', 'PostgreSQL tells its figures late: counting takes 40 s')
          : atMost(GROUP, 'transactions of a page', Math.round(await transactionsOf(sql, data, headers)), TRANSACTIONS, String),
        atLeast(
          GROUP,
          `data: ${ours.toFixed(0)}/s against the same from Express and pg alone ${theirs.toFixed(0)}/s`,
          ours / theirs,
          DATA_RATIO,
        ),
      ];
    } finally {
      bare.stop();
      await web.kill('SIGKILL');
    }
  });
}

async function findMiddlePage(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM maletin_archivos WHERE "isActive" AND NOT source_deleted',
  );
  return Math.trunc((rows[0]?.count ?? 0) / ROWS_OF_A_PAGE / 2);
}

async function kilobytes(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength / 1024;
}

/** Transactions of one request, minus those of the portal's background work. */
async function transactionsOf(sql: Sql, url: string, headers: Record<string, string>): Promise<number> {
  const during = async (work: () => Promise<void>): Promise<{ commits: number; ms: number }> => {
    const [before, startedAt] = [await commits(sql), performance.now()];
    await work();
    await pause(STATISTICS_DELAY_MS);
    return { commits: (await commits(sql)) - before, ms: performance.now() - startedAt };
  };
  await pause(STATISTICS_DELAY_MS);
  const idle = await during(async () => undefined);
  const busy = await during(async () => {
    for (let request = 0; request < COUNTED_REQUESTS; request += 1) await kilobytes(url, headers);
  });
  return (busy.commits - (idle.commits * busy.ms) / idle.ms) / COUNTED_REQUESTS;
}

async function commits(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ commits: string }>(
    'SELECT xact_commit + xact_rollback AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits);
}

/** Files that refer to the demo's folders, types, agencies and people. */
async function addFiles(sql: Sql, count: number): Promise<void> {
  await sql.query(
    `WITH known AS (SELECT array(SELECT id FROM maletin_carpetas ORDER BY id) AS folders, array(SELECT id FROM maletin_tipos_documento ORDER BY id) AS types,
       array(SELECT id FROM agencias ORDER BY id) AS agencies, array(SELECT id FROM usuarios ORDER BY id) AS people)
     INSERT INTO maletin_archivos (id, nombre, "carpetaId", "tipoDocumentoId", "agenciaId", "userId", "contentType", bytes, "createdAt", source_version, search_text)
     SELECT 'bench' || i, 'Documento de prueba ' || i || '.pdf', folders[1 + i % cardinality(folders)], types[1 + i % cardinality(types)],
       agencies[1 + i % cardinality(agencies)], people[1 + i % cardinality(people)], 'application/pdf', 1000 + i,
       timestamptz '2020-01-01' + i * interval '3 minutes', 1, 'documento de prueba ' || i
     FROM known, generate_series(1, $1) i`,
    [count],
  );
  await sql.query('VACUUM ANALYZE maletin_archivos');
}
