import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  can,
  DOCUMENT_ACTIONS,
  isInScope,
  readPermissions,
  type AgencyScope,
  type DocumentAction,
  type DocumentPlace,
} from '../domain/document-permissions.ts';
import { allOf, fragment, toQuery } from '../platform/sql-fragment.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { documentAccess, type DocumentViewer } from './document-access.ts';
import { runs } from '../testing/run-seed.ts';

const { sql } = await createTestDatabase();

const CATEGORIES = ['', 'legal', 'creditos', 'a b'];
const TYPES = ['', 'poder', 'pagare', 'poder/legal'];
const AGENCIES = ['', 'norte', 'sur'];
const PEOPLE = ['', 'ana', 'luis'];

interface Document extends DocumentPlace {
  id: string;
  categoryId: string;
  documentId: string;
}

/** One for every way to lie somewhere. */
const DOCUMENTS: readonly Document[] = CATEGORIES.flatMap((categoryId) =>
  TYPES.flatMap((documentId) =>
    AGENCIES.flatMap((agencyId) =>
      AGENCIES.flatMap((agencyFromDoc) =>
        PEOPLE.map((userId) => ({
          id: [categoryId, documentId, agencyId, agencyFromDoc, userId].join('|'),
          ...{ categoryId, documentId, agencyId, agencyFromDoc, userId },
        })),
      ),
    ),
  ),
);

beforeAll(async () => {
  await sql.query(
    `INSERT INTO documentos (id, "categoryId", "documentId", "agencyId", "agencyFromDoc", "userId", "createdAt", source_version)
     SELECT d->>'id', d->>'categoryId', d->>'documentId', d->>'agencyId', d->>'agencyFromDoc', d->>'userId', now(), 1
     FROM jsonb_array_elements($1::jsonb) d`,
    [JSON.stringify(DOCUMENTS)],
  );
});

async function found(viewer: DocumentViewer, action: DocumentAction): Promise<string[]> {
  const statement = toQuery(fragment`SELECT t.id FROM documentos t WHERE ${allOf(documentAccess(viewer, action))}`);
  return (await sql.query<{ id: string }>(statement)).rows.map(({ id }) => id).sort();
}

const actions = fc.subarray([...DOCUMENT_ACTIONS, 'fly']);
const permissions = fc.dictionary(
  fc.constantFrom(...CATEGORIES),
  fc.oneof(fc.constant('nada'), fc.dictionary(fc.constantFrom(...TYPES), fc.oneof(actions, fc.constant({ view: true })))),
);
const viewers: fc.Arbitrary<DocumentViewer> = fc
  .record({
    id: fc.constantFrom('ana', 'luis'),
    role: fc.constantFrom('digitalizador', 'digitalizador', 'digitalizador', 'admin'),
    agencyId: fc.constantFrom(...AGENCIES),
    set: fc.option(fc.record({ agencyScope: fc.constantFrom<AgencyScope>('own', 'all'), permissions }), { freq: 6 }),
  })
  .map(({ set, ...person }) => ({
    ...person,
    permissionSetId: set ? 'cajas' : '',
    permissionSet: set && { id: 'cajas', title: 'Cajas', agencyScope: set.agencyScope, permissions: readPermissions(set.permissions) },
  }));

describe('the documents that exist for somebody', () => {
  it('are exactly those whose type they may, within the scope of their set', async () => {
    await fc.assert(
      fc.asyncProperty(viewers, fc.constantFrom(...DOCUMENT_ACTIONS), async (viewer, action) => {
        const expected = DOCUMENTS.filter(
          (document) => can(viewer, action, document.categoryId, document.documentId) && isInScope(viewer, document),
        );
        expect(await found(viewer, action)).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: runs(40) },
    );
  });

  it('are all of them for the administrator, and none for who has no set', async () => {
    const nobody: DocumentViewer = { id: 'ana', role: 'editor', agencyId: 'norte', permissionSetId: '', permissionSet: null };
    expect(await found(nobody, 'view')).toEqual([]);
    expect(await found({ ...nobody, permissionSetId: 'borrado' }, 'view')).toEqual([]);
    expect(await found({ ...nobody, role: 'admin' }, 'view')).toHaveLength(DOCUMENTS.length);
  });
});
