import { readPermissions } from '#server/domain/document-permissions.ts';
import { DOCUMENTS } from '#server/features/documents/document-list.ts';
import { countStates } from '#server/features/documents/find-documents.ts';
import { areMany } from '#server/lists/count-rows.ts';
import { readListPage } from '#server/lists/list-page.ts';
import { readForScreen } from '#server/read-model/pages/screen-query.ts';
import { testEditor } from '#server/testing/test-staff.ts';
import type { DocumentViewer } from '#server/staff/document-access.ts';
import { loadStaff } from '#server/staff/load-staff.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { putStaffRow } from '#server/testing/staff-rows.ts';
import { withDatabase } from './cluster.ts';
import { CATEGORIES, documentsOf, TYPES } from './digitized-documents.ts';
import { alternateMs, atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';

const GROUP = 'permissions';
const ROWS = { full: 1_000_000, quick: 50_000 };
const RUNS = 9;
const PAGE_MS = 50;
const VISITS = 50;
/** Most that a permission set of 400 types may add to the reading of the person at each request. */
const VISIT_MS = 3;

/** The screen runs two queries for each: the counts of the tabs, and the page, which learns from the counts whether the list is long. */
const QUERIES = { page: '', 'common search': 'documento', 'rare search': '77777' };

/** Lists of documents for people who may see only some of them, and what reading a large set costs each request. */
export function benchDocumentAccess({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withDatabase(
    async ({ sql }) => {
      const results: BenchResult[] = [];
      for (const [who, viewer] of Object.entries({ ...VIEWERS, administrator: { ...VIEWERS['one type'], role: 'admin' } })) {
        for (const [what, q] of Object.entries(QUERIES)) {
          const call = { actor: testEditor(viewer), params: new URLSearchParams({ q }) };
          const counts = () => readForScreen(sql, (read) => countStates(read, call));
          const isMany = areMany(await counts(), undefined);
          const page = () => readForScreen(sql, (read) => readListPage(read, DOCUMENTS, call, { isMany }));
          results.push(atMost(GROUP, `${what}, ${who}`, await medianMs(RUNS, page), PAGE_MS));
          results.push(atMost(GROUP, `counts of its tabs, ${what}, ${who}`, await medianMs(RUNS, counts), PAGE_MS));
        }
      }
      await putStaffRow(sql, { id: 'con', role: 'editor', digitalization_permission_id: 's1' });
      await putStaffRow(sql, { id: 'sin', role: 'editor' });
      const visits = (uid: string) => async () => {
        for (let visit = 0; visit < VISITS; visit += 1) await loadStaff({ sql, liveSettings: unchangedSettings() }, { uid, sessionId: '' });
      };
      const [plain, large] = await alternateMs(RUNS, visits('sin'), visits('con'));
      results.push(atMost(GROUP, `a set of ${TYPES} types at each request, more than none`, (large - plain) / VISITS, VISIT_MS));
      return results;
    },
    documentsOf(quick ? ROWS.quick : ROWS.full),
  );
}

/** Somebody whose set allows viewing the types with these numbers. */
function viewer(types: readonly number[], agencyScope: 'own' | 'all', agencyId = 'a7'): DocumentViewer {
  const permissions: Record<string, Record<string, string[]>> = {};
  for (const type of types) (permissions[`c${type % CATEGORIES}`] ??= {})[`t${type}`] = ['view'];
  const permissionSet = { id: 's', title: 'S', agencyScope, permissions: readPermissions(permissions) };
  return { id: 'p77', role: 'digitalizador', agencyId, permissionSetId: 's', permissionSet };
}

const upTo = (count: number) => Array.from({ length: count }, (_unused, type) => type);

const VIEWERS = {
  'half of the types': viewer(upTo(TYPES / 2), 'all'),
  'all types': viewer(upTo(TYPES), 'all'),
  'ten types': viewer(upTo(10), 'all'),
  'one type': viewer([399], 'all'),
  'types without documents': viewer([1_001, 1_002], 'all'),
  'half of the types, own agency': viewer(upTo(TYPES / 2), 'own'),
  'half of the types, an agency without documents': viewer(upTo(TYPES / 2), 'own', 'a999'),
} as const;
