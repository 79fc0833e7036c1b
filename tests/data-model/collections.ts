import { CATALOGS } from '#server/catalogs/registry.ts';
import { capitalize } from '#server/domain/grammar.ts';
import { menuTitle } from '#server/domain/menu.ts';
import { REGISTRIES } from '#server/registries.ts';
import { APP_CONTENTS } from './app-contents.ts';
import { AUDIT } from './audit.ts';
import { DIGITALIZATION } from './digitalization.ts';
import { REPORT_RUNS } from './report-runs.ts';
import type { CollectionNote } from './describe-collection.ts';
import { projectionOf } from './stored-fields.ts';

/** Collections that the portal only reads, or of which it writes two fields. */
const FROM_OTHERS: readonly CollectionNote[] = [
  {
    database: 'main',
    path: 'clientes',
    table: 'clientes',
    about: 'Members (asociados). The portal has no way to write them.',
    writers: ['core system'],
    how: 'App móvil › Asociados reads them.',
    fields: {
      codigo: 'Member number',
      nombre: 'Name',
      dpi: 'Number of the identity document',
      telefono: 'Telephone',
      correo: 'E-mail',
      agencia: 'Id of the agency',
      fechaAsociacion: { type: 'day as text, YYYY-MM-DD', means: 'Since when; a timestamp is read too' },
      estado: 'Whether the membership is active',
    },
  },
  {
    database: 'main',
    path: 'cotizaciones',
    table: 'cotizaciones',
    about: 'Quotes that members ask for, and what staff did about them.',
    writers: ['mobile app', 'portal'],
    how: 'The mobile app creates them, and staff in App móvil › Prospecciones; a follow-up sends exactly `estado` and `bitacora`, and the changed fields of the portal itself.',
    fields: {
      tipo: '`ahorro_plazo`, `prestamo`, `ahorro_programado` or `tarjeta_credito`',
      tipoPrestamo: 'Kind of loan',
      nombre: 'Who asks',
      telefono: 'Telephone',
      correo: 'E-mail',
      monto: 'Amount in quetzales',
      plazoMeses: 'Months',
      cuota: 'Monthly instalment in quetzales',
      agencia: 'Id of the agency',
      estado: 'true: pending, false: closed',
      bitacora: { type: 'list of maps', means: 'Follow-ups: {fecha, usuario, etapa, comentario}, oldest first; append-only' },
      responsable: 'Id of the person in charge. Only the portal writes this and the fields below; they are absent if nobody set them',
      proximoContacto: 'Day of the next contact, while it is pending',
      resultado: '`ganada`, `perdida` or `asociado`, once it is closed',
      motivoPerdida: 'Why it was lost, in words',
      asociadoId: 'Id of the member that the person became',
      registradaPor: 'Id of the person who registered it; the mobile app omits it',
    },
  },
];

const BRIEFCASE: readonly CollectionNote[] = [
  {
    database: 'main',
    path: 'maletin_carpetas',
    table: 'maletin_carpetas',
    about: 'Folders of the briefcase.',
    writers: ['portal'],
    how: 'Maletín › Carpetas.',
    fields: {
      nombre: 'Name',
      descripcion: 'Text',
      orden: 'Place in lists',
      estado: 'Whether files may be put there',
      lecturaDias: 'Days within which everybody who has the folder must read a new file; null if nobody must',
    },
  },
  {
    database: 'main',
    path: 'maletin_accesos',
    table: 'maletin_accesos',
    about: 'Who else has a briefcase folder, besides the people whose own list names it; one document per folder, with its id.',
    writers: ['portal'],
    how: 'A folder’s page in Maletín › Carpetas.',
    fields: {
      roles: 'Ids of the roles whose people have the folder',
      agencias: 'Ids of agencies',
      departamentos: 'Ids of departments',
    },
  },
  {
    database: 'main',
    path: 'maletin_lecturas',
    table: 'maletin_lecturas',
    about: 'Who must read a briefcase file, and by when; one document per file, with its id. Confirmations are in `eventos_archivos`.',
    writers: ['portal'],
    how: 'A file’s page, the bar of the list of files, and a job for folders that require it.',
    fields: {
      roles: 'Ids of the roles whose people must read it, if they have its folder',
      agencias: 'Ids of agencies',
      departamentos: 'Ids of departments',
      personas: 'Ids of people',
      hasta: 'Last day, YYYY-MM-DD',
      motivo: 'Why, in a few words',
      pedidaPor: 'Id of who asked last',
      carpeta: 'Id of the folder that requires it of everybody who has the folder; empty for none',
      recordatorios: { type: 'map', means: 'Day of the last reminder of each person, by their id; not in the table' },
    },
  },
  {
    database: 'main',
    path: 'maletin_tipos_documento',
    table: 'maletin_tipos_documento',
    about: 'Kinds of documents, with what a file of the kind may be.',
    writers: ['portal'],
    how: 'Maletín › Tipos de documento.',
    fields: {
      nombre: 'Name',
      extensiones: 'Accepted file extensions, without the dot',
      tamanoMaximoMb: 'Largest file in MB',
      estado: 'Whether it can be chosen',
    },
  },
  {
    database: 'main',
    path: 'maletin_archivos',
    table: 'maletin_archivos',
    about: 'Files of the briefcase; the REST backend stores their contents.',
    writers: ['portal'],
    how: 'Maletín › Archivos.',
    fields: {
      nombre: 'File name with its extension',
      carpetaId: 'Id of the folder',
      tipoDocumentoId: 'Id of the kind of document',
      agenciaId: 'Agency of whoever uploaded it',
      url: 'Address of the contents, as `upload-asset` returned it',
      contentType: 'Type found in the contents',
      bytes: 'Size',
      sha256: 'SHA-256 of the contents, hexadecimal',
      userId: 'Who uploaded it first',
      fileName: 'What the sender called the present version',
      versions: {
        type: 'list of maps',
        means: 'Earlier versions, newest last: {url, fileName, contentType, bytes, sha256, pages, userId, at}; `pages` is null',
      },
      adopted: {
        type: 'list of maps',
        means:
          'Files that the portal copied from the storage of other programs: {url, from}, `from` being the old address; not in the table',
      },
      uploadedBy: { type: 'text', means: 'Id of the person who stored the current version, if there was an earlier one; not in the table' },
      uploadedAt: { type: 'timestamp', means: 'When; not in the table' },
    },
  },
  {
    database: 'main',
    path: 'eventos_archivos',
    table: 'eventos_archivos',
    about: 'Append-only ledger of what was done with files. The reports count it.',
    writers: ['portal'],
    how: 'Written with each upload, view, print and download, and where somebody confirms that they read a file.',
    fields: {
      kind: '`upload`, `view`, `print`, `download` or `confirm` (that they read it)',
      fileId: 'Id of the file',
      fileName: 'Its name then',
      area: '`briefcase` or `digitalization`',
      folderId: 'Its folder then',
      userId: 'Who',
      userName: 'Their name then',
      categoryId: { type: 'text', means: 'Of a digitized document: its category then; not in the table' },
      documentTypeId: { type: 'text', means: 'Of a digitized document: its type then; not in the table' },
      agencyId: 'Their agency then',
      version: 'Which of the document’s files, from 1; missing in older events',
      at: 'When',
    },
  },
];

const PEOPLE: readonly CollectionNote[] = [
  {
    database: 'main',
    path: 'usuarios',
    table: 'usuarios',
    about: 'Staff. The id is that of the account in the identity provider.',
    writers: ['REST backend'],
    how: '`POST /users`, `PATCH /users/{id}` and `PATCH /users/clicks/{sessionId}`, which Sistema › Usuarios calls.',
    fields: {
      name: 'Name',
      email: 'E-mail, as the account has it',
      role: 'Id of the role (`value` in `roles`). Read leniently: its title, other letters',
      phone: 'Telephone',
      agency: 'Id of the agency',
      state: 'Whether the person may sign in',
      briefcase_permissions: { type: 'map', means: '{folders: ids of the folders that the person may open}' },
      clicks: 'Clicks counted so far',
      digitalization_permission_id: 'Id of the permission set in `permisos_documentos`',
      department: { type: 'map', means: '{id, name, state} of the department when it was chosen' },
      position: 'Id of the position (puesto). Read leniently: its name; the next save stores the id',
    },
  },
  {
    database: 'main',
    path: 'permisos_rol',
    table: 'permisos_rol',
    about: 'Which menu ids a role has; the id is the role. Without a document the role has those of a new installation.',
    writers: ['portal'],
    how: 'Configuración › Roles y sus menús, together with the label.',
    fields: {
      menus: 'Menu ids (docs/access.md)',
      accionesNegadas: 'Acts withheld on those: `<menu id>:change`, `:delete` or `:export`. Without it all are allowed',
    },
  },
  {
    database: 'main',
    path: 'menu',
    about:
      'The sidebar: a document for each group (`app-movil`, `maletin`, …). What no document mentions is as delivered; unknown ids are ignored. It grants no permission.',
    writers: ['portal'],
    how: 'Configuración › Menú lateral. Read leniently: other programs may write it, every process follows within five seconds.',
    fields: {
      id: { type: 'text', means: 'Id of the group; if missing, that of the document' },
      title: { type: 'text', means: 'Its name, up to 40 characters' },
      icon: { type: 'text', means: "Name of a picture; a group's is shown nowhere" },
      href: { type: 'text', means: 'Address of its first entry; not read' },
      sort: { type: 'number', means: 'Its place: groups stand in the order of it' },
      isActive: { type: 'true or false', means: 'False: hidden, except what is always shown (Inicio, Configuración)' },
      collapsible: { type: 'true or false', means: 'Whether it folds' },
      options: {
        type: 'list of maps',
        means: 'Its entries in their order: {id, title, href, icon}, and isActive false for one that is hidden. `href` is not read',
      },
    },
  },
  {
    database: 'main',
    path: 'vistas_guardadas',
    table: 'vistas_guardadas',
    about: 'Saved views of lists: a view shows what its list shows to the person who opens it.',
    writers: ['portal'],
    how: '«Guardar vista» of any list; «Mis vistas». Deactivated: removed.',
    fields: {
      lista: 'Address of the list',
      consulta: 'Search, filters and order, as in the address of the list; without page and columns',
      columnas: 'Names of the columns in the list; empty for its own',
      densidad: '`normal` or `compacta`: how high rows are',
      inicio: 'Its owner sees it on Inicio',
      roles: 'Ids of the roles whose people find it in their menu',
      agencias: 'Ids of the agencies whose people find it in their menu',
      userId: 'Id of its owner',
    },
  },
  {
    database: 'main',
    path: 'datos_ignorados',
    table: 'datos_ignorados',
    about:
      'Stored values that the portal cannot read and that somebody chose to ignore; the id combines document, field and value, so another value is shown again. Deactivated: shown again.',
    writers: ['portal'],
    how: 'Configuración › Datos por revisar.',
    fields: {
      base: '`main` or `digitalization`',
      documento: 'Path of the document',
      campo: 'Name of the field',
      valor: 'What it held then, in one line of at most 300 characters',
    },
  },
  {
    database: 'main',
    path: 'accesos_programas',
    table: 'accesos_programas',
    about: 'Tokens with which programs read reports as JSON (docs/programs.md). Deactivated: revoked for ever.',
    writers: ['portal'],
    how: 'Mi cuenta › Accesos para programas; revoked there or in Configuración › Accesos para programas. The last use is in the table `identity.token_uses`.',
    fields: {
      nombre: 'What its owner calls it',
      userId: 'Id of its owner, whose permissions count at every request',
      huella: 'SHA-256 of the token, hexadecimal; no audit entry holds it',
      terminacion: 'The last four characters of the token',
      expiresAt: 'Expiry; without it the token is always refused',
    },
  },
  {
    database: 'main',
    path: 'roles',
    table: 'roles',
    about:
      'What roles are called (docs/decisions/026-roles.md). `admin`, `editor` and `user` exist without a document; a new one has the id of the role.',
    writers: ['portal', 'other programs'],
    how: 'Configuración › Roles y sus menús.',
    fields: {
      title: 'Label',
      value:
        'Id of the role: what `usuarios.role` holds. Without it the field `id`; without that, or when another document has it, the document’s own id',
      stated_id: 'The field `id`, which may differ from the document’s; documents of people may name the role by it',
    },
  },
  {
    database: 'main',
    path: 'actividad_usuarios',
    table: 'actividad_usuarios',
    about: 'Clicks of a person on a day; the id is `{userId}_{day}`.',
    writers: ['REST backend'],
    how: '`PATCH /users/clicks/{sessionId}`, which pages call by themselves.',
    fields: {
      userId: 'Who',
      day: 'Day in Guatemala',
      clicks: 'How many',
      lastAt: 'When they were last counted',
      flushes: { type: 'list of text', means: 'Recent deliveries, so that a repeated one counts once; not in the table' },
    },
  },
  {
    database: 'main',
    path: 'departamentos',
    table: 'departamentos',
    about: 'Departments of the cooperative.',
    writers: ['portal'],
    how: 'Sistema › Departamentos.',
    fields: { nombre: 'Name', descripcion: 'Text', estado: 'Whether it can be chosen' },
  },
  {
    database: 'main',
    path: 'puestos',
    table: 'puestos',
    about: 'Positions of staff.',
    writers: ['portal'],
    how: 'Sistema › Puestos.',
    fields: { nombre: 'Name', descripcion: 'Text', estado: 'Whether it can be chosen' },
  },
];

const PORTAL_OWN: readonly CollectionNote[] = [
  {
    database: 'main',
    path: 'configuracion',
    about: 'Settings of the portal: one document, `configuracion/portal`. An empty field means «as delivered».',
    writers: ['portal'],
    how: 'Configuración › Generales.',
    fields: {
      nombreCooperativa: { type: 'text', means: 'Name of the cooperative' },
      logo_url: { type: 'text', means: 'Address of its logo' },
      tamanoPagina: { type: 'whole number', means: 'Rows per page' },
      horasSesion: { type: 'whole number', means: 'Hours until a session ends' },
      subidaMaximaMb: { type: 'whole number', means: 'Largest upload in MB' },
      publicacionAutomatica: { type: 'true or false', means: 'A job turns `estado` of contents on and off by their days' },
    },
  },
  {
    database: 'main',
    path: 'imagenes',
    about:
      'Pictures that were uploaded for the app, by their public key. Only what is listed here is shown under /images and, to everybody, under /media.',
    writers: ['portal'],
    how: 'Every form with a picture.',
    fields: {
      url: { type: 'text', means: 'Public address' },
      asset: { type: 'text', means: 'File name of the asset; if missing, the id is the name' },
      contentType: { type: 'text', means: 'Type after the picture was made anew' },
      width: { type: 'whole number', means: 'Pixels' },
      height: { type: 'whole number', means: 'Pixels' },
      bytes: { type: 'whole number', means: 'Size' },
      userId: { type: 'text', means: 'Who uploaded it' },
      agencyId: { type: 'text', means: 'Their agency' },
    },
  },
  ...AUDIT,
  {
    database: 'digitalization',
    path: 'constantes',
    table: 'constantes',
    about: 'Maintenance constants: `packageStatus`, `docStates`, `extensionTypes`, `fieldValidators`.',
    writers: ['portal'],
    how: 'Configuración › Constantes de mantenimiento.',
    fields: { items: { type: 'list of maps', means: '{id, value} in order' } },
  },
];

/** Every collection that the portal reads or writes. */
export const COLLECTIONS: readonly CollectionNote[] = withCatalogs([
  ...APP_CONTENTS,
  ...FROM_OTHERS,
  ...BRIEFCASE,
  ...PEOPLE,
  ...PORTAL_OWN,
  ...REPORT_RUNS,
  ...DIGITALIZATION,
]).map(withDeclaredFields);

/** Adds the catalogs without a note of their own, described by their definition. */
function withCatalogs(written: readonly CollectionNote[]): CollectionNote[] {
  const known = new Set(written.map(({ path, table }) => table ?? path));
  const described = Object.values(CATALOGS).filter(({ definition }) => !known.has(definition.id));
  return [
    ...written,
    ...described.map(({ definition: { id, database, menu, noun } }): CollectionNote => ({
      database,
      path: id,
      table: id,
      about: `${capitalize(noun.plural)}.`,
      writers: ['portal'],
      how: `${menuTitle(menu)}.`,
      fields: {},
    })),
  ];
}

/** Where no note says more, a declared field is described by its label. */
function withDeclaredFields(note: CollectionNote): CollectionNote {
  const columns = Object.keys(projectionOf(note)?.columns ?? {});
  const declared = REGISTRIES.records[note.path.replaceAll('{id}', '*')]?.fields ?? [];
  const labels: [string, string][] = declared
    .filter(({ name }) => columns.includes(name) && !(name in note.fields))
    .map(({ name, label }) => [name, label]);
  return { ...note, fields: { ...note.fields, ...Object.fromEntries(labels) } };
}
