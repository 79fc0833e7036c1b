/** Origin of the lines: sections of the specification, and the required technical shape. */
export const SECTIONS = {
  use: '1. What the portal does and for whom',
  screens: '2. Screens and routes',
  data: '3. Entities and their fields',
  states: '4. States and transitions',
  validation: '5. Validation',
  roles: '6. Roles and permissions',
  calls: '7. Calls',
  errors: '8. Errors',
  limits: '9. Constants and limits',
  shape: 'What it is made of',
} as const;

interface Line {
  n: number;
  section: keyof typeof SECTIONS;
  /** What the line demands, in the portal's own words. */
  says: string;
}

/**
 * A line with the tests that fail when it does not hold (`file :: title`, or `file :: describe > title`); or one that is met differently on
 * purpose, with the reason, its decision record, and the tests of what the portal does instead.
 */
export type SpecificationLine = Line & ({ trials: readonly string[] } | { instead: string; decision: string; trials?: readonly string[] });

const PORTAL = 'tests/specification/portal.test.ts';
const CATALOGS = 'server/catalogs/catalogs.test.ts';
const CUSTOMERS = 'tests/http/customers-quotes.test.ts :: cannot be changed with POST, PUT, PATCH or DELETE at any address';
const FOLLOW_UP = 'server/features/quotes/follow-up.test.ts :: changes estado and bitacora and leaves every other field as it was';
const PAPERS = `${PORTAL} :: a package of papers is drafted, sent and accepted, and its line becomes a document`;
const CARRIED = `${PORTAL} :: accepting a package of documents changes their holder, and rejecting a package stores the time`;
const DOCUMENT = `${PORTAL} :: a document is indexed, changed, assigned, returned and deleted, with the audit actions of section 4`;
const SET = `${PORTAL} :: a permission set is created, changed and deleted, with the audit actions of section 4`;
const ROLE = `${PORTAL} :: appear in the sidebar and open exactly as the role’s document lists`;
const IN_ORDER = `${PORTAL} :: stand in the specified order, under groups that fold except the first`;
const LISTED = `${PORTAL} :: are listed newest first, without inactive ones`;
const USERS_API = 'server/entrances/http/api/users-api.test.ts';
const API = 'server/entrances/http/api/api-routes.test.ts';
const REAL = 'tests/http/real-screens.test.ts';
const DIGITIZED = 'tests/http/digitized-documents.test.ts';
const CONSTANTS = 'tests/http/constants.test.ts';
const UPLOADS = 'tests/http/digitized-files.test.ts';
const MATRIX = 'tests/access/access-matrix.test.ts';
const APART = 'server/ports/documents/embedded/embedded.test.ts :: keeps the main and digitalization databases apart';
const STORED = `${CATALOGS} :: stores exactly what was given, in the document and in its row`;

const record = (what: string) => `${PORTAL} :: ${what} holds its fields and the generic ones`;
const screen = (group: string, entry: string, address: string) =>
  `${PORTAL} :: «${group}» › «${entry}» stands in the sidebar and opens ${address}`;
const recount = (report: string) =>
  `tests/reports/recount.test.ts :: the report ${report} > equals a recount of the documents for random queries`;

/** The entries of the sidebar, in the order of the specification's table. */
const ENTRIES: readonly (readonly [group: string, entry: string, address: string])[] = [
  ['', 'Inicio', '/'],
  ['App móvil', 'Asociados', '/customers/list-customers'],
  ['App móvil', 'Prospecciones', '/quotes/list-quotes'],
  ['App móvil', 'Productos y servicios', '/products/list-products'],
  ['App móvil', 'Plazas vacantes', '/job-offers/list-job-offer'],
  ['App móvil', 'Promociones', '/promotions/list-promotions'],
  ['App móvil', 'Agencias', '/locations/list-agencies'],
  ['App móvil', 'Reportes', '/reports/menu'],
  ['App móvil', 'Configuración', '/settings/menu'],
  ['App móvil', 'Educación cooperativista', '/educacion/cooperativista'],
  ['App móvil', 'Cómo asociarse', '/how_associated'],
  ['Maletín', 'Archivos', '/briefcase/list-briefcase'],
  ['Maletín', 'Carpetas', '/folders/list-folders'],
  ['Maletín', 'Tipos de documento', '/document-types/list-documents'],
  ['Sistema', 'Usuarios', '/users/list-users'],
  ['Sistema', 'Departamentos', '/departments/list-departments'],
  ['Sistema', 'Puestos', '/job-positions/list-positions'],
  ['Digitalización', 'Categorías', '/maintenance/digitalization/category/list-category'],
  ['Digitalización', 'Tipos de documento', '/maintenance/digitalization/document-type/list-document-type'],
  ['Digitalización', 'Permisos de documentos', '/maintenance/digitalization/document-permissions/list-document-permissions'],
  ['Digitalización', 'Digitalizar documentos', '/digitalization-documents/list-digitalization-docs'],
  ['Digitalización', 'Paquetes enviados', '/maintenance/digitalization/packagesShips/send/list-packages'],
  ['Digitalización', 'Paquetes recibidos', '/maintenance/digitalization/packagesShips/received/list-packages'],
  ['Reportes', 'Reportes del Maletín', '/briefcase/reports'],
];
const FIRST_ENTRY = 19;

const PACKAGES: readonly (readonly [n: number, name: string, place: string])[] = [
  [143, '@remix-run/react', 'app/root.tsx'],
  [144, '@remix-run/node', 'app/entry.server.tsx'],
  [145, '@remix-run/express', 'server/entrances/http'],
  [146, 'express', 'server/entrances/http'],
  [147, 'react', 'app/screens'],
  [148, 'react-dom', 'app/entry.client.tsx'],
  [150, 'firebase-admin', 'server/ports/documents/firestore'],
  [151, 'bullmq', 'server/ports/queue'],
  [152, 'ioredis', 'server/ports/queue'],
  [153, 'exceljs', 'server/workbooks'],
];

const AUDITED: readonly (readonly [n: number, label: string, trial: string])[] = [
  [80, 'NUEVO ARCHIVO DIGITALIZADO', DOCUMENT],
  [81, 'ARCHIVO DIGITALIZADO MODIFICADO', DOCUMENT],
  [82, 'ARCHIVO DIGITALIZADO DEVUELTO', DOCUMENT],
  [83, 'PERMISO DE DIGITALIZACIÓN CREADO', SET],
  [84, 'PERMISO DE DIGITALIZACIÓN MODIFICADO', SET],
  [85, 'PERMISO DE DIGITALIZACIÓN ELIMINADO', SET],
  [86, 'ARCHIVO DIGITALIZADO ELIMINADO', DOCUMENT],
  [87, 'PAQUETE RECIBIDO', PAPERS],
];

const of =
  (section: keyof typeof SECTIONS) =>
  (n: number, says: string, ...trials: string[]): SpecificationLine => ({ n, section, says, trials });
const use = of('use');
const onScreens = of('screens');
const inData = of('data');
const inStates = of('states');
const valid = of('validation');
const inRoles = of('roles');
const called = of('calls');
const limit = of('limits');
const made = of('shape');

const lines: readonly SpecificationLine[] = [
  use(1, 'Signed-in staff use a portal in Spanish.', `${PORTAL} :: «%s» › «%s» stands in the sidebar and opens %s`),
  use(2, 'Customers are a read-only list.', CUSTOMERS, screen('App móvil', 'Asociados', '/customers/list-customers')),
  use(3, 'Staff follow up quotes.', FOLLOW_UP, screen('App móvil', 'Prospecciones', '/quotes/list-quotes')),
  use(
    4,
    'Staff maintain products and services.',
    record('a service'),
    `${PORTAL} :: products are stored in the sub-collection of their service`,
  ),
  use(5, 'Staff maintain job offers.', record('a job offer')),
  use(6, 'Staff maintain promotions.', record('a promotion')),
  use(7, 'Staff maintain agencies and their locations.', record('an agency')),
  use(
    8,
    'A Maletín holds documents, by folder and document type.',
    'server/features/briefcase/upload.test.ts :: stores bytes, document, event and audit entry, and the list shows it at once',
    record('a folder'),
    record('a document type of the Maletín'),
  ),
  use(9, 'Staff maintain departments and positions.', record('a department'), record('a position')),
  use(
    10,
    'Users are administered.',
    'server/features/people/users.test.ts :: creates an account and a person who can sign in at once with their role, agency and folders',
    'server/features/people/users.test.ts :: end the sessions and disable the account at once, and enable it again',
  ),
  use(11, 'There are reports.', recount('uploads-by-user'), screen('App móvil', 'Reportes', '/reports/menu')),
  use(
    12,
    'Documents are digitized: indexed, assigned, returned, archived.',
    DOCUMENT,
    `${DIGITIZED} :: is assigned, returned and archived with its forms, and a form sent twice acts once`,
  ),
  use(13, 'Agencies send each other packages of documents and receive them.', PAPERS, CARRIED),
  use(14, 'The title of every page is the name of the cooperative.', `${PORTAL} :: «%s» › «%s» stands in the sidebar and opens %s`),

  onScreens(15, 'The sign-in page needs no session.', `${PORTAL} :: open sign-in and password reset to people without a session`),
  onScreens(
    16,
    'The page for choosing a password needs no session.',
    `${PORTAL} :: open sign-in and password reset to people without a session`,
  ),
  onScreens(
    17,
    'Without a session, every other address leads to the sign-in page.',
    `${MATRIX} :: without a session > redirects every guarded page to /login?redirectTo=…, and answers 401 at the addresses of JSON`,
    `${MATRIX} :: without a session > answers 401 to a request for data at every guarded address`,
  ),
  onScreens(18, 'A spinner covers the screen while the sign-in is checked.', `${REAL} :: covers the screen while sign-in is being checked`),
  ...ENTRIES.map(([group, entry, address], at) =>
    onScreens(
      FIRST_ENTRY + at,
      `The sidebar leads to ${[group, entry].filter(Boolean).join(' › ')} at ${address}.`,
      screen(group, entry, address),
    ),
  ),
  onScreens(43, 'Groups of the sidebar can be collapsed.', IN_ORDER),
  onScreens(44, 'A number orders them.', IN_ORDER),
  onScreens(
    45,
    'The sidebar shows what the menu ids of the role permit.',
    ROLE,
    `${MATRIX} :: menu %s > is enough to open its addresses, from the next request on`,
  ),

  inData(
    46,
    'Data is in a document database and in a REST backend beside it.',
    STORED,
    'tests/http/second-backend.test.ts :: with REST_BACKEND_URL people, clicks and files go through another running instance',
  ),
  inData(
    47,
    'A new document has isActive, createdAt and updatedAt.',
    'server/ports/documents/embedded/embedded.test.ts :: creates a document with the generic fields and reads it back',
    `${PORTAL} :: %s holds its fields and the generic ones`,
  ),
  inData(48, 'Deleted documents stay, with isActive false.', `${PORTAL} :: stay stored with isActive false when they are deleted`),
  inData(49, 'An agency has its ten fields.', record('an agency')),
  inData(
    50,
    'A job offer has its fields, and its creation date as day/month/year.',
    record('a job offer'),
    `${PORTAL} :: a job offer stores its creation day as day/month/year`,
  ),
  inData(
    51,
    'Products are in a sub-collection of their service.',
    `${PORTAL} :: products are stored in the sub-collection of their service`,
  ),
  inData(
    52,
    'The service of extraordinary assets has a sub-collection of photos.',
    `${PORTAL} :: photos are stored in the sub-collection of a service with a gallery, and refused for any other service`,
  ),
  inData(53, 'A promotion has its fields.', record('a promotion')),
  inData(54, 'Customers are read-only.', CUSTOMERS),
  inData(
    55,
    'There are four kinds of quotes; loans also have a type.',
    `${PORTAL} :: quotes are of four kinds, each with a tab of its own`,
    'server/features/quotes/quotes.test.ts :: finds by kind and loan type, as the list shows them and as they are stored',
  ),
  inData(56, 'A quote has estado and bitacora.', FOLLOW_UP),
  inData(57, 'A user has its fields.', `${USERS_API} :: stores a person with the audit entry and shows them at once in the read model`),
  inData(
    58,
    'An item of the sidebar has id, title, icon, href, sort, isActive, collapsible and options.',
    `${PORTAL} :: follow the names, order, visibility and icons stored in \`menu\` within five seconds, and still open when hidden`,
    'tests/http/settings-screens.test.ts :: changes for everybody once it is saved, with a document and an audit entry for each changed group',
  ),
  inData(
    59,
    'A role label has id, title and value; Usuario is labelled Reportes.',
    'server/domain/roles.test.ts :: match the three defaults when another program stored them %s',
    'server/features/roles/roles.test.ts :: are read without a value, with the value of another role, by a title alone, and by permissions alone',
    'server/staff/staff.test.ts :: are those of the administrator for the role %j, whatever its letter case',
  ),
  inData(
    60,
    'The permissions of a role are a list of menu ids.',
    ROLE,
    'server/features/roles/roles.test.ts :: apply changed menus at the next request of everyone with the role, and audit them',
  ),
  inData(
    61,
    'A permission set maps category and type to any of five actions.',
    'server/domain/document-permissions.test.ts :: are written exactly as they were stored when nothing changes',
    'tests/http/permission-sets.test.ts :: of another program keeps its stored permissions if another field is saved',
    'server/staff/document-access.test.ts :: are, with create alone, only those they have just indexed themselves',
  ),
  inData(62, 'packageStatus names the states of packages.', `${CONSTANTS} :: has its new name in sent and received packages`),
  inData(
    63,
    'docStates names the states of documents.',
    `${CONSTANTS} :: has its new name on tab, list, filter, search, record, history and message`,
    `${CONSTANTS} :: has its new name in CSV, workbook, report, Inicio and the e-mail of a report`,
    `${CONSTANTS} :: is shown by its name and can be filtered by; states without a name are grouped under «Otros»`,
    `${CONSTANTS} :: cannot be left through actions of the portal (409), nor sent in a package (400)`,
  ),
  inData(
    64,
    'extensionTypes is a list, empty at first.',
    'server/features/settings/settings.test.ts :: have defaults until they are saved, and are stored trimmed and without empty rows',
    'tests/http/document-types.test.ts :: offers and accepts the extensions of the constants and those it has, and marks validators without a rule',
    `${UPLOADS} :: accepts only extensions in the constants and in its type, never programs or content that differs`,
  ),
  inData(
    65,
    'fieldValidators is a list, empty at first.',
    'server/features/settings/settings.test.ts :: have defaults until they are saved, and are stored trimmed and without empty rows',
    `${UPLOADS} :: needs \`create\` on its type, a known type, its required fields and an accepted extension`,
  ),
  inData(66, 'Documents belong to categories.', record('a category')),
  inData(67, 'A document type belongs to a category.', `${PORTAL} :: a document type stores its category`),
  inData(68, 'A digitized document has its fields.', DOCUMENT, PAPERS),
  inData(69, 'A package has its fields.', PAPERS, CARRIED),
  inData(70, 'The audit holds user, action and the data before and after.', DOCUMENT),

  inStates(
    71,
    'A document is indexed, archived, assigned or returned.',
    'server/features/documents/documents.test.ts :: the act %s > from «%s» is done or refused as ACT_RULES says, with one audit entry or none',
    `${DIGITIZED} :: is assigned, returned and archived with its forms, and a form sent twice acts once`,
  ),
  inStates(72, 'A document of an accepted package is assigned.', PAPERS),
  inStates(73, 'A package begins as a draft.', PAPERS),
  inStates(
    74,
    'Saving it with any other state sends it and stores the time.',
    PAPERS,
    'tests/http/packages.test.ts :: is sent by a save with any status but that of a draft',
  ),
  inStates(75, 'An accepted or rejected package stores the time.', PAPERS, CARRIED),
  {
    n: 76,
    section: 'states',
    says: 'Accepting creates a document for each line, linked in the line.',
    instead: 'only for lines that arrived: the receiver checks every line first, and a missing one gives no document',
    decision: '038-custody-and-receiving',
    trials: [
      PAPERS,
      'server/features/packages/received.test.ts :: creates a document for each line that arrived, assigns it to the recipient and links it to the line',
    ],
  },
  inStates(77, 'With needReassign, it reassigns the existing documents to their recipient.', CARRIED),
  inStates(78, 'New records are on (estado, state).', `${PORTAL} :: have \`estado\` switched on in a new form`),
  inStates(
    79,
    'The menus are read at each sign-in.',
    'server/staff/staff.test.ts :: menus > are those of the role, and a revoked one is gone at the next request',
  ),
  ...AUDITED.map(([n, label, trial]) => inStates(n, `The audit says ${label}.`, trial)),
  inStates(88, 'A report counts uploads by user.', recount('uploads-by-user')),
  inStates(89, 'A report counts downloads by user.', recount('downloads-by-user')),
  inStates(90, 'A report counts downloads by file.', recount('downloads-by-file')),

  valid(
    91,
    'An upload without file, name or agency is refused with the specified message.',
    `${API} :: with %s answers 400 with the message of the specification`,
    `${UPLOADS} :: answers 400 in the words of the specification if data, file, name or agency is missing`,
  ),
  valid(
    92,
    'Choosing an image without agency or path is refused with the specified message.',
    'server/features/catalogs/images.test.ts :: is refused with the specified message when the path or the agency is missing',
    `${API} :: answers an asset without a name and an empty upload with the messages of the specification`,
  ),
  valid(
    93,
    'A document lookup without an id is refused with the specified message.',
    `${DIGITIZED} :: answers JSON requests with problems in the words of the specification, and browsers with HTML`,
  ),
  valid(
    94,
    'Indexing without data is refused with the specified message.',
    `${UPLOADS} :: answers 400 in the words of the specification if data, file, name or agency is missing`,
  ),
  valid(
    95,
    'Editing without id or data is refused with the specified message.',
    `${DIGITIZED} :: answers JSON requests with problems in the words of the specification, and browsers with HTML`,
  ),
  valid(
    96,
    'Creating a document requires a valid path, name and data.',
    'server/ports/documents/embedded/embedded.test.ts :: refuses the document path %j',
    'server/ports/documents/embedded/embedded.test.ts :: ${name}: values > refuses %s',
  ),
  valid(
    97,
    'The extension of a file determines its icon, one of ten.',
    'server/domain/files-vocabulary.test.ts :: chooses the icon by extension, whatever its case',
  ),
  valid(
    98,
    'Search covers all fields and ignores case and slashes.',
    'tests/search/columns.test.tsx :: finds a row by the text of each of its cells',
    'tests/search/columns.test.tsx :: finds a row by two letters inside a word that it shows',
    'server/domain/search.test.ts :: finds «Activo» only at the beginning of words, so never in «Inactivo»',
    'server/domain/search.test.ts :: normalizeForSearch > leaves no accent, slash or upper-case letter',
  ),

  inRoles(
    99,
    'The roles are Administrador, Editor and Usuario, labelled Reportes.',
    `${PORTAL} :: name the roles Administrador, Editor and Reportes`,
  ),
  inRoles(100, 'A document for each role lists its menus.', ROLE),
  inRoles(
    101,
    'A permission set limits what somebody may do with documents, by category and type.',
    'tests/access/document-matrix.test.ts :: allows exactly what it grants, with «%s» for the three types',
  ),
  inRoles(
    102,
    'Each user may open certain folders of the Maletín.',
    'tests/access/hidden-records.test.ts :: looks missing to every read and form, and its files are absent from lists and exports',
    'tests/access/hidden-records.test.ts :: accepts the same reads and forms at the next request after it is granted',
  ),

  called(103, 'Every call carries the fixed authorization header.', `${API} :: %j is answered with a 401 problem on every path`),
  called(
    104,
    'GET /users returns all people.',
    `${USERS_API} :: pages through everybody once, newest first, by cursor and by page number`,
    'tests/plain-backend/people.test.ts :: copies and reads people from answers in different forms: %j',
  ),
  called(
    105,
    'GET /users/by-agency-id/{agencyId} returns those of an agency.',
    `${USERS_API} :: returns the people of one agency, each equal to the answer by id`,
  ),
  called(106, 'GET /users/{id} returns one.', `${USERS_API} :: returns the people of one agency, each equal to the answer by id`),
  called(107, 'POST /users creates one.', `${USERS_API} :: stores a person with the audit entry and shows them at once in the read model`),
  called(
    108,
    'PATCH /users/{id} changes one.',
    `${USERS_API} :: changes only the given fields, and writes once when the same body is repeated`,
  ),
  called(
    109,
    'PATCH /users/clicks/{sessionId} counts clicks.',
    `${USERS_API} :: adds a flush once to the person and the day, even when sent ten times concurrently`,
    'tests/plain-backend/people.test.ts :: counts clicks although the answer does not mention them, and a repeated flush only once',
  ),
  called(
    110,
    'POST /digitalization/upload-asset stores a file and returns its url.',
    `${API} :: stores the file under a generated flat name, whatever its name and the order of the fields`,
  ),
  called(
    111,
    'GET /digitalization/asset returns a file by its name, reading slashes as dashes.',
    `${API} :: finds a file when its dashes are given as slashes`,
    `${API} :: returns the bytes as an attachment with a sandbox policy`,
  ),
  called(
    112,
    'GET, POST, PUT, PATCH and DELETE take query parameters.',
    `${USERS_API} :: %s %s is answered with 405 and the allowed methods`,
    `${API} :: answers unknown paths with a 404 problem, and wrong methods with 405 and \`Allow\``,
    `${USERS_API} :: returns the people of one agency, each equal to the answer by id`,
  ),
  called(113, 'Updating a quote changes estado and bitacora.', FOLLOW_UP),
  called(
    114,
    'Packages are queried by sender.',
    'server/features/packages/packages.test.ts :: lists, finds by code and counts the packages that a store query by sender returns',
  ),
  called(115, 'Types are queried by category.', `${CATALOGS} :: a store query by category finds the same document types as the list`),
  called(
    116,
    'People sign in with e-mail and password.',
    `${REAL} :: sign in without JavaScript`,
    'server/features/account/sign-in.test.ts :: opens a session and goes where the person wanted to go',
  ),
  called(
    117,
    'A user is created with e-mail and password.',
    'server/features/people/users.test.ts :: creates an account and a person who can sign in at once with their role, agency and folders',
  ),
  called(118, 'People can sign out.', 'tests/http/gate.test.ts :: signing out ends the session itself, not only the cookie'),
  called(
    119,
    'Requesting a new password returns ok, or an error with its message.',
    'server/features/people/users.test.ts :: resetUserPassword > %s returns a link that works once within 24 hours, and audits that it was handed over',
    'server/features/account/sign-in.test.ts :: answers 503 for known and unknown addresses alike when no e-mail can be sent, and creates no link',
    'server/features/account/sign-in.test.ts :: reports an outage that occurs before the answer',
  ),
  called(120, 'There are two cloud projects.', APART, `${CATALOGS} :: writes document and audit entry into its own database`),
  called(
    121,
    'Uploaded files are in a file storage.',
    'server/features/briefcase/upload.test.ts :: stores bytes, document, event and audit entry, and the list shows it at once',
  ),
  called(
    122,
    'The portal is a client of the REST backend.',
    'tests/plain-backend/people.test.ts :: copies and reads people from answers in different forms: %j',
    'tests/plain-backend/people.test.ts :: sends only the changed fields, and detects conflicts by content',
    'tests/plain-backend/people.test.ts :: are created, changed, read and found, with the read model up to date at once',
  ),

  {
    n: 123,
    section: 'errors',
    says: 'Signing in returns true, or the message of the provider.',
    instead: 'the message is only logged; the person reads one sentence that reveals nothing',
    decision: '003-sessions-and-revocation',
    trials: [
      'server/features/account/sign-in.test.ts :: answers every refusal with the same status and the same sentence',
      'server/ports/identity/embedded/embedded.test.ts :: logs the reason of a refusal, but never a password or a token',
    ],
  },
  {
    n: 124,
    section: 'errors',
    says: 'Creating returns true, false or an id; updating returns the id or nothing.',
    instead: 'a failure is a typed error, with a sentence for the person and a matching status',
    decision: '006-http-and-errors',
    trials: [
      'tests/http/errors.test.ts :: a loader that fails with %s > answers ${status} to actions, with and without JavaScript',
      'server/ports/documents/embedded/embedded.test.ts :: rejects the update of a missing document with not-found, with or without `ifVersion`',
    ],
  },
  {
    n: 125,
    section: 'errors',
    says: 'Context accessors throw outside their provider.',
    instead: 'there are none: screens get everything from their loaders, through the context of the request',
    decision: '001-rooms',
  },
  {
    n: 126,
    section: 'errors',
    says: 'An upload that fails is only logged.',
    instead: 'the person reads what happened and can try again; nothing is half stored',
    decision: '008-files',
    trials: [
      'server/features/briefcase/upload.test.ts :: mode %s: gives the person a message, leaks no token and leaves nothing half written',
    ],
  },
  {
    n: 127,
    section: 'errors',
    says: 'The status of a REST backend response is ignored.',
    instead: 'it is checked, and requests are retried within limits where that is harmless',
    decision: '010-rest-backend',
    trials: [
      'server/ports/rest-backend/remote-people.test.ts :: with the fault %s fails a read with %s within 8 seconds',
      'server/ports/rest-backend/create-rest-backend.test.ts :: retries a GET while the backend answers 503, but never a POST',
    ],
  },

  limit(128, 'Screens change at 600, 1000, 1200 and 1920 px.', `${PORTAL} :: have breakpoints at 600, 1000, 1200 and 1920 px`),
  limit(
    129,
    'Money is in quetzales with two decimals, invalid amounts as Q0.00.',
    'server/domain/money.test.ts :: writes quetzales without a space, with two decimals',
    'server/domain/money.test.ts :: shows invalid input %s as Q0.00',
  ),
  limit(
    130,
    'Dates are in the long Spanish format.',
    'tests/search/columns.test.tsx :: can show every short date in the long format',
    'server/domain/dates.test.ts :: shows the Guatemalan day and hour, not those of UTC',
  ),
  limit(131, 'Sizes are in MB, in KB under 0.01 MB.', 'server/domain/files-vocabulary.test.ts :: shows MB, and KB under 0.01 MB'),
  {
    n: 132,
    section: 'limits',
    says: 'Lists show the newest records first.',
    instead:
      'except lists with their own order: records that people order, received packages (date sent), runs (due time), required readings (deadline), findings (place)',
    decision: '013-ordered-records',
    trials: [LISTED],
  },
  limit(133, 'Lists contain only active records.', LISTED),
  limit(
    134,
    'A list knows its last page.',
    'server/read-model/pages/page-query.test.ts :: answers a page beyond the last with the last, and invalid values with the first',
  ),
  {
    n: 135,
    section: 'limits',
    says: 'Counting returns 100.',
    instead: 'a real count, capped where an exact one would cost too much',
    decision: '004-paging',
    trials: [
      'server/read-model/pages/page-query.test.ts :: gives each numbered page its rows and the exact count',
      'server/read-model/pages/page-query.test.ts :: caps the total at 10,000, and continues beyond the last number by cursor',
    ],
  },
  limit(136, 'Truncated text ends with three dots.', 'server/domain/text.test.ts :: truncates with three dots and never exceeds the limit'),
  limit(
    137,
    'A CSV file is named by a prefix and the time.',
    'server/workbooks/workbooks.test.ts :: names the file by prefix and Guatemalan time',
  ),
  limit(
    138,
    'Storage operations time out after 120 s, uploads after 600 s.',
    'server/ports/files/bucket-file-store.test.ts :: limits an upload to 600 s and any other operation to 120 s, including retries',
  ),

  made(
    139,
    'Remix renders every screen through Express.',
    `${MATRIX} :: the access table lists every route of Remix and of Express, and no other`,
  ),
  made(
    140,
    'BullMQ jobs copy documents into Postgres.',
    'jobs/sync.test.ts :: applies creations, changes and deletions to the table, and reports its freshness',
  ),
  made(
    141,
    'Reports and lists are SQL queries.',
    'server/features/reports/reports.test.ts :: equals GROUP BY over the ledger for any range and filters, on the page, in the totals and in the export',
    'server/read-model/pages/page-query.test.ts :: gives each numbered page its rows and the exact count',
  ),
  made(142, 'Writes go to the document store.', STORED),
  ...PACKAGES.map(([n, name, place]) => made(n, `The portal uses ${name}.`, `${PORTAL} :: ${name} is used in ${place}`)),
  {
    n: 149,
    section: 'shape',
    says: 'The portal uses prisma.',
    instead:
      "its schema, its client and its migration format; its command line is left out, and the portal's own runner creates the same database",
    decision: '041-consulta',
    trials: [
      'tests/schema/schema.test.ts :: describes the migrated tables and views: every column, type, default, key and index (npm run schema)',
      'tests/schema/migrate-engine.test.ts :: is up to date for `prisma migrate status`, with nothing left to deploy',
    ],
  },
  made(154, 'The portal uses vitest.', `${PORTAL} :: vitest runs its tests`),
  {
    n: 155,
    section: 'shape',
    says: 'The portal uses @prisma/client.',
    instead:
      'its types check every row that is read against the schema, and its client stores read-model runs and large exports; pages query through pg, at a fifth of the CPU time',
    decision: '041-consulta',
    trials: [
      'tests/schema/schema.test.ts :: describes the migrated tables and views: every column, type, default, key and index (npm run schema)',
      'tests/settings/background.test.ts :: wait for a worker, and are limited to one per collection',
    ],
  },
  made(156, 'The top-level folders are those required.', `${PORTAL} :: has the required folders and files`),
  made(
    157,
    'Staff work in a browser.',
    `${REAL} :: signs in and navigates lists and forms without a content policy violation or script error`,
  ),
  made(
    158,
    'Managers download reports as workbooks.',
    'server/workbooks/summary.test.ts :: starts a report with a sheet of its headline figures and pictures',
  ),
  made(
    159,
    'Scheduled jobs make snapshots of reports.',
    'server/features/snapshots/snapshots.test.ts :: keep the rows of the report in files whose digests are stored',
    'server/features/snapshots/snapshots.test.ts :: are created once by five concurrent workers',
    'server/features/snapshots/snapshots.test.ts :: perform the latest of several missed times, and record the others as missed',
  ),
];

export const LINES: readonly SpecificationLine[] = lines.toSorted((one, other) => one.n - other.n);
