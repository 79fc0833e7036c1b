import { createContentHealth } from '#server/features/contents/index.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { withDatabase } from './cluster.ts';
import { atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';
import { someServices } from '#server/testing/some-services.ts';

const GROUP = 'content';
/** Far more than a cooperative has. The quick run uses the same number. */
const CONTENTS = 20_000;
const RUNS = 15;
const LIMIT_MS = 50;

/** Findings among 20,000 contents, of which one in fifty has a problem: a page, its counts, and the count on the home tile. */
export function benchContent(_options: BenchOptions): Promise<BenchResult[]> {
  return withDatabase(async ({ sql }) => {
    await addContents(sql);
    const health = createContentHealth(someServices({ sql, liveSettings: unchangedSettings() }));
    const actor = testStaff({ pageSize: 25 });
    const page = (query: string) => () => health.findFindings({ actor, params: new URLSearchParams(query) });
    const total = (await page('')()).total;
    const what = `${total} findings in ${CONTENTS} contents`;
    return [
      atMost(GROUP, `counts by kind, ${what}`, await medianMs(RUNS, () => health.countFindings({ actor })), LIMIT_MS),
      atMost(GROUP, `page and counts, ${what}`, await medianMs(RUNS, page('')), LIMIT_MS),
      atMost(GROUP, 'page of one kind', await medianMs(RUNS, page('tipo=imagen-caida')), LIMIT_MS),
      atMost(GROUP, 'page of one menu, searched', await medianMs(RUNS, page('menu=promotions&q=contenido')), LIMIT_MS),
    ];
  });
}

/** Offers and promotions grow year by year: 9,000 and 6,000 of them, and 2,500 products, 2,000 lessons, 400 agencies, 100 services. */
export async function addContents(sql: Sql): Promise<void> {
  const rows = (share: number) => `generate_series(1, ${CONTENTS * share}) i`;
  const common = `timestamptz '2026-01-01' + i * interval '1 minute', i, 'contenido ' || i`;
  const names = `"createdAt", source_version, search_text`;
  const day = (every: number) => `CASE WHEN i % ${every} = 0 THEN '2020-01-01' ELSE '2999-01-01' END`;
  const statements = [
    `INSERT INTO promociones (id, nombre, image_url, "vigenciaHasta", ${names})
     SELECT 'p' || i, 'Contenido ' || i, CASE WHEN i % 50 = 1 THEN '' ELSE 'https://a.test/' || i END, ${day(50)}, ${common} FROM ${rows(0.3)}`,
    `INSERT INTO plazas_vacantes (id, nombre, "fechaPapeleria", ${names}) SELECT 'o' || i, 'Contenido ' || i, ${day(50)}, ${common} FROM ${rows(0.45)}`,
    `INSERT INTO agencias (id, nombre, tipo, telefono, hours_clear, phone_clear, latitud, longitud, fotos, ${names})
     SELECT 'a' || i, 'Contenido ' || i, 'agencia', CASE WHEN i % 50 = 1 THEN '' ELSE '2345-6789' END, i % 50 <> 2, i % 50 <> 1, CASE WHEN i % 50 <> 3 THEN 14 + i % 4 END, -90.5,
       ARRAY['https://a.test/' || i, 'https://b.test/' || i], ${common} FROM ${rows(0.02)}`,
    `INSERT INTO educacion_cooperativista (id, titulo, orden, image_url, video_url, ${names})
     SELECT 'e' || i, 'Contenido ' || i, i, 'https://a.test/' || i, 'https://v.test/' || i, ${common} FROM ${rows(0.1)}`,
    `INSERT INTO productos_servicios (id, nombre, orden, ${names}) SELECT 's' || i, 'Contenido ' || i, i, ${common} FROM ${rows(0.005)}`,
    `INSERT INTO productos_servicios_productos (id, "parentId", nombre, orden, image_url, ${names})
     SELECT 's' || (i % 98 + 1) || '/x' || i, 's' || (i % 98 + 1), 'Contenido ' || i, i / 98 + 1, 'https://a.test/' || i, ${common} FROM ${rows(0.125)}`,
    `INSERT INTO checked_addresses (address, problem, failures, checked_at)
     SELECT 'https://a.test/' || i, CASE WHEN i % 50 = 4 THEN 'missing' ELSE '' END, 1, now() FROM ${rows(0.3)}`,
  ];
  for (const statement of statements) await sql.query(statement);
  await sql.query('VACUUM ANALYZE');
}
