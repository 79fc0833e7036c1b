import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { importDocuments } from '#server/ports/documents/embedded/import.ts';
import { createCatalogs, type Catalogs } from '#server/catalogs/catalogs.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import type { Documents } from '#server/ports/documents/document-store.ts';
import { AppError } from '#server/domain/errors.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { withDatabase } from './cluster.ts';
import { atMost, medianMs, ms, times, type BenchOptions, type BenchResult } from './measure.ts';
import { someServices } from '#server/testing/some-services.ts';

const GROUP = 'conflict';
const ENTRIES = { full: 1_000_000, quick: 10_000 };
const BATCH = 20_000;
const RUNS = 41;
/** A conflict reads the record alone, so the size of the audit must not matter. */
const MOST_TIMES = 2;

/** How long a save takes to be refused because somebody else changed the same field, with an empty and with a full audit. */
export async function benchConflict(options: BenchOptions): Promise<BenchResult[]> {
  const count = options.quick ? ENTRIES.quick : ENTRIES.full;
  return withDatabase(async ({ sql }) => {
    const documents: Documents = {
      main: createEmbeddedDocumentStore({ sql, database: 'main' }),
      digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
    };
    const readModel = createReadModel({ sql, documents, projections: PROJECTIONS, log: createLog({ level: 'silent', process: 'bench' }) });
    const refused = await conflicting(createCatalogs(someServices({ sql, documents, readModel })));
    const empty = await medianMs(RUNS, refused);
    await fillAudit(sql, count);
    const full = await medianMs(RUNS, refused);
    const what = `conflict with ${count.toLocaleString('en')} audit entries (${ms(full)}) against an empty audit (${ms(empty)})`;
    return [atMost(GROUP, what, full / empty, MOST_TIMES, times)];
  });
}

/** A save based on a version that Beto has replaced. */
async function conflicting(catalogs: Catalogs): Promise<() => Promise<void>> {
  const call = { actor: testStaff(), catalog: 'departamentos' } as const;
  const { id } = await catalogs.createRecord({ ...call, values: { nombre: 'Uno', descripcion: '' }, formToken: '' });
  const { version, values } = await catalogs.getRecord({ ...call, id });
  const beto = testStaff({ id: 'beto', name: 'Beto Ruiz' });
  await catalogs.updateRecord({ ...call, actor: beto, id, ifVersion: version, values: { nombre: 'De Beto' } });
  return async () => {
    const outcome = await catalogs.updateRecord({ ...call, id, ifVersion: version, base: values, values: { nombre: 'Mío' } }).then(
      () => null,
      (error: unknown) => error,
    );
    if (!(outcome instanceof AppError) || !outcome.userMessage.startsWith('Beto Ruiz')) throw new Error('no conflict', { cause: outcome });
  };
}

async function fillAudit(sql: Sql, count: number): Promise<void> {
  const at = new Date('2026-01-01T12:00:00Z');
  for (let start = 0; start < count; start += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, count - start) }, (_unused, index) => ({
      path: `auditoria/entrada-${String(start + index).padStart(8, '0')}`,
      data: {
        user: `persona-${index % 120}`,
        userName: `Persona ${index % 120}`,
        action: 'REGISTRO MODIFICADO',
        targetPath: `departamentos/otro-${index % 500}`,
        beforeData: { nombre: 'Antes' },
        newData: { nombre: 'Después' },
        at,
        requestId: '',
      },
    }));
    await importDocuments(sql, 'main', entries, { silent: true });
  }
  await sql.query('ANALYZE documents.documents');
}
