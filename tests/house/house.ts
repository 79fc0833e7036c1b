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
    rooms: { 'server/domain': 'terms and rules that more than one feature uses; pure' },
  },
  platform: {
    imports: ['domain', 'platform'],
    rooms: {
      'server/config': 'settings from the environment, and which of them are unsafe in production',
      'server/platform': 'SQL, log, processes, limits, isolation: independent of the product',
      prisma: 'the PostgreSQL schema and its migrations',
    },
  },
  ports: {
    imports: BELOW_KERNELS,
    rooms: {
      'server/ports/documents': 'documents: Firestore, or an embedded store with the same contract',
      'server/ports/files': 'bytes on disk or in a bucket, and detection of the kind of file',
      'server/ports/identity': 'accounts and sessions: Firebase, or embedded',
      'server/ports/mail': 'e-mails',
      'server/ports/queue': 'background work: BullMQ on Redis, or on PostgreSQL',
      'server/ports/rest-backend': "the cooperative's REST backend: another portal, or any that follows the specification",
    },
  },
  kernels: {
    imports: [...BELOW_KERNELS, 'kernels'],
    rooms: {
      'server/services.ts': 'types of the services that every verb takes',
      'server/mapping.ts': 'names that other programs give collections and fields, checked against the declarations of features',
      'server/catalogs': 'simple entities: one definition each',
      'server/digitized': 'a digitized document as stored, for all features of Digitalización',
      'server/entrances/request': 'the parts of HTTP that a handler may use: cookies, notices, exports, policies',
      'server/features': 'what a feature declares',
      'server/lists': 'a list as data: page, count, filters, choices, export, search',
      'server/imports': 'import of records from a spreadsheet: read, checked row by row, applied',
      'server/live-settings': 'the settings in force',
      'server/pages': 'stored files and pictures, rendered in isolated processes',
      'server/read-model': 'documents as rows: projection, sync, upkeep, page queries',
      'server/records': 'fields declared once, the only way to change a document, and changes put into words',
      'server/reporting': 'reports as data',
      'server/staff': 'the person behind a session, and who may change whom',
      'server/backup': 'backup of all stored data to a folder, and restore',
      'server/stored-files': 'files that belong to a document: areas, receiving, opening, ledger',
      'server/workbooks': 'XLSX, CSV and print output to any stream',
    },
  },
  features: {
    imports: BELOW_FEATURES,
    rooms: {
      'server/features/account': 'sign-in of people and programs, and their own account: sessions, password, access tokens',
      'server/features/alerts': 'alerts for a person, in the portal and by e-mail',
      'server/features/audit': 'the audit of both databases: read, sealed in batches, verified',
      'server/features/briefcase': 'the Maletín: files in folders',
      'server/features/bulk': 'bulk actions on a selection of a list: reported, undone, run by a worker when there are many',
      'server/features/catalogs': 'all entities of server/catalogs, their pictures, and photos of services',
      'server/features/contents': 'contents of the mobile app: the days on which they show, and what is wrong with what members see',
      'server/features/customers': 'the members of the cooperative, read only',
      'server/features/documents': 'digitized documents: upload, index, assign, archive, custody',
      'server/features/exports': "files of lists and reports, and the list of a person's own exports",
      'server/features/home': 'the verbs of Inicio',
      'server/features/inbox': 'what waits for a person, across all lists',
      'server/features/notes': 'notes on a record, and mentions of colleagues in them',
      'server/features/operations': 'the state of jobs, read model and dependencies',
      'server/features/packages': 'packages of documents between agencies, sent and received',
      'server/features/people': 'the staff and their accounts, their activity, and handover when somebody leaves',
      'server/features/quotes': 'quotes from the mobile app, followed up',
      'server/features/reports': 'the reports and their menu',
      'server/features/roles': 'who may do what: roles with their menus, and permission sets',
      'server/features/search': 'the global search',
      'server/features/settings': 'editing the settings of the portal',
      'server/features/snapshots': 'scheduled reports, and the results of their runs',
      'server/features/unread': 'stored values that the portal cannot read, and fields that it does not use',
      'server/features/views': 'saved views of lists: an address under a name, own or shared',
    },
  },
  composition: {
    imports: [...BELOW_FEATURES, 'features', 'composition'],
    rooms: {
      'server/registries.ts': 'one line per feature; every registry is computed from them',
      'server/portal.ts': 'services and verbs, assembled from the configuration',
    },
  },
  entrances: {
    imports: [...BELOW_ENTRANCES, 'entrances'],
    rooms: {
      'prisma/seed': 'the data of the demo',
      'server/entrances/commands': 'command-line processes',
      'server/entrances/http': 'Express: sessions, headers, errors, Remix, and the REST backend that the portal itself provides',
      'server/main.ts': 'the web process',
      jobs: 'the worker process',
    },
  },
  'screens of kernels': {
    imports: ['domain', 'kernels', 'screens of kernels'],
    rooms: {
      app: 'the root of the screens, and what all of them share',
      'app/ui': 'controls and marks, independent of the product',
      'app/screens/catalogs': 'screens of all simple entities, and parts that only one of them has',
      'app/screens/files': 'uploading and showing files and pictures',
      'app/screens/forms': 'forms, their actions and conflicts',
      'app/screens/lists': 'lists with filters, columns and print view',
      'app/screens/order': 'putting records in an order',
    },
  },
  screens: {
    imports: ['domain', 'kernels', 'features', 'screens of kernels', 'screens'],
    rooms: {
      'app/screens/account': "sign-in, new password, the person's own account, access tokens of programs",
      'app/screens/alerts': "the person's alerts",
      'app/screens/audit': 'the audit',
      'app/screens/briefcase': 'the Maletín',
      'app/screens/bulk': 'a bulk action: progress, refusals, undo',
      'app/screens/contents': 'what is wrong with the contents that members see',
      'app/screens/customers': 'members and their documents',
      'app/screens/documents': 'digitized documents',
      'app/screens/exports': "the person's own exports",
      'app/screens/home': 'Inicio',
      'app/screens/imports': 'import of records from a spreadsheet',
      'app/screens/notes': 'notes of a record',
      'app/screens/operations': 'state of jobs, backups and read model',
      'app/screens/packages': 'packages sent, received, in transit',
      'app/screens/people': 'the staff, and handover when a person leaves',
      'app/screens/quotes': 'quotes',
      'app/screens/reports': 'reports and their menu',
      'app/screens/roles': 'roles, permission sets, and «Ver como»',
      'app/screens/search': 'the global search',
      'app/screens/settings': 'settings',
      'app/screens/shell': 'the frame around every screen: menu, top bar, keys',
      'app/screens/snapshots': 'schedules, runs, «Mis reportes»',
      'app/screens/unread': '«Datos por revisar», and the «Otros datos» of a record',
      'app/screens/views': 'the form and the list of saved views',
    },
  },
  routes: {
    imports: ['domain', 'screens of kernels', 'screens'],
    rooms: { 'app/routes': 'the site map: one file per address' },
  },
};

/** Layer of each room. */
export const STOREYS: ReadonlyMap<string, string> = new Map(
  Object.entries(HOUSE).flatMap(([storey, { rooms }]) => Object.keys(rooms).map((room) => [room, storey] as const)),
);

/** What a room is for; '' for one that HOUSE does not list. */
export const lineOf = (room: string): string => HOUSE[STOREYS.get(room) ?? '']?.rooms[room] ?? '';
