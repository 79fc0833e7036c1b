import type { BenchOptions, Figure } from './measure.ts';

export interface Group {
  /** Loads the group's code on demand: a run of one group need not load the others. */
  load: () => Promise<(options: BenchOptions) => Promise<Figure[]>>;
  /** Why `--quick` skips it; `--only` runs it all the same. */
  slow?: string;
}

export const GROUPS: Readonly<Record<string, Group>> = {
  pages: { load: () => import('./pages.ts').then(({ benchPages }) => benchPages) },
  visits: {
    load: () => import('./first-visits.ts').then(({ benchFirstVisits }) => benchFirstVisits),
    slow: 'a visit begins after ten seconds of reading, and it takes several to tell',
  },
  briefcase: { load: () => import('./briefcase.ts').then(({ benchBriefcase }) => benchBriefcase) },
  documents: { load: () => import('./pages-of-documents.ts').then(({ benchDocuments }) => benchDocuments) },
  types: { load: () => import('./document-types.ts').then(({ benchDocumentTypes }) => benchDocumentTypes) },
  permissions: { load: () => import('./document-access.ts').then(({ benchDocumentAccess }) => benchDocumentAccess) },
  lists: { load: () => import('./lists.ts').then(({ benchLists }) => benchLists) },
  search: {
    load: () => import('./search.ts').then(({ benchSearch }) => benchSearch),
    slow: 'files by the ten thousand have to be written and indexed first',
  },
  sync: { load: () => import('./sync.ts').then(({ benchSync }) => benchSync) },
  conflict: { load: () => import('./conflict.ts').then(({ benchConflict }) => benchConflict) },
  audit: {
    load: () => import('./audit.ts').then(({ benchAudit }) => benchAudit),
    slow: 'thousands of entries have to be sealed before one is read',
  },
  firestore: {
    load: () => import('./firestore.ts').then(({ benchFirestore }) => benchFirestore),
    slow: 'the emulator and all listeners take longer to start than what is measured',
  },
  reads: {
    load: () => import('./firestore-reads.ts').then(({ benchFirestoreReads }) => benchFirestoreReads),
    slow: 'a minute at rest takes a minute, and listeners two before they rest',
  },
  reports: {
    load: () => import('./reports.ts').then(({ benchReports }) => benchReports),
    slow: 'what the roll-ups save shows with millions of events; `catalogue` times every report',
  },
  catalogue: { load: () => import('./catalogue.ts').then(({ benchCatalogue }) => benchCatalogue) },
  workbooks: { load: () => import('./workbooks.ts').then(({ benchWorkbooks }) => benchWorkbooks) },
  content: { load: () => import('./content.ts').then(({ benchContent }) => benchContent) },
  exports: {
    load: () => import('./exports.ts').then(({ benchExports }) => benchExports),
    slow: 'only exports of more than 100,000 rows are a worker’s, and each takes it half a minute',
  },
  scale: {
    load: () => import('./scale.ts').then(({ benchScale }) => benchScale),
    slow: 'web and worker are started twice, once two of each',
  },
  imports: {
    load: () => import('./imports.ts').then(({ benchImports }) => benchImports),
    slow: 'fifty thousand records are written one by one',
  },
  home: { load: () => import('./home.ts').then(({ benchHome }) => benchHome) },
};
