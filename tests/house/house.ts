/** A layer of rooms with the same permitted imports. */
interface Storey {
  /** Layers from which its rooms may import. */
  imports: readonly string[];
  /** What each room is for. */
  rooms: Readonly<Record<string, string>>;
}

const BELOW_KERNELS = ['domain', 'platform', 'ports'];
const BELOW_FEATURES = [...BELOW_KERNELS, 'kernels'];
const BELOW_ENTRANCES = [...BELOW_FEATURES, 'features', 'composition'];

/** Every room and what it is for, by layer. A test compares this with the actual imports. */
export const HOUSE: Readonly<Record<string, Storey>> = {
  domain: {
    imports: [],
    rooms: { 'server/domain': 'words and rules that more than one feature speaks; pure' },
  },
  platform: {
    imports: ['domain', 'platform'],
    rooms: {
      'server/config.ts': 'what the environment says',
      'server/unsafe-settings.ts': 'what of that must not run where people work',
      'server/platform': 'SQL, log, processes, limits, isolation: knows nothing of the product',
      prisma: 'the schema of PostgreSQL and its migrations',
    },
  },
  ports: {
    imports: BELOW_KERNELS,
    rooms: {
      'server/ports/documents': 'the documents: Firestore, or an embedded store of the same contract',
      'server/ports/files': 'bytes on a disk or in a bucket, and what kind of file they are',
      'server/ports/identity': 'accounts and sessions: Firebase, or embedded',
      'server/ports/mail': 'e-mails',
      'server/ports/queue': 'background work: BullMQ on Redis, or on PostgreSQL',
      'server/ports/rest-backend': 'the REST backend of the cooperative, of whichever make',
    },
  },
  kernels: {
    imports: [...BELOW_KERNELS, 'kernels'],
    rooms: {
      'server/services.ts': 'what every verb works with: its types',
      'server/mapping.ts': 'what other programs call collections and fields, checked against what features declare',
      'server/catalogs': 'simple entities: one definition each',
      'server/digitized': 'a digitized document as it is kept, for all features of Digitalización',
      'server/entrances/request': 'what a handler may know of HTTP: cookies, notices, exports, policies',
      'server/features': 'what a feature declares',
      'server/home': 'Inicio as tiles, asked in one statement',
      'server/lists': 'a list as data: page, count, filters, choices, export, search',
      'server/imports': 'records of a list from a spreadsheet: read, tried row by row, applied',
      'server/live-settings': 'the settings in force',
      'server/pages': 'stored files and pictures, drawn anew in isolated processes',
      'server/read-model': 'documents as rows: projection, sync, upkeep, and queries of pages',
      'server/records': 'fields, declared once, the one way to change a document, and what was changed, in words',
      'server/reporting': 'reports as data',
      'server/staff': 'the person behind a session, and who may change whom',
      'server/backup': 'everything that is kept, copied into a folder and brought back',
      'server/stored-files': 'files with a document: areas, receiving, opening, ledger',
      'server/workbooks': 'XLSX, CSV and paper into any stream',
    },
  },
  features: {
    imports: BELOW_FEATURES,
    rooms: {
      'server/features/account': 'how people and their programs get in, and what is their own: sessions, password, accesses',
      'server/features/alerts': 'what a person is told of, read or by e-mail',
      'server/features/audit': 'the audit of both databases: read, sealed in batches, proved',
      'server/features/briefcase': 'the Maletín: files in folders',
      'server/features/bulk': 'acts on a selection of a list, told, taken back, done by a worker where they are many',
      'server/features/catalogs': 'every entity of server/catalogs, their pictures, and photos of services',
      'server/features/contents': 'contents of the mobile app: the days on which they show, and what members see wrong',
      'server/features/customers': 'the members of the cooperative, read only',
      'server/features/documents': 'digitized documents: upload, index, assign, archive, custody',
      'server/features/exports': "files of lists and reports, and the list of one's own",
      'server/features/home': 'the verbs of Inicio',
      'server/features/inbox': 'what waits for a person, over all lists',
      'server/features/notes': 'what people write about a record, and whom they name in it',
      'server/features/operations': 'the state of jobs, read model and dependencies',
      'server/features/packages': 'packages of documents between agencies, sent and received',
      'server/features/people': 'the staff and their accounts, what they do, and what lies with who leaves',
      'server/features/quotes': 'quotes from the mobile app, followed up',
      'server/features/reports': 'the reports and their menu',
      'server/features/roles': 'who may do what: roles with their menus, and permission sets',
      'server/features/search': 'the search of everything',
      'server/features/settings': 'settings of the portal, edited',
      'server/features/snapshots': 'reports that run by themselves, and what their runs left',
      'server/features/unread': 'what documents hold and the portal cannot read, and what it does not use',
      'server/features/views': 'lists as people keep them: an address under a name, own or shared',
    },
  },
  composition: {
    imports: [...BELOW_FEATURES, 'features', 'composition'],
    rooms: {
      'server/registries.ts': 'one line a feature: every register is computed from these',
      'server/portal.ts': 'services and verbs, put together from configuration',
    },
  },
  entrances: {
    imports: [...BELOW_ENTRANCES, 'entrances'],
    rooms: {
      'prisma/seed': 'the data of the demo',
      'server/entrances/commands': 'processes with a command line',
      'server/entrances/http': 'Express: sessions, headers, errors, Remix, and the REST backend that the portal itself offers',
      'server/main.ts': 'the web process',
      jobs: 'the worker process',
    },
  },
  'screens of kernels': {
    imports: ['domain', 'kernels', 'screens of kernels'],
    rooms: {
      app: 'the root of the screens, and what every one of them uses',
      'app/ui': 'controls and marks that know nothing of the product',
      'app/screens/catalogs': 'screens of every simple entity, and the parts that one of them has',
      'app/screens/files': 'sending files and pictures, and showing them',
      'app/screens/forms': 'a form, its action, its conflict',
      'app/screens/lists': 'a list with filters, columns, paper',
      'app/screens/order': 'records in an order of their own',
    },
  },
  screens: {
    imports: ['domain', 'kernels', 'features', 'screens of kernels', 'screens'],
    rooms: {
      'app/screens/account': "signing in, a new password, one's own account, accesses of programs",
      'app/screens/alerts': 'what one is told of',
      'app/screens/audit': 'the audit',
      'app/screens/briefcase': 'the Maletín',
      'app/screens/bulk': 'an act on a selection: progress, refusals, the way back',
      'app/screens/contents': 'what members see wrong',
      'app/screens/customers': 'members and their documents',
      'app/screens/documents': 'digitized documents',
      'app/screens/exports': "one's own exports",
      'app/screens/home': 'Inicio',
      'app/screens/imports': 'records of a list from a spreadsheet',
      'app/screens/notes': 'notes of a record',
      'app/screens/operations': 'jobs and read model',
      'app/screens/packages': 'packages sent, received, under way',
      'app/screens/people': 'the staff, and what lies with a person who leaves',
      'app/screens/quotes': 'quotes',
      'app/screens/reports': 'reports and their menu',
      'app/screens/roles': 'roles, permission sets, and «Ver como»',
      'app/screens/search': 'the search of everything',
      'app/screens/settings': 'settings',
      'app/screens/shell': 'what stands around every screen',
      'app/screens/snapshots': 'schedules, runs, «Mis reportes»',
      'app/screens/unread': 'data to look at, and the other data of a record',
      'app/screens/views': 'the form and the list of saved views',
    },
  },
  routes: {
    imports: ['domain', 'screens of kernels', 'screens'],
    rooms: { 'app/routes': 'the site map: one file an address' },
  },
};

/** Layer of each room. */
export const STOREYS: ReadonlyMap<string, string> = new Map(
  Object.entries(HOUSE).flatMap(([storey, { rooms }]) => Object.keys(rooms).map((room) => [room, storey] as const)),
);

/** What a room is for; '' for one that HOUSE does not list. */
export const lineOf = (room: string): string => HOUSE[STOREYS.get(room) ?? '']?.rooms[room] ?? '';
