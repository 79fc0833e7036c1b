import { createCatalogs } from '#server/catalogs/catalogs.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { questionOf } from '#server/domain/question.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { withDatabase } from './cluster.ts';
import { findDocuments } from '#server/features/documents/find-documents.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { documentsOf, MEMBERS, TYPES } from './digitized-documents.ts';
import { atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';
import { someServices } from '#server/testing/some-services.ts';

const GROUP = 'document types';
const ROWS = { full: 1_000_000, quick: 50_000 };
const RUNS = 9;
const TYPE_MS = 50;
/** A category has a tenth of all documents, and they are counted. */
const CATEGORY_MS = 300;
const PAGE_MS = 50;
const MEMBER_MS = 150;
const EXPIRING_MS = 500;

/** Queries that a change of a type or category runs over a million documents, and the first rows of the list under each filter. */
export function benchDocumentTypes({ quick }: BenchOptions): Promise<BenchResult[]> {
  const rows = quick ? ROWS.quick : ROWS.full;
  return withDatabase(async ({ sql }) => {
    const documents = {
      main: createEmbeddedDocumentStore({ sql, database: 'main' }),
      digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
    };
    const readModel = createReadModel({ sql, documents, log: createLog({ level: 'silent', process: 'bench' }), projections: PROJECTIONS });
    const catalogs = createCatalogs(someServices({ sql, documents, readModel, liveSettings: unchangedSettings() }));
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
    await addMembers(sql);
    const actor = testStaff();
    for (const [what, [q, expected]] of Object.entries(BY_MEMBER)) {
      const find = () => findDocuments({ sql }, { actor, params: new URLSearchParams({ q }) });
      const { total } = await find();
      if (!quick && total !== expected) throw new Error(`«${q}» finds ${total} documents, not ${expected}`);
      results.push(atMost(GROUP, `found by member: ${what}`, await medianMs(RUNS, find), MEMBER_MS));
    }
    // A third of all documents is old enough, so that the list is long; no type lets its documents expire earlier.
    await sql.query(`UPDATE tipos_documento SET "retencionAnios" = 5 + (ascii(right(id, 1)) % 6)`);
    await sql.query('VACUUM ANALYZE tipos_documento');
    const findExpiring = () => findDocuments({ sql }, { actor, params: new URLSearchParams({ porVencer: 'true' }) });
    results.push(atMost(GROUP, 'about to expire', await medianMs(RUNS, findExpiring), EXPIRING_MS));
    await Promise.all([documents.main.close(), documents.digitalization.close()]);
    return results;
  }, documentsOf(rows));
}

/** Customers that the documents refer to, with code, DPI and name to search by. */
async function addMembers(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO clientes (id, codigo, nombre, dpi, "createdAt", source_version, search_text)
     SELECT 'm' || i, code, name, dpi, now(), 1, '| ' || lower(code) || ' | ' || dpi || ' | ' || name || ' |' FROM (
       SELECT i, 'A-' || lpad(i::text, 6, '0') AS code, lpad((i::bigint * 7919)::text, 13, '3') AS dpi,
         'nom' || translate((i % 50)::text, '0123456789', 'abcdefghij') || 'ra ape' || translate((i / 50 % 100)::text, '0123456789', 'klmnopqrst') || 'ez' AS name
       FROM generate_series(0, ${MEMBERS - 1}) i) made`,
  );
  await sql.query(
    `INSERT INTO tipos_documento (id, nombre, "categoryId", campos, "createdAt", source_version)
     SELECT 't' || i, 'Tipo ' || i, 'c' || i % 10, '[{"clave": "socio", "etiqueta": "Socio", "tipo": "asociado"}]', now(), 1 FROM generate_series(0, ${TYPES - 1}) i
     ON CONFLICT (id) DO UPDATE SET campos = excluded.campos`,
  );
  await sql.query('VACUUM ANALYZE clientes, tipos_documento');
}

const BY_MEMBER = {
  'a code': ['A-011828', 10],
  'a name of nobody': ['nombra apekkez', 0],
  'a name of twenty': ['nombra apelez', 200],
  'a frequent name': ['nombra', 0],
  'a name and a word of the title': ['documento nombra apelez', 200],
} as const;

/** Each filter matches so few rows that scanning from the newest would take long. */
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
