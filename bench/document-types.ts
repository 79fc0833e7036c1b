import { createCatalogs } from '#server/catalogs/catalogs.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { questionOf } from '#server/domain/question.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { withDatabase } from './cluster.ts';
import { documentsOf } from './digitized-documents.ts';
import { atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';
import { someServices } from '#server/testing/some-services.ts';

const GROUP = 'document types';
const ROWS = { full: 1_000_000, quick: 50_000 };
const RUNS = 9;
const TYPE_MS = 50;
/** A tenth of all documents is counted. */
const CATEGORY_MS = 300;
const PAGE_MS = 50;

/** What a change of a type or category asks beside a million documents, and the first rows of each way to narrow them. */
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
    await Promise.all([documents.main.close(), documents.digitalization.close()]);
    return results;
  }, documentsOf(rows));
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
