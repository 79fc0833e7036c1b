import { CATALOGS } from '../../../catalogs/registry.ts';
import type { Documents, DocumentStore, Fields } from '../../../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createQuotes, type Quotes } from '../index.ts';
import { quotesProjection } from '../quotes.projection.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import type { Services } from '../../../services.ts';
import { someServices } from '../../../testing/some-services.ts';

export interface QuoteFixture {
  sql: Sql;
  documents: Documents;
  quotes: Quotes;
  services: Services;
  /** The same quotes as served by another web process. */
  elsewhere: Quotes;
  /** Stores a quote as the mobile app would and projects it. */
  put: (id: string, data?: Fields) => Promise<void>;
  /** Projects the document, as the sync would. */
  project: (path: string) => Promise<void>;
}

/** Quotes on a database of their own, and the embedded document store unless others are given (two connections to one). */
export async function createQuoteFixture(
  stores: { main?: DocumentStore; elsewhere?: DocumentStore | undefined } = {},
): Promise<QuoteFixture> {
  const { sql } = await createTestDatabase();
  const log = createLog({ level: 'silent', process: 'test' });
  const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
  const open = (main: DocumentStore = createEmbeddedDocumentStore({ sql, database: 'main' })) => {
    const documents: Documents = { main, digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }) };
    const readModel = createReadModel({
      sql,
      documents,
      log,
      projections: [quotesProjection, CATALOGS.agencias.projection],
    });
    const services = someServices({ sql, documents, readModel, liveSettings: unchangedSettings(), log, rateLimitStore });
    return { documents, readModel, services, quotes: createQuotes(services) };
  };
  const { documents, readModel, services, quotes } = open(stores.main);
  const project = (path: string) => readModel.projectNow('main', [path]);
  const put = async (id: string, data: Fields = {}) => {
    await documents.main.set(`cotizaciones/${id}`, { ...SAMPLE, ...data });
    await project(`cotizaciones/${id}`);
  };
  return { sql, documents, quotes, services, elsewhere: open(stores.elsewhere).quotes, put, project };
}

export const SAMPLE = {
  tipo: 'prestamo',
  tipoPrestamo: 'fiduciario',
  nombre: 'María Núñez',
  telefono: '5512-3456',
  correo: 'maria@correo.test',
  monto: 25_000,
  plazoMeses: 36,
  cuota: 861.25,
  agencia: 'a1',
  estado: true,
  bitacora: [],
  isActive: true,
  createdAt: new Date('2026-11-01T15:00:00Z'),
  updatedAt: new Date('2026-11-01T15:00:00Z'),
  origen: { app: 'móvil', version: 3 },
} satisfies Fields;
