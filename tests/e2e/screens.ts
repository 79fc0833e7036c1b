import { documentIdOf } from '#server/platform/document-id.ts';
import type { Page } from 'playwright-core';
import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import type { DatabaseName } from '#server/ports/documents/document-store.ts';
import { PNG, pdf } from '#server/ports/files/testing/sample-files.ts';
import type { Person } from './demo-portal.ts';
import { REPORT_SCREENS } from './report-screens.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from './package-screens.ts';
import { REPORT_SCHEDULES } from './schedule-screens.ts';
import { STATES } from './state-screens.ts';

/** An address of the portal as somebody sees it. screens.test.ts compares this list with the menu and the routes. */
export interface Screen {
  name: string;
  path: string;
  /** 200 unless the screen is a refusal. */
  status?: number;
  /** Expected console messages of the screen. */
  logs?: RegExp;
  /** Opens what the address alone does not show. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface Section {
  title: string;
  /** Absent: nobody has signed in. */
  person?: Person;
  screens: readonly Screen[];
}

/** List, record, form and empty form of a catalog; a catalog without demo data shows that the record does not exist. */
function catalog(name: string, url: string, id: string | undefined): Screen[] {
  const status = id === undefined ? 404 : undefined;
  return [
    { name: `${name}-list`, path: url },
    { name: `${name}-view`, path: `${url}/${id ?? 'ninguno'}`, status },
    { name: `${name}-edit`, path: `${url}/${id ?? 'ninguno'}/edit`, status },
    { name: `${name}-new`, path: `${url}/new` },
  ];
}

const demoRecords = makeDemoData(new Date('2026-11-19T00:00:00Z')).documents.map(({ database = 'main', path }) => ({
  database,
  parts: path.split('/'),
}));
const demoRecordOf = (collection: string, inDatabase?: DatabaseName) =>
  demoRecords.find(({ database, parts }) => parts.length === 2 && parts[0] === collection && database === (inDatabase ?? database))
    ?.parts[1];

/** The server's own answer to an empty form, with the browser's validation switched off. */
async function sendEmptyForm(page: Page, button: string): Promise<void> {
  await page.locator('main form').evaluate((form: HTMLFormElement) => void (form.noValidate = true));
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('main').getByRole('alert').first().waitFor();
}

/** Rows of each kind: new, invalid, unchanged, and a column that the form does not have. */
async function uploadImportFile(page: Page): Promise<void> {
  const rows = [
    'Nombre;Descripción;Estado;Salario',
    'Asesor de negocios verdes;Visita a los asociados;Activo;1',
    ';Sin nombre;tal vez;',
    'Gerente;;;',
  ];
  await page.setInputFiles('input[name=file]', { name: 'puestos.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('button', { name: 'Revisar archivo' }).click();
  await page.getByRole('table').waitFor();
}

/** Creates an access token of a program, which is shown only once. */
async function createToken(page: Page): Promise<void> {
  await page.getByLabel('Nombre', { exact: false }).fill('Power BI de Gerencia, tablero mensual de cargas y descargas');
  await page.getByRole('button', { name: 'Crear acceso' }).click();
  await page.getByLabel('Clave de acceso').waitFor();
}

/** The form that a person sees who opens the link that an administrator handed over. */
async function openResetLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restablecer contraseña' }).click();
  const { pathname, search } = new URL(await page.getByText('/reset-password?token=').innerText());
  await page.goto(pathname + search);
}

async function searchEverything(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('agencia');
  await page.getByRole('option', { name: 'Nueva agencia' }).waitFor();
}

/** Drops a file that is accepted, one that is not, and one with a name of 170 letters. */
async function dropFiles(page: Page): Promise<void> {
  await page.evaluate(
    (longName) => {
      const transfer = new DataTransfer();
      for (const name of ['Acta de enero.pdf', longName]) transfer.items.add(new File([`%PDF-1.4 ${name}`], name));
      transfer.items.add(new File(['%PDF-1.4 mal llamado'], 'Escaneo.docx'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    `${'Contrato de mutuo '.repeat(10).slice(0, 166)}.pdf`,
  );
  await page.getByRole('button', { name: 'Cargar 2 de 3' }).waitFor();
}

const DEMO_ENTRY = demoRecordOf('auditoria', 'digitalization') ?? 'ninguna';

const AGENCIES = '/locations/list-agencies';
const SERVICES = '/products/list-products';
const FILES = '/briefcase/list-briefcase';

const CATEGORIES = '/maintenance/digitalization/category/list-category';
const DOCUMENT_TYPES = '/maintenance/digitalization/document-type/list-document-type';

async function openDeleteDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';

async function openAct(page: Page, label: string): Promise<void> {
  await page.locator('summary', { hasText: label }).click();
}

async function refuseReturn(page: Page): Promise<void> {
  await openAct(page, 'Devolver');
  await page.locator('main form').evaluateAll((forms) => forms.forEach((form) => ((form as HTMLFormElement).noValidate = true)));
  await page.getByRole('button', { name: 'Devolver', exact: true }).click();
  await page.getByText('Escriba por qué se devuelve.').waitFor();
}

const LONG_NAME = 'Escritura de compraventa '.repeat(7);
const PICTURE = { name: `${LONG_NAME}.png`, mimeType: 'image/png', buffer: PNG };
const SCAN = { name: `${LONG_NAME}.pdf`, mimeType: 'application/pdf', buffer: pdf('Escritura') };

/** The document of a package's first line: it has no file yet. */
const OF_PAPER = documentIdOf(JSON.stringify(['documentos', 'paquete-06', '1']));

async function attachFile(page: Page): Promise<void> {
  await page.locator('input[name="file"]').setInputFiles(SCAN);
  await page.getByRole('button', { name: 'Adjuntar el archivo' }).click();
  await page.locator('summary', { hasText: 'Cambiar archivo' }).waitFor();
}

async function openScans(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Elegir archivos' }).waitFor();
  await page
    .getByLabel('Archivos', { exact: true })
    .setInputFiles([PICTURE, { name: 'acta.pdf', mimeType: 'application/pdf', buffer: pdf('Acta') }]);
  await page.getByRole('img', { name: /^Escritura/ }).waitFor();
  await page.getByLabel('Tipo de documento').selectOption({ index: 1 });
}

async function openAssignPanel(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Seleccionar todas/ }).check();
  await page.getByRole('button', { name: 'Asignar…' }).click();
  await page.getByLabel('Asignar a').waitFor();
}

const SETS = '/maintenance/digitalization/document-permissions/list-document-permissions';
const SIMULATION = '/maintenance/digitalization/document-permissions/simulate';

async function reviewSet(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Imprimir: Pagaré', exact: true }).click();
  await page.getByRole('button', { name: 'Revisar cambios' }).click();
  await page.getByText('Todavía no se guardó nada.').waitFor();
}

async function sendRepeatedKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Agregar campo' }).click();
  const added = page.getByRole('group', { name: /^Campo 9/ });
  await added.getByLabel('Etiqueta').fill('Otro asociado');
  await added.getByLabel('Clave').fill('asociado');
  await added.getByLabel('Tipo').selectOption('opcion');
  await added.getByLabel('Opciones').fill('Uno\nUno');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('main').getByRole('alert').first().waitFor();
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'before signing in',
    screens: [
      { name: 'login', path: '/login' },
      { name: 'reset-password', path: '/reset-password' },
      { name: 'reset-password-refused', path: '/reset-password?token=x' },
    ],
  },
  {
    title: 'Inicio and what every person has',
    person: 'admin',
    screens: [
      { name: 'home', path: '/' },
      { name: 'home-arranged', path: '/?ordenar=1' },
      { name: 'search', path: '/buscar?q=agen' },
      { name: 'account', path: '/account' },
      { name: 'account-factor', path: '/account?agregar=1' },
      { name: 'account-proof', path: '/account/proof' },
      { name: 'account-new-token', path: '/account?acceso', prepare: createToken },
      { name: 'exports-none', path: '/exports' },
      { name: 'alerts-none', path: '/avisos' },
      { name: 'alert-none', path: '/avisos/ninguno', status: 404 },
      { name: 'notes', path: '/notas?record=clientes/asociado-0001' },
      { name: 'bulk-none', path: '/bulk/ninguna', status: 404 },
      { name: 'views-none', path: '/views' },
      { name: 'view-new', path: '/views/new?lista=/customers/list-customers&consulta=estado%3Dtrue' },
      { name: 'tokens-list', path: '/settings/tokens' },
      { name: 'command-dialog', path: '/account?ctrl-k', prepare: searchEverything },
      { name: 'key-help', path: '/account?teclas', prepare: (page) => page.keyboard.press('?') },
    ],
  },
  { title: 'Inicio of an editor', person: 'editor', screens: [{ name: 'home-of-editor', path: '/' }] },
  { title: 'Inicio of a clerk', person: 'digitaliza', screens: [{ name: 'home-of-clerk', path: '/' }] },
  {
    title: 'App móvil: people',
    person: 'admin',
    screens: [
      { name: 'customers-list', path: '/customers/list-customers' },
      { name: 'customers-view', path: '/customers/list-customers/asociado-0001' },
      { name: 'quotes-list', path: '/quotes/list-quotes' },
      { name: 'quotes-filtered', path: '/quotes/list-quotes?tipo=prestamo&sinSeguimiento=15&q=a&from=2020-01-01' },
      { name: 'quotes-view', path: '/quotes/list-quotes/prospeccion-001' },
      { name: 'quotes-new', path: '/quotes/list-quotes/new' },
      { name: 'quotes-edit', path: '/quotes/list-quotes/prospeccion-001/edit' },
      { name: 'agencies-none', path: `${AGENCIES}?q=nadaconestenombre` },
      { name: 'agencies-deleted', path: `${AGENCIES}?isActive=false` },
      {
        name: 'agencies-selected',
        path: `${AGENCIES}?pageSize=10`,
        prepare: (page) => page.getByRole('checkbox', { name: 'Seleccionar todas' }).check(),
      },
    ],
  },
  {
    title: 'catalogs',
    person: 'admin',
    screens: Object.values(CATALOGS)
      .filter(({ definition }) => !definition.parent)
      .flatMap(({ definition: { id, menu, listUrl } }) => catalog(menu, listUrl, demoRecordOf(id))),
  },
  {
    title: 'App móvil: contents',
    person: 'admin',
    screens: [
      { name: 'service-with-products', path: `${SERVICES}/prestamos` },
      { name: 'products-gallery', path: `${SERVICES}/activos_extraordinarios` },
      { name: 'product-view', path: `${SERVICES}/prestamos/productos/producto-1` },
      { name: 'product-edit', path: `${SERVICES}/prestamos/productos/producto-1/edit` },
      { name: 'product-new', path: `${SERVICES}/prestamos/productos/new` },
    ],
  },
  {
    title: 'Digitalización',
    person: 'admin',
    screens: [
      { name: 'category-asked', path: `${CATEGORIES}/categoria-01`, status: 409, prepare: openDeleteDialog },
      { name: 'document-types-of-category', path: `${DOCUMENT_TYPES}?categoryId=categoria-01` },
      { name: 'document-type-errors', path: `${DOCUMENT_TYPES}/tipo-digital-01/edit`, status: 400, prepare: sendRepeatedKey },
      { name: 'permission-sets-list', path: SETS },
      { name: 'permission-set-view', path: `${SETS}/permisos-01` },
      { name: 'permission-set-compared', path: `${SETS}/permisos-01?compare=permisos-02` },
      { name: 'permission-set-edit', path: `${SETS}/permisos-01/edit` },
      { name: 'permission-set-review', path: `${SETS}/permisos-01/edit?revision`, prepare: reviewSet },
      { name: 'permission-set-new', path: `${SETS}/new` },
      { name: 'permission-set-duplicate', path: `${SETS}/new?copyFrom=permisos-02` },
      {
        name: 'permission-set-errors',
        path: `${SETS}/new?errores`,
        status: 400,
        prepare: (page) => sendEmptyForm(page, 'Revisar cambios'),
      },
      { name: 'documents-list', path: DOCUMENTS },
      { name: 'documents-returned', path: `${DOCUMENTS}?status=RETURNED&q=a&from=2020-01-01` },
      { name: 'documents-none', path: `${DOCUMENTS}?q=nadaconestenombre` },
      { name: 'documents-asked', path: `${DOCUMENTS}?status=INDEXED&pageSize=10`, status: 400, prepare: openAssignPanel },
      { name: 'document-view', path: `${DOCUMENTS}/documento-0001` },
      { name: 'document-assign', path: `${DOCUMENTS}/documento-0002?asignar`, prepare: (page) => openAct(page, 'signar') },
      { name: 'document-refused', path: `${DOCUMENTS}/documento-0002?devolver`, status: 400, prepare: refuseReturn },
      { name: 'document-deleted', path: `${DOCUMENTS}/documento-0030` },
      { name: 'document-edit', path: `${DOCUMENTS}/documento-0001/edit` },
      { name: 'document-with-file', path: `${DOCUMENTS}/${OF_PAPER}?archivo`, prepare: attachFile },
      { name: 'indexing', path: '/digitalization-documents/upload' },
      { name: 'indexing-open', path: '/digitalization-documents/upload?documentos', prepare: openScans },
      { name: 'simulation', path: SIMULATION },
      { name: 'simulation-found', path: `${SIMULATION}?userId=demo-editor` },
    ],
  },
  PACKAGES_SENT,
  PACKAGES_RECEIVED,
  {
    title: 'Configuración',
    person: 'admin',
    screens: [
      { name: 'settings-menu', path: '/settings/menu' },
      { name: 'settings-general', path: '/settings/general' },
      { name: 'settings-sidebar', path: '/settings/sidebar' },
      { name: 'settings-constants', path: '/settings/constants' },
      { name: 'settings-constants-status', path: '/settings/constants/packageStatus' },
      { name: 'settings-constants-validators', path: '/settings/constants/fieldValidators' },
      { name: 'settings-jobs', path: '/settings/jobs' },
      { name: 'settings-read-model', path: '/settings/read-model' },
      { name: 'settings-backups', path: '/settings/backups' },
      { name: 'settings-unread', path: '/settings/unread' },
      { name: 'settings-other-data', path: '/settings/other-data?page=/customers/list-customers/cliente-0001' },
      { name: 'settings-audit', path: '/settings/audit' },
      { name: 'settings-audit-filtered', path: '/settings/audit?q=creditos&database=digitalization&target=categorias&from=2020-01-01' },
      { name: 'settings-security', path: '/settings/security' },
      { name: 'settings-audit-entry', path: `/settings/audit/digitalization/${DEMO_ENTRY}` },
      { name: 'settings-roles', path: '/settings/roles' },
      { name: 'settings-role', path: '/settings/roles/editor' },
      { name: 'settings-role-new', path: '/settings/roles/new' },
      { name: 'settings-role-copy', path: '/settings/roles/new?copyFrom=editor' },
      { name: 'settings-role-edit', path: '/settings/roles/editor/edit' },
      { name: 'settings-role-locked', path: '/settings/roles/admin/edit' },
    ],
  },
  {
    title: 'Maletín',
    person: 'admin',
    screens: [
      { name: 'files-list', path: FILES },
      { name: 'files-filtered', path: `${FILES}?q=a&carpetaId=carpeta-01&from=2020-01-01` },
      { name: 'files-upload', path: `${FILES}#cargar`, prepare: (page) => page.getByRole('button', { name: 'Elegir archivos' }).waitFor() },
      { name: 'files-upload-rows', path: `${FILES}?carpetaId=carpeta-01`, prepare: dropFiles },
      { name: 'file-view', path: '/briefcase/files/archivo-0001' },
      { name: 'file-edit', path: '/briefcase/files/archivo-0001/edit' },
      { name: 'file-reading', path: '/briefcase/files/archivo-0001/reading' },
      { name: 'required-readings', path: '/reports/required-readings' },
      { name: 'folder-view', path: '/folders/list-folders/carpeta-05' },
    ],
  },
  {
    title: 'Sistema',
    person: 'admin',
    screens: [
      ...catalog('users', '/users/list-users', 'persona-005'),
      { name: 'import-bring', path: '/users/list-users/import' },
      { name: 'import-looked-at', path: '/job-positions/list-positions/import', prepare: uploadImportFile },
      { name: 'reset-password-form', path: '/users/list-users/persona-005?contrasena', prepare: openResetLink },
      { name: 'users-self', path: '/users/list-users/demo-admin/edit' },
      { name: 'users-hand-over', path: '/users/list-users/persona-119/hand-over' },
      { name: 'users-hand-over-nothing', path: '/users/list-users/persona-005/hand-over' },
    ],
  },
  REPORT_SCREENS,
  {
    title: 'Reportes',
    person: 'admin',
    screens: [
      { name: 'reports', path: '/briefcase/reports' },
      { name: 'report-uploads', path: '/briefcase/reports/uploads-by-user' },
      { name: 'report-downloads', path: '/briefcase/reports/downloads-by-user?folderId=carpeta-01' },
      { name: 'report-files', path: '/briefcase/reports/downloads-by-file' },
      { name: 'report-empty', path: '/briefcase/reports/uploads-by-user?from=2020-01-01&to=2020-01-02' },
    ],
  },
  REPORT_SCHEDULES,
  {
    title: 'what a person with few menus sees',
    person: 'reportes',
    screens: [
      { name: 'home-of-few', path: '/' },
      { name: 'home-of-few-arranged', path: '/?ordenar=1' },
      { name: 'my-reports-of-few', path: '/reports/mine' },
      { name: 'schedule-for-oneself', path: '/reports/schedules/new?reportId=uploads-by-user' },
      { name: 'forbidden', path: AGENCIES, status: 403 },
      { name: 'not-found', path: '/no-existe', status: 404 },
    ],
  },
  STATES,
  {
    title: 'forms that were refused',
    person: 'admin',
    screens: [
      { name: 'agencies-errors', path: `${AGENCIES}/new`, status: 400, prepare: (page) => sendEmptyForm(page, 'Guardar') },
      { name: 'users-errors', path: '/users/list-users/new', status: 400, prepare: (page) => sendEmptyForm(page, 'Crear usuario') },
    ],
  },
];
