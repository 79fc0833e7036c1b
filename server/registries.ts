import { account } from './features/account/index.ts';
import { alerts } from './features/alerts/index.ts';
import { auditTrail } from './features/audit/index.ts';
import { briefcase } from './features/briefcase/index.ts';
import { bulkActs } from './features/bulk/index.ts';
import { catalogs } from './features/catalogs/index.ts';
import { clicks } from './features/people/clicks.ts';
import { contents } from './features/contents/index.ts';
import { customers } from './features/customers/index.ts';
import { digitalization } from './features/documents/index.ts';
import { largeExports } from './features/exports/index.ts';
import type { Answer, Chore, Feature, Gathered, Job, Part } from './features/feature.ts';
import { home } from './features/home/index.ts';
import { inbox } from './features/inbox/index.ts';
import { notes } from './features/notes/index.ts';
import { operations } from './features/operations/index.ts';
import { packages } from './features/packages/index.ts';
import { people } from './features/people/index.ts';
import { quotes } from './features/quotes/index.ts';
import { fileEvents, reports } from './features/reports/index.ts';
import { roles } from './features/roles/index.ts';
import { search } from './features/search/index.ts';
import { settings } from './features/settings/index.ts';
import { snapshots } from './features/snapshots/index.ts';
import { unread } from './features/unread/index.ts';
import { views } from './features/views/index.ts';
import { choicesAnswers, type InboxSource } from './lists/declared-list.ts';
import { importingLists } from './imports/open-import.ts';
import { progressAnswer } from './imports/get-import.ts';
import type { AnyProjection } from './read-model/projection.ts';
import { createProjectionIndex } from './read-model/sync/project-documents.ts';
import { reportAddresses } from './reporting/export-report.ts';
import { reportAnswers } from './reporting/report-json.ts';
import type { DeclaredRecords } from './records/declared-record.ts';
import type { Report } from './reporting/report.ts';
import type { Registries, Services } from './services.ts';

/**
 * All features. None knows another; their order is that of reports in the menu, of jobs, of records that refer to another, and of work to
 * hand over.
 */
export const FEATURES = [
  operations,
  catalogs,
  reports,
  clicks,
  quotes,
  customers,
  digitalization,
  packages,
  auditTrail,
  briefcase,
  fileEvents,
  roles,
  contents,
  people,
  settings,
  unread,
  snapshots,
  bulkActs,
  account,
  largeExports,
  views,
  notes,
  alerts,
  search,
  inbox,
  home,
] as const;

/** Menus whose lists appear in the inbox, in order; entries that need no menu come last. */
export const INBOX_ORDER = ['briefcase-files', 'digitalization-documents', 'packages-received', 'packages-sent', 'quotes', 'reports'];

/** Parts of Inicio below the inbox, in default order. */
export const TILE_ORDER = [
  'views',
  'state',
  'trends',
  'content',
  'ending',
  'waiting-quotes',
  'folders',
  'recent-files',
  'month',
  'risers',
  'agencies-quotes',
  'agencies-downloads-by-user',
  'screens',
];

const DECLARED: readonly Feature[] = FEATURES;
const ofAll = <Value>(part: (declared: Feature) => readonly Value[] | undefined): readonly Value[] =>
  DECLARED.flatMap((declared) => part(declared) ?? []);

const valuesOf = <Value, Given>(part: Part<Value, Given> | undefined, given: Given): readonly Value[] =>
  typeof part === 'function' ? part(given) : (part ?? []);

const records = Object.assign({}, ...DECLARED.map((declared) => declared.records)) as DeclaredRecords;
export const PROJECTIONS: readonly AnyProjection[] = ofAll((declared) => valuesOf(declared.projections, { records }));
export const REPORTS: readonly Report[] = ofAll((declared) => valuesOf(declared.reports, { records }));
/** Every kind of background work with its code, which workers load (jobs/start-worker.ts). */
export const JOBS: readonly Job[] = ofAll(({ jobs }) => jobs);
/** What workers repeat besides (jobs/start-worker.ts). */
export const UPKEEP: readonly Chore[] = ofAll(({ upkeep }) => upkeep);

const stateFigures = ofAll((declared) => valuesOf(declared.stateFigures, { records, reports: REPORTS }));
const gatheredRegistries: Gathered = { records, reports: REPORTS, stateFigures };
const lists = ofAll((declared) => valuesOf(declared.lists, gatheredRegistries));
const inboxMenu = (source: InboxSource) => (typeof source === 'function' ? null : source.menu);

/** JSON that open pages and programs read (entrances/http/answer-routes.ts). */
export const ANSWERS: readonly Answer[] = [
  ...ofAll(({ answers }) => answers),
  ...lists.flatMap(choicesAnswers),
  ...importingLists(lists).map(progressAnswer),
  ...REPORTS.flatMap(reportAnswers),
];

export const REGISTRIES: Registries = {
  records,
  projections: PROJECTIONS,
  projectionIndex: createProjectionIndex(PROJECTIONS),
  derivedTables: ofAll(({ derivedTables }) => derivedTables),
  jobs: JOBS.map(({ definition }) => definition),
  reports: REPORTS,
  lists,
  exportAddresses: [...lists, ...REPORTS.flatMap(reportAddresses)],
  inboxLists: inOrder(
    lists.flatMap((list) => list.inbox ?? []),
    INBOX_ORDER,
    inboxMenu,
  ),
  linkedRows: ofAll(({ linkedRows }) => linkedRows),
  heldKinds: ofAll(({ heldKinds }) => heldKinds),
  tiles: inOrder(
    ofAll(({ tiles }) => valuesOf(tiles, gatheredRegistries)),
    TILE_ORDER,
    ({ id }) => id,
  ),
  fileAreas: ofAll(({ fileAreas }) => fileAreas),
  alertSources: ofAll(({ alerts: sources }) => sources),
};

type Opened<Verbs> = { [Name in keyof Verbs]: Verbs[Name] extends (services: Services) => infer Bound ? Bound : never };
type OpenedOf<Declared> = Declared extends { verbs: infer Verbs } ? (opened: Opened<Verbs>) => void : never;

/** The verbs of all features, by their names in the portal. */
export type FeatureVerbs = OpenedOf<(typeof FEATURES)[number]> extends (opened: infer All) => void ? All : never;

export function openFeatures(services: Services): FeatureVerbs {
  const opened = DECLARED.flatMap(({ verbs = {} }) => Object.entries(verbs).map(([name, open]) => [name, open(services)] as const));
  return Object.fromEntries(opened) as FeatureVerbs;
}

/** Sorts items in the order of these keys; items without one of them come last, in their old order. */
function inOrder<Item>(items: readonly Item[], order: readonly string[], keyOf: (item: Item) => string | null): Item[] {
  const placeOf = (item: Item) => {
    const place = order.indexOf(keyOf(item) ?? '');
    return place < 0 ? order.length : place;
  };
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}
