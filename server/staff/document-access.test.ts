import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  can,
  DOCUMENT_ACTIONS,
  isInScope,
  JUST_INDEXED_HOURS,
  readPermissions,
  canSee,
  type AgencyScope,
  type DocumentAction,
  type VisibilityFacts,
} from '../domain/document-permissions.ts';
import { allOf, fragment, toQuery, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { testStaff } from '../testing/test-staff.ts';
import { mayChangeFile } from '../digitized/access.ts';
import { readDocument } from '../digitized/document-kind.ts';
import { documentAccess, documentsToAttach, type DocumentViewer } from './document-access.ts';
import { runs } from '../testing/run-seed.ts';

const { sql } = await createTestDatabase();

const CATEGORIES = ['', 'legal', 'creditos', 'a b'];
const TYPES = ['', 'poder', 'pagare', 'poder/legal'];
const AGENCIES = ['', 'norte', 'sur'];
const PEOPLE = ['', 'ana', 'luis'];

interface Document extends VisibilityFacts {
  id: string;
}

/** Ten minutes to either side of the hour at which what was just indexed is that no more. */
const [BEFORE, SINCE] = [1, -1].map((minutes) => new Date(Date.now() - JUST_INDEXED_HOURS * 3_600_000 - minutes * 600_000).toISOString());
const MADE = [
  { createdBy: 'ana', createdAt: SINCE ?? '' },
  { createdBy: 'ana', createdAt: BEFORE ?? '' },
  { createdBy: 'luis', createdAt: SINCE ?? '' },
];

/** One for every way to lie somewhere. */
const DOCUMENTS: readonly Document[] = CATEGORIES.flatMap((categoryId) =>
  TYPES.flatMap((documentId) =>
    AGENCIES.flatMap((agencyId) =>
      AGENCIES.flatMap((agencyFromDoc) =>
        PEOPLE.flatMap((userId) =>
          MADE.map((made, at) => ({
            id: [categoryId, documentId, agencyId, agencyFromDoc, userId, at].join('|'),
            categoryId,
            documentId,
            agencyId,
            agencyFromDoc,
            userId,
            ...made,
          })),
        ),
      ),
    ),
  ),
);

beforeAll(async () => {
  await sql.query(
    `INSERT INTO documentos (id, "categoryId", "documentId", "agencyId", "agencyFromDoc", "userId", "createdBy", "createdAt", source_version)
     SELECT d->>'id', d->>'categoryId', d->>'documentId', d->>'agencyId', d->>'agencyFromDoc', d->>'userId', d->>'createdBy', (d->>'createdAt')::timestamptz, 1
     FROM jsonb_array_elements($1::jsonb) d`,
    [JSON.stringify(DOCUMENTS)],
  );
});

const found = (viewer: DocumentViewer, action: DocumentAction) => idsOf(documentAccess(viewer, action));

async function idsOf(conditions: readonly SqlFragment[]): Promise<string[]> {
  const statement = toQuery(fragment`SELECT t.id FROM documentos t WHERE ${allOf(conditions)}`);
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

describe('the documents that a person can see', () => {
  it('are exactly those of permitted types within the scope of the permission set', async () => {
    await fc.assert(
      fc.asyncProperty(viewers, fc.constantFrom(...DOCUMENT_ACTIONS), async (viewer, action) => {
        const expected = DOCUMENTS.filter(
          (document) =>
            (action === 'view' && canSee(viewer, document)) ||
            (can(viewer, action, document.categoryId, document.documentId) && isInScope(viewer, document)),
        );
        expect(await found(viewer, action)).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: runs(40) },
    );
  });

  it('may be given their first file where the set says create or edit of the type', async () => {
    await fc.assert(
      fc.asyncProperty(viewers, async (viewer) => {
        const expected = DOCUMENTS.filter(
          (document) =>
            canSee(viewer, document) && mayChangeFile({ ...testStaff(), ...viewer }, { ...readDocument({}), ...document, url: '' }),
        );
        const attachable = await idsOf([...documentAccess(viewer), ...documentsToAttach(viewer)]);
        expect(attachable).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: runs(20) },
    );
  });

  it('are, with create alone, only those they have just indexed themselves', async () => {
    const permissions = readPermissions({ legal: { poder: ['create', 'print'] } });
    const clerk: DocumentViewer = {
      id: 'ana',
      role: 'digitalizador',
      agencyId: 'norte',
      permissionSetId: 'cajas',
      permissionSet: { id: 'cajas', title: 'Cajas', agencyScope: 'all', permissions },
    };
    const own = DOCUMENTS.filter(
      (document) => document.categoryId === 'legal' && document.documentId === 'poder' && document.id.endsWith('|0'),
    );
    expect(own).toHaveLength(AGENCIES.length * AGENCIES.length * PEOPLE.length);
    expect(await found(clerk, 'view')).toEqual(own.map(({ id }) => id).sort());
    expect(await found(clerk, 'print')).toEqual([]);
  });

  it.each([
    ['norte', ({ agencyId, agencyFromDoc, userId }: Document) => [agencyId, agencyFromDoc].includes('norte') || userId === 'ana'],
    ['', ({ userId }: Document) => userId === 'ana'],
  ])('with scope «own» and the agency «%s» are those of the agency and those they hold', async (agencyId, isThere) => {
    const permissions = readPermissions({ legal: { poder: ['view'] } });
    const clerk: DocumentViewer = {
      id: 'ana',
      role: 'digitalizador',
      agencyId,
      permissionSetId: 'cajas',
      permissionSet: { id: 'cajas', title: 'Cajas', agencyScope: 'own', permissions },
    };
    const there = DOCUMENTS.filter((document) => document.categoryId === 'legal' && document.documentId === 'poder' && isThere(document));
    expect(await found(clerk, 'view')).toEqual(there.map(({ id }) => id).sort());
  });

  it('are all for the administrator, and none without a permission set', async () => {
    const nobody: DocumentViewer = { id: 'ana', role: 'editor', agencyId: 'norte', permissionSetId: '', permissionSet: null };
    expect(await found(nobody, 'view')).toEqual([]);
    expect(await found({ ...nobody, permissionSetId: 'borrado' }, 'view')).toEqual([]);
    expect(await found({ ...nobody, role: 'admin' }, 'view')).toHaveLength(DOCUMENTS.length);
  });
});
