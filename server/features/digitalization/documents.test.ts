import { describe } from 'vitest';
import { describeDocuments } from './documents.contract.ts';
import { createDocumentsFixture } from './testing/documents-fixture.ts';

describe('on the embedded store', () => describeDocuments(() => createDocumentsFixture()));
