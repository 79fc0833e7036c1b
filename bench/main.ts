import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAudit } from './audit.ts';
import { benchBriefcase } from './briefcase.ts';
import { benchCatalogue } from './catalogue.ts';
import { benchConflict } from './conflict.ts';
import { benchContent } from './content.ts';
import { benchDocumentAccess } from './document-access.ts';
import { benchDocumentTypes } from './document-types.ts';
import { benchExports } from './exports.ts';
import { benchFirestore } from './firestore.ts';
import { benchFirstVisits } from './first-visits.ts';
import { benchHome } from './home.ts';
import { benchLists } from './lists.ts';
import { renderTable, type BenchOptions, type BenchResult } from './measure.ts';
import { benchPages } from './pages.ts';
import { benchDocuments } from './pages-of-documents.ts';
import { benchReports } from './reports.ts';
import { benchSearch } from './search.ts';
import { benchSync } from './sync.ts';
import { benchWorkbooks } from './workbooks.ts';

/**
 * `npm run bench [-- --quick] [-- --only lists]`: every figure is a ratio or a median inside this run, so that a slow or
 * busy machine does not decide. Exit code 1 when a limit is missed.
 */
const GROUPS: Readonly<Record<string, (options: BenchOptions) => Promise<BenchResult[]>>> = {
  pages: benchPages,
  visits: benchFirstVisits,
  briefcase: benchBriefcase,
  documents: benchDocuments,
  types: benchDocumentTypes,
  permissions: benchDocumentAccess,
  lists: benchLists,
  search: benchSearch,
  sync: benchSync,
  conflict: benchConflict,
  audit: benchAudit,
  firestore: benchFirestore,
  reports: benchReports,
  catalogue: benchCatalogue,
  workbooks: benchWorkbooks,
  content: benchContent,
  exports: benchExports,
  home: benchHome,
};

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
const chosen = values.only === undefined ? Object.keys(GROUPS) : values.only.split(',');
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}${values.quick ? ', QUICK: smaller sizes, figures are indicative' : ''}`,
);

const results: BenchResult[] = [];
for (const name of chosen) {
  const group = GROUPS[name];
  if (!group) throw new Error(`no group ${name}; there are ${Object.keys(GROUPS).join(', ')}`);
  const startedAt = performance.now();
  results.push(...(await group(values)));
  console.error(`${name} done in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}
console.log(renderTable(results));
if (results.some((result) => !result.holds)) process.exitCode = 1;
