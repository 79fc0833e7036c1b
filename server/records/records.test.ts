import { createEmbeddedDocumentStore } from '../documents/embedded/embedded.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { describeRecords } from './records.contract.ts';

const { sql } = await createTestDatabase();
describeRecords(createEmbeddedDocumentStore({ sql, database: 'main' }));
