import { describe } from 'vitest';
import { describeDocumentFiles } from './document-files.contract.ts';
import { createFilesFixture } from './testing/files-fixture.ts';

describe('files of digitized documents, on the embedded store', () => describeDocumentFiles(() => createFilesFixture()));
