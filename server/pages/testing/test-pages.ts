import { createTestFiles } from '../../ports/files/testing/test-parts.ts';
import { createRateLimitStore } from '../../platform/limits/rate-limits.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { createDocumentPages, type DocumentPages, type DocumentPagesOptions } from '../document-pages.ts';

type Given = Pick<DocumentPagesOptions, 'files' | 'log'> & { sql: Sql } & Partial<Omit<DocumentPagesOptions, 'sql'>>;

/** Rendered pages for a test, kept in a folder that is removed with it unless another is given. */
export async function createTestPages({ sql, log, ...given }: Given): Promise<DocumentPages> {
  const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
  return createDocumentPages({ drawn: await createTestFiles(), rateLimitStore, sql, log, ...given });
}
