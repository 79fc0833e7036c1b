import { createTestDatabase } from '../testing/test-database.ts';
import { describeDocumentStore } from './document-store.contract.ts';
import { createEmbeddedDocumentStore } from './embedded.ts';
import { afterAll } from 'vitest';

const { sql } = await createTestDatabase();
const store = createEmbeddedDocumentStore({ sql, database: 'main' });
afterAll(() => store.close());

describeDocumentStore('embedded store', { store: () => store, rivals: 200, runs: 100 });
