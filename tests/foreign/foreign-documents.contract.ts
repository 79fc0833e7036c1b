import { explicitFields } from '#server/catalogs/record.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { collectionPath } from '#server/catalogs/definition.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { PROJECTIONS, REGISTRIES } from '#server/registries.ts';
import type { Field } from '#server/records/fields.ts';
import { rebuildReadModel } from '#server/read-model/upkeep/rebuild.ts';
import { verifyCollection } from '#server/read-model/upkeep/verify.ts';
import { createLog } from '#server/platform/log/log.ts';
import { some } from '#server/testing/run-seed.ts';
import { signInAs } from '../access/people.ts';
import { EMAIL, type TestWeb } from '../http/test-web.ts';
import { FOREIGN_DOCUMENTS, type ForeignDocument } from './documents.ts';

const HTML = { Accept: 'text/html' };
const LIST = '/settings/unread';

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
/** Visible text of a page's main part. */
const textOf = (html: string): string =>
  decode(
    /<main.*<\/main>/s
      .exec(html)?.[0]
      .replace(/<(?:script|style|select|template)\b.*?<\/(?:script|style|select|template)>/gs, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ') ?? '',
  );
interface UnreadRow {
  path: string;
  field: string;
  value: string;
  reason: string;
}
const LISTS: readonly [url: string, ...texts: string[]][] = [
  ['/customers/list-customers', 'Marta Xol', 'Agencia Central', 'Agencia Cobán', '05/03/2014', 'Agencia Que No Existe'],
  ['/quotes/list-quotes', 'Rigoberto Ac', 'Préstamo', 'Q12,500.00'],
  ['/job-offers/list-job-offer', 'Cajero', 'Agencia Central', '31/12/2024'],
  ['/briefcase/list-briefcase', 'Manual.pdf', 'Manuales', 'Circular', 'Agencia Central'],
  ['/users/list-users', 'Julia Tot', 'Agencia Central', 'Cajera', 'Créditos', 'Editor'],
  ['/departments/list-departments', 'Créditos', 'Activo', 'Cobros'],
  ['/job-positions/list-positions', 'Cajera', 'Activo'],
  ['/promotions/list-promotions', 'Navidad', '01/12/2024', '31/12/2024'],
  ['/educacion/cooperativista', 'Ahorrar', 'Prestar'],
  ['/how_associated', 'Traiga su DPI'],
  ['/products/list-products', 'Ahorro'],
  ['/folders/list-folders', 'Manuales', 'Activa'],
  ['/document-types/list-documents', 'Circular', 'pdf, docx, xlsx', 'Acta'],
  ['/locations/list-agencies', 'Agencia Central', 'Cajero automático', 'Inactiva', '2345-6789'],
  ['/maintenance/digitalization/category/list-category', 'Créditos'],
  ['/maintenance/digitalization/document-type/list-document-type', 'Pagaré', 'Créditos'],
  ['/digitalization-documents/list-digitalization-docs', 'Pagaré 1', 'Agencia Central', 'Julia Tot', 'Asignado', 'EN BODEGA'],
  ['/maintenance/digitalization/packagesShips/received/list-packages', 'Julia Tot', '05/03/2024'],
];

const RECORDS: readonly [url: string, ...texts: string[]][] = [
  ['/customers/list-customers/m1', '1001', 'Agencia Central', '5 de marzo de 2014', 'Activo'],
  ['/customers/list-customers/m2', 'Agencia Central', '5 de marzo de 2014', 'Inactivo'],
  ['/customers/list-customers/m3', 'Agencia Cobán', '5 de marzo de 2014', 'Activo'],
  ['/customers/list-customers/m5', '••••-3456', '5 de marzo de 2014'],
  [
    '/quotes/list-quotes/q1',
    'Préstamo',
    'Q12,500.00',
    'Q1,234.50',
    'Plazo en meses 36',
    'Agencia Cobán',
    'Llamar en la tarde',
    '5 de marzo de 2024, 09:04',
  ],
  ['/quotes/list-quotes/q2', 'Cerrada', '5 de marzo de 2024, 15:04'],
  [
    '/job-offers/list-job-offer/p1',
    'Agencia Central',
    '05/03/2024',
    '31 de diciembre de 2024',
    'Perito contador',
    'Con vehículo',
    'Vencida',
  ],
  ['/job-offers/list-job-offer/p2', 'Agencia Central', '05/03/2024', 'Oculta'],
  ['/briefcase/files/f1', 'Manuales', 'Circular', 'Agencia Central', 'Julia Tot', '2.00 KB'],
  ['/users/list-users/u1', 'Agencia Central', 'Cajera', 'Créditos', 'Editor'],
  ['/departments/list-departments/d2', 'Piso: 2', 'Jefe: Julia'],
  ['/job-positions/list-positions/p1', 'Activo', '5 de marzo de 2024'],
  ['/promotions/list-promotions/r1', '1 de diciembre de 2024', '31 de diciembre de 2024'],
  ['/educacion/cooperativista/e1', 'Publicado', 'Poco a poco'],
  ['/how_associated/k1', 'Oculto'],
  ['/products/list-products/s1/productos/x1', '9.5', 'DPI', 'Recibo de luz', 'Activo'],
  ['/folders/list-folders/c1', '3', 'Activa'],
  ['/document-types/list-documents/t1', 'pdf, docx, xlsx', '25'],
  ['/locations/list-agencies/a1', 'Agencia', 'Activa', '14.6349', '-90.5069', 'Lunes: 8:00 a 17:00', 'Viernes: 8:00 a 16:00', 'Retiros'],
  ['/locations/list-agencies/a2', 'Cajero automático', 'Inactiva', '15.4713', '-90.3708'],
  ['/maintenance/digitalization/document-type/list-document-type/t1', 'Créditos', 'pdf', '10'],
  ['/digitalization-documents/list-digitalization-docs/d1', 'Pagaré', 'Créditos', 'Agencia Central', 'Julia Tot', '5 de marzo de 2024'],
  ['/maintenance/digitalization/packagesShips/received/list-packages/k1', 'Agencia Central', 'Julia Tot', 'Pagaré'],
  ['/customers/list-customers/m6', 'Otto Chub', '0101', '3456', 'Agencia Cobán', '5 de marzo de 2014', 'Activo'],
  ['/quotes/list-quotes/q3', 'Ahorro a plazo', 'Q12,500.50', 'Julia Tot', 'Llamada', '05/03/2024 15:04', 'No contestó', 'Se dejó recado'],
  ['/locations/list-agencies/a4', 'Agente', 'Activa', 'Lunes a viernes de 8 a 16'],
  ['/briefcase/files/f3', 'Manuales', 'Circular', 'Agencia Cobán', 'Imagen'],
  ['/users/list-users/u3', 'Activo', 'Agencia Cobán', 'Créditos'],
  ['/job-offers/list-job-offer/p3', '30 de diciembre de 2024', '05/03/2024'],
  ['/promotions/list-promotions/r4', '5 de marzo de 2024', '30 de diciembre de 2024', 'Está oculta'],
  ['/how_associated/k2', 'Publicado', 'En caja En la app'],
  ['/promotions/list-promotions/r3', 'Publicada', '5 de marzo de 2024'],
  ['/settings/roles', 'Cajeros 0 personas activas Inicio y Agencias'],
  ['/folders/list-folders/c1', 'Quitar el acceso de Cajeros'],
  ['/settings/audit?user=u1', 'AGENCIA EDITADA', '05/03/2024 09:04', 'DOCUMENTO EDITADO', '05/03/2024 08:46'],
  ['/maintenance/digitalization/category/list-category/k2', 'Ahorros', '7'],
  ['/settings/constants', '1 ENVIADO', 'RECIBIDO RECIBIDO'],
  [
    '/digitalization-documents/list-digitalization-docs/d3',
    'Créditos',
    'Pagaré',
    'Agencia Cobán',
    'Archivado',
    '5 de marzo de 2024, 15:04',
  ],
];

const UNREAD: readonly [documentPath: string, field: string, reason: RegExp][] = [
  ['clientes/m4', 'nombre', /^Sin dato\. El documento guarda otros/],
  ['clientes/m4', 'fechaAsociacion', /fecha/],
  ['clientes/m4', 'estado', /«Activo» ni «Inactivo»/],
  ['clientes/m5', 'agencia', /ningún registro/],
  ['cotizaciones/q2', 'tipo', /opciones/],
  ['cotizaciones/q2', 'monto', /número/],
  ['plazas_vacantes/p2', 'fechaPapeleria', /fecha/],
  ['maletin_archivos/f2', 'carpetaId', /ningún registro/],
  ['maletin_archivos/f2', 'bytes', /número/],
  ['usuarios/u2', 'state', /ni/],
  ['puestos/p2', 'estado', /ni/],
  ['promociones/r2', 'vigenciaDesde', /fecha/],
  ['educacion_cooperativista/e2', 'orden', /número/],
  ['productos_servicios/s1/productos/x2', 'tasa', /número/],
  ['maletin_tipos_documento/t2', 'tamanoMaximoMb', /número/],
  ['agencias/a3', 'tipo', /opciones/],
  ['agencias/a3', 'latitud', /número/],
  ['tipos_documento/t2', 'retencionAnios', /número/],
  ['documentos/d2', 'documentId', /ningún registro/],
  ['documentos/d2', 'agencyId', /ningún registro/],
  ['documentos/d2', 'pages', /número/],
  ['PACKAGES/k2', 'sendedAt', /fecha y hora/],
  ['PACKAGES/k3', 'from', /ningún registro/],
  ['agencias/a4', 'direccion', /texto/],
  ['agencias/a4', 'longitud', /número/],
  ['clientes/m7', 'agencia', /ningún registro/],
  ['clientes/m7', 'fechaAsociacion', /fecha/],
  ['clientes/m7', 'nombre', /texto/],
  ['plazas_vacantes/p3', 'agencia', /texto/],
  ['plazas_vacantes/p3', 'estado', /«Publicada» ni «Oculta»/],
  ['usuarios/u3', 'role', /texto/],
  ['categorias/k2', 'estado', /«Activa» ni «Inactiva»/],
  ['como_asociarse/k2', 'orden', /número/],
  ['documentos/d3', 'bytes', /número/],
  // The category decides who sees a document, so a name is not accepted in place of its id.
  ['documentos/d3', 'categoryId', /ningún registro/],
  // Who may open a folder is never guessed.
  ['maletin_accesos/c1', 'agencias', /no se entiende/],
  ['promociones/r3', 'image_url', /texto/],
  // Unknown values of a fixed list are shown with a note only.
  ['usuarios/u2', 'role', /^Ningún rol se llama así/],
  ['documentos/d2', 'status', /^Ningún estado se llama así/],
];

/** Raw stored values, which nobody should have to read. */
const RAW = /\[object|_seconds|seconds:|\d\dT\d\d:\d\d:\d\d|agencias\/a1|categorias\/k1|tipos_documento\/t1|\bNaN\b|\bundefined\b/;

/** What a browser would submit with the page's form and its save button. */
function formOf(html: string): URLSearchParams {
  const main = html.slice(html.indexOf('<main'));
  const form = [...main.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([text]) => text).find((text) => / name="version"/.test(text)) ?? '';
  const sent = new URLSearchParams();
  const controls =
    /<input\b[^>]*>|<select\b[^>]*?name="([^"]*)"[^>]*>(.*?)<\/select>|<textarea\b[^>]*?name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs;
  for (const [tag, select, options = '', area, text = ''] of form.matchAll(controls)) {
    if (select !== undefined) {
      for (const [, value = ''] of options.matchAll(/<option[^>]*? value="([^"]*)"[^>]*? selected/g)) sent.append(select, decode(value));
      if (!sent.has(select)) sent.append(select, decode(/<option[^>]*? value="([^"]*)"/.exec(options)?.[1] ?? ''));
      continue;
    }
    if (area !== undefined) {
      sent.append(area, decode(text.replace(/^\n/, '')));
      continue;
    }
    const name = / name="([^"]*)"/.exec(tag)?.[1];
    if (name === undefined || (/type="(?:checkbox|radio)"/.test(tag) && !/ checked/.test(tag)) || / disabled/.test(tag)) continue;
    sent.append(name, decode(/ value="([^"]*)"/.exec(tag)?.[1] ?? ''));
  }
  return sent;
}

/** Typed text by kind of field. */
const TYPED: Readonly<Record<string, string>> = {
  text: 'Cambiado aquí',
  'long-text': 'Cambiado aquí',
  phone: '5512-3456',
  date: '2026-12-24',
  integer: '7',
  flag: 'true',
};

/** For a choice, one of those that the form offers; else the typed text, with the record's id, because no two may have one name. */
function typedFor({ name, kind }: Pick<Field, 'kind' | 'name'>, html: string, own: string): string {
  const [, options = ''] = new RegExp(`<select\\b[^>]*name="${name}"[^>]*>(.*?)</select>`, 's').exec(html) ?? [];
  const offered = [
    ...options.matchAll(/<option[^>]*? value="([^"]+)"(?![^>]*(?:disabled|selected))/g),
    ...html.matchAll(new RegExp(`type="(?:checkbox|radio)"[^>]* name="${name}"(?![^>]* checked)[^>]* value="([^"]+)"`, 'g')),
  ];
  const typed = TYPED[kind] ?? (kind === 'decimal' ? '14.5' : '');
  return decode(offered[0]?.[1] ?? '') || (kind === 'text' ? `${typed} ${own}` : typed);
}

const OWN = 'The portal alone writes them.';
/** Kinds of records that have a page, but no form for documents of other programs, with the reason. */
const WITHOUT_FORM: Readonly<Record<string, string>> = {
  clientes: 'The core system writes members; the portal only reads them.',
  PACKAGES: 'Who receives one accepts or rejects it line by line; its sender alone writes a draft.',
  maletin_accesos: 'Each access to a folder is given and taken by an act.',
  'productos_servicios/*/fotos': 'On the page of their service, each by acts.',
  constantes: 'A list is one field, which its form writes whole.',
  accesos_programas: OWN,
  configuracion: OWN,
  datos_ignorados: OWN,
  maletin_lecturas: OWN,
  menu: OWN,
  modelo_lectura: OWN,
  reportes_ejecuciones: OWN,
  reportes_programados: OWN,
  trabajos: OWN,
};

/**
 * Every document whose kind has a form, with the form's address and its possible fields. A role's name is edited on the form of its menus.
 */
const EDITED = FOREIGN_DOCUMENTS.flatMap(({ database, path: documentPath, data }) => {
  const parts = documentPath.split('/');
  const collection = parts.filter((_part, index) => index % 2 === 0).join('/*/');
  const { page, fields } = REGISTRIES.records[collection] ?? {};
  if (!page || !fields || collection in WITHOUT_FORM) return [];
  const ids = parts.filter((_part, index) => index % 2 === 1);
  const href = collection === 'roles' ? REGISTRIES.records['permisos_rol']?.page?.href([String(data['value'])]) : page.href(ids);
  return [{ url: `${href}/edit`, collection, database, path: documentPath, fields }];
});

/** Writes those documents into a store, and reads what it then holds. */
export interface ForeignStore {
  write(database: DatabaseName, documents: readonly ForeignDocument[]): Promise<unknown>;
  stored(database: DatabaseName, path: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Shows, lists and changes such documents through a portal, over HTTP. */
export function testForeignDocuments(web: TestWeb, store: ForeignStore): void {
  const htmlOf = (url: string) => htmlAt(web, url);
  const read = async (url: string) => textOf(await htmlOf(url));

  const unreadRows = async () =>
    (await web.portal.sql.query<UnreadRow>(`SELECT path, field, value, reason FROM unread_fields WHERE resolved = '' ORDER BY path, field`))
      .rows;

  fill(web, store);

  describe('documents of other programs', () => {
    it.each(LISTS)('are listed at %s in readable form, without raw values', async (url, ...texts) => {
      const shown = await read(`${url}?pageSize=100`);
      for (const text of texts) expect(shown).toContain(text);
      expect(shown).not.toMatch(RAW);
    });

    it.each(RECORDS)('are shown at %s in readable form, without raw values', async (url, ...texts) => {
      const shown = await read(url);
      for (const text of texts) expect(shown).toContain(text);
      expect(shown).not.toMatch(RAW);
    });

    it('report exactly the values that could not be read, each with its reason', async () => {
      const rows = await unreadRows();
      expect(rows.map(({ path: documentPath, field }) => `${documentPath} ${field}`).sort()).toEqual(
        UNREAD.map(([documentPath, field]) => `${documentPath} ${field}`).sort(),
      );
      for (const [documentPath, field, reason] of UNREAD)
        expect(rows.find((row) => row.path === documentPath && row.field === field)?.reason, `${documentPath} ${field}`).toMatch(reason);
    });

    it('give the same rows in a rebuild as in their order of arrival, without drift', async () => {
      const { sql, documents } = web.portal;
      const services = { sql, documents, index: REGISTRIES.projectionIndex, log: createLog({ level: 'silent', process: 'test' }) };
      const kept = async () => [
        await unreadRows(),
        (await sql.query('SELECT id, agencia FROM clientes ORDER BY id')).rows,
        (await sql.query('SELECT id, "carpetaId", "tipoDocumentoId" FROM maletin_archivos ORDER BY id')).rows,
      ];
      const before = await kept();
      await rebuildReadModel(services, { patienceMs: 1 });
      expect(await kept()).toEqual(before);
      for (const projection of PROJECTIONS.filter(({ table }) =>
        ['clientes', 'cotizaciones', 'maletin_archivos', 'usuarios'].includes(table),
      ))
        expect((await verifyCollection(services, projection, { patienceMs: 1 })).drift).toEqual([]);
    });

    it('count for the person and the file that they reference', async () => {
      const events = await web.portal.sql.query(`SELECT "fileId", "userId", at FROM eventos_archivos`);
      expect(events.rows).toEqual([{ fileId: 'f1', userId: 'u1', at: new Date('2024-03-05T21:04:00Z') }]);
      const activity = await web.portal.sql.query(`SELECT "userId", day::text, clicks FROM actividad_usuarios`);
      expect(activity.rows).toEqual([{ userId: 'u1', day: '2024-03-05', clicks: 14 }]);
    });

    it('are found when filtering by the record that they reference', async () => {
      expect(await read('/quotes/list-quotes?agencia=a2')).toContain('Rigoberto Ac');
      expect(await read('/briefcase/list-briefcase?carpetaId=c1')).toContain('Manual.pdf');
    });

    it('are no longer reported for an unknown word once its list has it', async () => {
      const isTold = async (field: string) => (await unreadRows()).some((row) => row.field === field);
      const { main, digitalization } = web.portal.documents;
      const { readModel } = web.portal;
      await main.create('roles/jefe', { title: 'Jefe de todo' });
      await digitalization.create('constantes/docStates', { items: [{ id: 'EN BODEGA', value: 'En bodega' }] });
      await readModel.projectNow('main', ['roles/jefe']);
      await readModel.projectNow('digitalization', ['constantes/docStates']);
      expect([await isTold('role'), await isTold('status')]).toEqual([true, false]);
      expect((await unreadRows()).map(({ path, field }) => `${path} ${field}`)).not.toContain('usuarios/u2 role');
      await main.delete('roles/jefe');
      await digitalization.delete('constantes/docStates');
      await readModel.projectNow('main', ['roles/jefe', 'usuarios/u2']);
      await readModel.projectNow('digitalization', ['constantes/docStates', 'documentos/d2']);
    });

    it('resolve a name to a record only while exactly one has that name', async () => {
      const { main } = web.portal.documents;
      const agencyOf = async () =>
        (await web.portal.sql.query<{ agencia: string }>(`SELECT agencia FROM clientes WHERE id = 'm5'`)).rows[0];
      const write = async (id: string, fields: Fields) => {
        if (await main.get(`agencias/${id}`)) await main.update(`agencias/${id}`, fields);
        else await main.create(`agencias/${id}`, fields);
        await web.portal.readModel.projectNow('main', [`agencias/${id}`]);
      };
      await write('a9', { nombre: 'agencia que no existe', tipo: 'agencia', direccion: 'x' });
      expect(await agencyOf()).toEqual({ agencia: 'a9' });
      expect((await unreadRows()).some(({ path: documentPath }) => documentPath === 'clientes/m5')).toBe(false);
      await write('a8', { nombre: 'Agencia que no existe', tipo: 'agencia', direccion: 'y' });
      expect(await agencyOf()).toEqual({ agencia: 'Agencia Que No Existe' });
      await write('a8', { nombre: 'Otra' });
      expect(await agencyOf()).toEqual({ agencia: 'a9' });
      await write('a9', { nombre: 'Con otro nombre' });
      expect(await agencyOf()).toEqual({ agencia: 'Agencia Que No Existe' });
      await main.delete('agencias/a8');
      await main.delete('agencias/a9');
      await web.portal.readModel.projectNow('main', ['agencias/a8', 'agencias/a9']);
    });
  });

  describe('«Datos por revisar»', () => {
    it('lists values by name, field and reason with a link to the record; search, filters and export find them', async () => {
      const html = await htmlOf(`${LIST}?pageSize=100`);
      const shown = textOf(html);
      for (const text of ['Agencia Norte', 'Latitud', 'catorce', 'No es un número que se entienda.', 'Fecha de papelería', '31/02/2025'])
        expect(shown).toContain(text);
      expect(html).toMatch(/href="\/locations\/list-agencies\/a3/);
      // A path that was stored as text is shown as it is.
      expect(shown.replaceAll('agencias/a1', '')).not.toMatch(RAW);
      const found = await read(`${LIST}?q=catorce`);
      expect(found).toContain('Latitud');
      expect(found).not.toContain('31/02/2025');
      expect(await read(`${LIST}?coleccion=agencias&campo=tipo`)).toContain('kiosco');
      const file = await (await web.getSigned(`${LIST}/export?format=csv&campo=latitud`)).text();
      expect(file).toMatch(/Agencia Norte.*Latitud.*catorce/);
    });

    it('an ignored value is audited, can be shown again, returns when it changes, and goes away once readable', async () => {
      const { sql, documents, readModel } = web.portal;
      const { rows } = await sql.query<{ id: string }>(`SELECT id FROM unread_fields WHERE path = 'agencias/a3' AND field = 'latitud'`);
      const id = rows[0]?.id ?? '';
      const act = (intent: string) =>
        web.getSigned(LIST, {
          method: 'POST',
          body: new URLSearchParams({ intent, ids: id, formToken: crypto.randomUUID() }),
          headers: HTML,
        });
      expect((await act('bulk:ignore')).status).toBe(302);
      expect(await read(LIST)).not.toContain('catorce');
      expect(await read(`${LIST}?estado=ignorados`)).toContain('catorce');
      const audit = await documents.main.query({ collection: 'auditoria' });
      expect(
        audit.filter(({ data }) => data['action'] === 'DATO POR REVISAR IGNORADO').map(({ data }) => [data['targetPath'], data['user']]),
      ).toEqual([[`datos_ignorados/${id}`, web.administrator.id]]);
      expect((await act('bulk:show-again')).status).toBe(302);
      expect(await read(LIST)).toContain('catorce');
      await act('bulk:ignore');
      await documents.main.update('agencias/a3', { latitud: 'quince' });
      await readModel.projectNow('main', ['agencias/a3']);
      expect(await read(LIST)).toContain('quince');
      await documents.main.update('agencias/a3', { latitud: '14.6' });
      await readModel.projectNow('main', ['agencias/a3']);
      expect(await read(LIST)).not.toContain('Latitud');
    });

    it('has its count on Inicio', async () => {
      expect(await htmlOf('/')).toMatch(/data-line="unread".*?data-figure="">\d+</s);
    });

    it('hides the values of documents that the person may not open', async () => {
      await web.portal.documents.main.create('permisos_rol/maquinista', { menus: ['home', 'settings-machinery', 'agencies'] });
      await web.portal.readModel.projectNow('main', ['permisos_rol/maquinista']);
      const { headers } = await signInAs(web, { name: 'maquinista', role: 'maquinista', folders: [] });
      const shown = textOf(await (await web.get(`${LIST}?pageSize=100`, { headers: { ...HTML, ...headers } })).text());
      expect(shown).toContain('kiosco');
      expect(shown).not.toContain('Agencia Que No Existe');
      expect(shown).not.toContain('varias');
    });
  });

  describe('«Otros datos»', () => {
    const PAGE = '/customers/list-customers/m5';
    const OTHER = `/settings/other-data?${new URLSearchParams({ page: PAGE })}`;

    it('show an administrator the unmapped fields in readable form, with references as links', async () => {
      expect(await htmlOf(PAGE)).toContain('Otros datos');
      const html = await htmlOf(OTHER);
      const shown = textOf(html);
      for (const text of [
        'saldos',
        'Q 1,234.50',
        '5 de marzo de 2024, 09:04',
        '01-1',
        'firmado',
        'Sí',
        'Asociado Marta Xol',
        'Agencia Central',
      ])
        expect(shown).toContain(text);
      expect(html).toContain('href="/customers/list-customers/m1"');
      expect(shown).not.toMatch(RAW);
      expect(shown).not.toContain('fechaAsociacion');
    });

    it('of a member are audited like the view of the record, once for both', async () => {
      const page = '/customers/list-customers/m7';
      const looks = async () => {
        const found = await web.portal.documents.main.query({ collection: 'auditoria' });
        return found.filter(({ data }) => data['action'] === 'FICHA DE ASOCIADO VISTA' && data['targetPath'] === 'clientes/m7');
      };
      await htmlOf(`/settings/other-data?${new URLSearchParams({ page })}`);
      expect((await looks()).map(({ data }) => data['user'])).toEqual([web.administrator.id]);
      await htmlOf(page);
      expect(await looks()).toHaveLength(1);
    });

    it('are absent from other pages, and are never sent to people who may not see them', async () => {
      for (const url of ['/customers/list-customers', '/job-offers/list-job-offer/new', '/departments/list-departments/import', '/'])
        expect(await htmlOf(url)).not.toContain('Otros datos');
      const missing = `${PAGE}0`;
      for (const url of [missing, `/settings/other-data?${new URLSearchParams({ page: missing })}`]) {
        const answer = await web.getSigned(url, { headers: HTML });
        expect([answer.status, (await answer.text()).includes('Lo que guarda el documento')]).toEqual([404, false]);
      }
      const { headers } = await signInAs(web, { name: 'mirona', role: 'maquinista', folders: [] });
      const answer = await web.get(OTHER, { headers: { ...HTML, ...headers } });
      expect(await answer.text()).not.toContain('saldos');
      const editor = await signInAs(web, { name: 'editora', role: 'editor', folders: [] });
      expect((await web.get(OTHER, { headers: { ...HTML, ...editor.headers } })).status).toBe(403);
      expect(await (await web.get(PAGE, { headers: { ...HTML, ...editor.headers } })).text()).not.toContain('Otros datos');
    });
  });

  testEdits(web, store);
}

/** Only some of those changes. */
export function testForeignEdits(web: TestWeb, store: ForeignStore): void {
  fill(web, store);
  testEdits(web, store, some(EDITED, 12));
}

const htmlAt = async (web: TestWeb, url: string): Promise<string> =>
  (await (await web.getSigned(url, { headers: HTML })).text()).replaceAll('<!-- -->', '');

function fill(web: TestWeb, store: ForeignStore): void {
  beforeAll(async () => {
    const { documents } = web.portal;
    await documents.main.create(`usuarios/${web.administrator.id}`, { name: 'Ana Pérez', email: EMAIL, role: 'admin', state: true });
    for (const database of ['main', 'digitalization'] as const) {
      const own = FOREIGN_DOCUMENTS.filter((document) => document.database === database);
      await store.write(database, own);
      // In the order of writing: referenced documents come later.
      for (const { path } of own) await web.portal.readModel.projectNow(database, [path]);
    }
  });
}

function testEdits(web: TestWeb, store: ForeignStore, cases = EDITED): void {
  describe('an edit of one field', () => {
    it('covers every kind of record with a form, or lists the kind as one without', () => {
      const kinds = Object.entries(REGISTRIES.records).flatMap(([collection, { page, fields }]) => (page && fields ? [collection] : []));
      const edited = EDITED.map(({ collection }) => collection);
      expect(kinds.filter((kind) => !edited.includes(kind)).sort()).toEqual(Object.keys(WITHOUT_FORM).sort());
    });

    it.each(cases)(
      'at $url leaves all other fields as they were stored',
      async ({ url, collection, database, path: documentPath, fields }) => {
        const { updatedAt: _before, ...before } = await store.stored(database, documentPath);
        const own = documentPath.slice(documentPath.lastIndexOf('/') + 1);
        const html = await htmlAt(web, url);
        const sent = formOf(html);
        const asked = fields.filter(({ name }) => sent.has(name) || html.includes(` name="${name}"`));
        const missing = asked.filter(({ name, required }) => required && (sent.get(name) ?? '') === '');
        for (const field of missing) sent.set(field.name, typedFor(field, html, own));
        // A text that another program stores in parts is refused, not overwritten.
        const isInParts = ({ kind, name }: Field) => kind !== 'ids' && typeof before[name] === 'object' && before[name] !== null;
        const free = asked.filter(
          (one) =>
            (one.kind === 'ids' || TYPED[one.kind] !== undefined) && !isInParts(one) && !missing.some(({ name }) => name === one.name),
        );
        // Prefers an optional field that no other of these tests changes.
        const field = free.find(({ required }) => !required) ?? free[0];
        if (!field) throw new Error(`no field to edit at ${url}`);
        if (field.kind === 'ids') sent.append(field.name, typedFor(field, html, own));
        else sent.set(field.name, typedFor(field, html, own));
        sent.set('intent', 'save');
        const save = () => web.getSigned(url, { method: 'POST', body: sent, headers: HTML });
        let answer = await save();
        let said = answer.status === 302 ? '' : textOf(await answer.text());
        // Other required fields that are empty.
        const needed = asked.filter(({ name, label }) => sent.get(name) === '' && said.includes(`Complete «${label}»`));
        if (needed.length > 0) {
          for (const one of needed) sent.set(one.name, typedFor(one, html, own));
          answer = await save();
          said = textOf(await answer.text());
        }
        expect(answer.status, said.slice(0, 900)).toBe(302);
        const { updatedAt: _after, updatedBy: _by, ...after } = await store.stored(database, documentPath);
        // The next save replaces a person's position by its id (docs/decisions/026-roles.md).
        const named = documentPath === 'usuarios/u1' ? { position: 'p1' } : {};
        // A role that newly opens a screen also stores the acts whose boxes nobody ticked.
        const untouched = field.name === 'menus' ? ['accionesNegadas'] : [];
        const content = Object.values(CATALOGS).find(({ definition }) => collectionPath(definition) === collection)?.definition;
        // What the app's rules compare is written where it is missing (docs/decisions/133-rules-of-firebase.md).
        const compared = (content ? explicitFields(content) : []).filter((name) => (before[name] ?? null) === null);
        const typed = [...new Set([...[field, ...missing, ...needed].map(({ name }) => name), ...untouched, ...compared])];
        expect(after).toEqual({ ...before, ...named, ...Object.fromEntries(typed.map((name) => [name, after[name]])) });
        for (const name of typed) expect(after[name], name).not.toEqual(before[name]);
      },
    );
  });
}
