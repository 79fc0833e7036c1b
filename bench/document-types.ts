import { createCatalogs } from '#server/catalogs/catalogs.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { createEmbeddedDocumentStore } from '#server/documents/embedded/embedded.ts';
import { questionOf } from '#server/domain/question.ts';
import { createLog } from '#server/platform/log.ts';
import type { Sql } from '#server/platform/sql.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { withCluster } from './cluster.ts';
import { atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';

const GROUP = 'document types';
const ROWS = { full: 1_000_000, quick: 100_000 };
const TYPES = 400;
const CATEGORIES = 10;
const SETS = 50;
const RUNS = 9;
const TYPE_MS = 50;
/** A tenth of all documents is counted. */
const CATEGORY_MS = 300;
const PAGE_MS = 50;

/** What a change of a type or category asks beside a million documents, and the first rows of each way to narrow them. */
export function benchDocumentTypes({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withCluster(async ({ sql }) => {
    const rows = quick ? ROWS.quick : ROWS.full;
    await addDocuments(sql, rows);
    const documents = {
      main: createEmbeddedDocumentStore({ sql, database: 'main' }),
      digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
    };
    const readModel = createReadModel({ sql, documents, log: createLog({ level: 'silent', process: 'bench' }), projections: PROJECTIONS });
    const catalogs = createCatalogs({ sql, documents, readModel, liveSettings: unchangedSettings() });
    await documents.digitalization.set('categorias/c1', { nombre: 'Una' });
    await documents.digitalization.set('tipos_documento/t11', { nombre: 'Uno', categoryId: 'c1' });
    const ask = (catalog: 'categorias' | 'tipos_documento', id: string) => async () => {
      const answer: unknown = await catalogs.deactivateRecord({ actor: testStaff(), catalog, id }).catch((error: unknown) => error);
      if (!questionOf(answer)) throw new Error(`${catalog}/${id} was not asked about`);
    };
    const results = [
      atMost(GROUP, `question of a type, ${rows} documents`, await medianMs(RUNS, ask('tipos_documento', 't11')), TYPE_MS),
      atMost(GROUP, `question of a category, ${rows} documents`, await medianMs(RUNS, ask('categorias', 'c1')), CATEGORY_MS),
    ];
    for (const [what, condition] of Object.entries(NARROWED)) {
      const page = () =>
        sql.query(
          `SELECT id FROM documentos WHERE ${condition} AND "isActive" AND NOT source_deleted ORDER BY "createdAt" DESC, id DESC LIMIT 25`,
        );
      results.push(atMost(GROUP, `newest by ${what}`, await medianMs(RUNS, page), PAGE_MS));
    }
    await Promise.all([documents.main.close(), documents.digitalization.close()]);
    return results;
  });
}

/** Each seldom enough that the newest of all would have to be searched through. */
const NARROWED = {
  nothing: 'TRUE',
  status: `status = 'RETURNED'`,
  type: `"documentId" = 't399'`,
  agency: `"agencyId" = 'a7'`,
  origin: `"agencyFromDoc" = 'a7'`,
  holder: `"userId" = 'p77'`,
  creator: `"createdBy" = 'p7'`,
  package: `"fromPackaging" = 'k77'`,
  'missing file': `url = ''`,
} as const;

async function addDocuments(sql: Sql, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO documentos (id, "categoryId", "documentId", "documentName", "userId", "agencyId", "agencyFromDoc", status, url, sha256, campos,
       "fromPackaging", "createdBy", "createdAt", source_version, search_text)
     SELECT 'd' || i, 'c' || i % ${CATEGORIES}, 't' || i % ${TYPES}, 'Documento ' || i, CASE WHEN i % 50 = 0 THEN 'p' || i / 50 % 100 ELSE '' END,
       'a' || i % 40, 'a' || i / 40 % 40, CASE WHEN i % 1000 = 0 THEN 'RETURNED' WHEN i % 3 = 0 THEN 'ARCHIVED' ELSE 'INDEXED' END,
       CASE WHEN i % 500 = 0 THEN '' ELSE 'https://archivos.demo.coop/' || i END, md5(i::text), jsonb_build_object('dpi', i, 'monto', i * 3),
       CASE WHEN i % 20 = 0 THEN 'k' || i / 20 % 5000 ELSE '' END, 'p' || i % 120,
       timestamptz '2020-01-01' + i * interval '3 minutes', 1, 'documento ' || i
     FROM generate_series(1, $1) i`,
    [count],
  );
  await sql.query(
    `INSERT INTO permisos_documentos (id, title, permissions, "createdAt", source_version)
     SELECT 's' || s, 'Conjunto ' || s, (SELECT jsonb_object_agg('c' || c, types) FROM generate_series(0, ${CATEGORIES - 1}) c,
       LATERAL (SELECT jsonb_object_agg('t' || t, '["view", "print"]'::jsonb) AS types FROM generate_series(c, ${TYPES - 1}, ${CATEGORIES}) t) given),
       now(), 1 FROM generate_series(1, ${SETS}) s`,
  );
  await sql.query('VACUUM ANALYZE documentos');
  await sql.query('VACUUM ANALYZE permisos_documentos');
}
