import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { createRateLimitStore } from '../../platform/limits/rate-limits.ts';
import { makeAlerts } from '../alerts/make-alerts.ts';
import { sealAudit } from './seal-entries.ts';
import { noteSealing } from './audit-state.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { constantList } from '../../domain/constants.ts';
import { AUDIT_ACTIONS, auditActionText } from '../../domain/audit-actions.ts';
import { readPermissions } from '../../domain/document-permissions.ts';
import { actionLabel, SCOPE_LABELS } from '../../domain/document-permission-words.ts';
import { createLog } from '../../platform/log/log.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../registries.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { failureOf } from '../../testing/failures.ts';
import { createAuditTrail } from './index.ts';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { createReports } from '../../reporting/create-reports.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const readModel = createReadModel({ sql, documents, projections: PROJECTIONS, log: createLog({ level: 'silent', process: 'test' }) });
const audit = createAuditTrail(someServices({ documents, sql, readModel, liveSettings: unchangedSettings() }));
const actor = testStaff({ pageSize: 100 });

const put = async (path: string, data: Fields, database: 'main' | 'digitalization' = 'main') => {
  await documents[database].create(path, data);
  await readModel.projectNow(database, [path]);
};
const entry = (id: string, data: Fields, database: 'main' | 'digitalization' = 'main') =>
  put(
    `auditoria/${id}`,
    { user: 'ana', userName: 'Ana Pérez', beforeData: null, newData: null, requestId: 'abcdefgh-1', ...data },
    database,
  );
const found = async (search: string) => {
  const { rows } = await audit.findEntries({ actor, params: new URLSearchParams(search) });
  return rows.map(({ id }) => id).sort();
};

beforeAll(async () => {
  await put('usuarios/ana', { name: 'Ana Pérez', email: 'ana@demo.coop', role: 'admin', state: true });
  await put('agencias/central', { nombre: 'Agencia Central', tipo: 'agencia', estado: true });
  await put('maletin_carpetas/actas', { nombre: 'Actas' });
  await put('categorias/legal', { nombre: 'Legal' }, 'digitalization');
  const at = (day: number) => new Date(Date.UTC(2026, 4, day, 18));
  await entry('phone', {
    action: AUDIT_ACTIONS.recordUpdated,
    targetPath: 'agencias/central',
    at: at(1),
    beforeData: { telefono: '', tipo: 'cajero', estado: true },
    newData: { telefono: '2345-6789', tipo: 'agencia', estado: false },
  });
  await entry('product', {
    action: AUDIT_ACTIONS.recordCreated,
    targetPath: 'productos_servicios/ahorro/productos/a1',
    at: at(2),
    newData: { nombre: 'Ahorro programado', tasa: 4.5 },
  });
  await entry('person', {
    user: 'API',
    userName: 'API',
    channel: 'API',
    action: AUDIT_ACTIONS.userUpdated,
    targetPath: 'usuarios/ana',
    at: at(3),
    beforeData: { agency: 'central', phone: '', briefcase_permissions: { folders: [] } },
    newData: { agency: 'ninguna', phone: null, briefcase_permissions: { folders: ['actas', 'otra'] } },
  });
  await entry('quote', {
    action: AUDIT_ACTIONS.quoteClosed,
    targetPath: 'cotizaciones/q1',
    at: at(4),
    beforeData: { estado: true },
    newData: { estado: false, bitacora: [{ fecha: at(4), usuario: 'Ana', etapa: 'Visita', comentario: 'Llamó\nVuelve' }], monto: 1234.5 },
  });
  await entry(
    'type',
    {
      action: 'ACCIÓN AJENA',
      targetPath: 'tipos_documento/t1',
      at: at(5),
      newData: { nombre: 'Acta', categoryId: 'legal', desde: '2026-05-12' },
    },
    'digitalization',
  );
  await entry(
    'set',
    {
      action: AUDIT_ACTIONS.digitizationPermissionUpdated,
      targetPath: 'permisos_documentos/p1',
      at: at(6),
      beforeData: { permissions: {}, agencyScope: 'all' },
      newData: { permissions: { legal: { t9: ['view', 'print', 'inventada'] } }, agencyScope: 'own' },
    },
    'digitalization',
  );
  await entry('odd', { action: 7, targetPath: '', at: 'mañana', newData: 'texto', beforeData: [1] });
});

describe('the list of entries', () => {
  it('shows entries of both databases, newest first, in the words of the portal', async () => {
    const page = await audit.findEntries({ actor, params: new URLSearchParams('to=2026-12-31&from=2026-05-01') });
    const { total } = page;
    const said = (at: number) => Object.fromEntries(page.columns.map(({ name }, place) => [name, page.cells[at]?.[place]]));
    const rows = page.rows.map((row, at) => ({ ...said(at), ...row }));
    expect(total).toBe(6 + (rows.some(({ id }) => id === 'odd') ? 1 : 0));
    expect(rows.filter(({ id }) => id !== 'odd')).toMatchObject([
      {
        id: 'set',
        action: 'Permiso de digitalización modificado',
        target: { word: 'Conjunto de permisos', name: 'p1' },
        changes: `Cambió «Documentos de» de ${SCOPE_LABELS.all} a ${SCOPE_LABELS.own} y Permisos`,
      },
      { id: 'type', changes: '', action: 'ACCIÓN AJENA', database: 'Digitalización', target: { word: 'Tipo de documento', name: 'Acta' } },
      {
        id: 'quote',
        action: 'Prospección cerrada',
        changes: 'Cambió Estado de Pendiente a Cerrada, Monto de nada a Q1,234.50 y 1 campo más',
        target: { word: 'Prospección', href: '/quotes/list-quotes/q1' },
      },
      {
        id: 'person',
        person: 'API',
        changes: 'Cambió Agencia de Agencia Central a ninguna y «Carpetas del Maletín» · Por el API',
        target: { word: 'Usuario', name: 'Ana Pérez', href: '/users/list-users/ana' },
      },
      { id: 'product', target: { name: 'Ahorro programado', href: '/products/list-products/ahorro/productos/a1' } },
      {
        id: 'phone',
        person: 'Ana Pérez',
        action: 'Registro modificado',
        target: { word: 'Agencia', name: 'Agencia Central' },
        changes: 'Cambió Tipo de Cajero automático a Agencia, Estado de Activa a Inactiva y 1 campo más',
      },
    ]);
  });

  it('keeps the capitals of names and acronyms in the text of an action', () => {
    expect(auditActionText(AUDIT_ACTIONS.memberDpiRead)).toBe('DPI de asociado visto');
    expect(auditActionText(AUDIT_ACTIONS.briefcaseFileCreated)).toBe('Nuevo archivo del Maletín');
  });

  it.each([
    ['user=API', ['person']],
    [`action=${encodeURIComponent(AUDIT_ACTIONS.recordCreated)}`, ['product']],
    ['database=digitalization', ['set', 'type']],
    ['database=otra', ['odd', 'person', 'phone', 'product', 'quote', 'set', 'type']],
    ['target=agencias', ['phone']],
    ['target=agencias/central', ['phone']],
    ['target=agencias/centr', []],
    ['target=agencia_', []],
    ['target=productos_servicios', ['product']],
    ['from=2026-05-03&to=2026-05-04', ['person', 'quote']],
    ['q=ahorro', ['product']],
    ['q=agencia+central', ['person', 'phone']],
    ['q=activa+inactiva', ['phone']],
    ['q=agencia+de+central+a+ninguna', ['person']],
    ['q=perez&user=ana&target=cotizaciones', ['quote']],
  ])('narrows by %s', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('links only to records the person may open, and answers 403 without the audit permission', async () => {
    const only = testStaff({ pageSize: 100 }, ['audit']);
    const { rows } = await audit.findEntries({ actor: only, params: new URLSearchParams() });
    expect(rows.map(({ target }) => target.href)).toEqual(rows.map(() => null));
    const others = testStaff({}, ['settings-identity', 'settings-constants', 'settings-machinery', 'users']);
    await expect(audit.findEntries({ actor: others, params: new URLSearchParams() })).rejects.toMatchObject({ status: 403 });
    await expect(audit.getEntry({ actor: others, database: 'main', id: 'phone' })).rejects.toMatchObject({ status: 403 });
    await expect(audit.exportEntries({ actor: others, params: new URLSearchParams() })).rejects.toMatchObject({ status: 403 });
  });
});

describe('an entry', () => {
  const fieldsOf = async (id: string, database = 'main') =>
    (await audit.getEntry({ actor, database, id })).fields.map(({ label, before, after, changed }) => [label, before, after, changed]);

  it('shows the values before and after in the words of the forms', async () => {
    expect(await fieldsOf('phone')).toEqual([
      ['Tipo', 'Cajero automático', 'Agencia', true],
      ['Estado', 'Activa', 'Inactiva', true],
      ['Teléfono', '', '2345-6789', true],
    ]);
  });

  it('shows names instead of ids, and formats days, amounts and lists', async () => {
    expect(await fieldsOf('person')).toEqual([
      ['Agencia', 'Agencia Central', 'ninguna', true],
      ['Carpetas del Maletín', '', 'Actas\notra', true],
      // What nobody reads differently.
      ['Teléfono', '', '', false],
    ]);
    expect(await fieldsOf('quote')).toEqual([
      ['Estado', 'Pendiente', 'Cerrada', true],
      ['Monto', '', 'Q1,234.50', true],
      ['Bitácora', '', 'Etapa: Visita\nFecha: 04/05/2026 12:00\nPersona: Ana\nComentario:\n  Llamó\n  Vuelve', true],
    ]);
    expect(await fieldsOf('type', 'digitalization')).toEqual([
      ['Nombre', '', 'Acta', true],
      ['Categoría', '', 'Legal', true],
      ['desde', '', '12/05/2026', true],
    ]);
  });

  it('says in words that a content waits for its first day', async () => {
    const sides = { beforeData: { estado: true, estadoProgramado: false }, newData: { estado: false, estadoProgramado: true } };
    await entry('waiting', { action: AUDIT_ACTIONS.recordUpdated, targetPath: 'promociones/p1', ...sides });
    expect(await fieldsOf('waiting')).toEqual([
      ['Estado', 'Publicada', 'Oculta', true],
      ['Espera su primer día', 'No', 'Sí', true],
    ]);
  });

  it('shows the actions that a permission set allows by name', async () => {
    const words = `  t9: ${actionLabel('view')}, ${actionLabel('print')}`;
    expect(await fieldsOf('set', 'digitalization')).toEqual([
      ['Documentos de', SCOPE_LABELS.all, SCOPE_LABELS.own, true],
      ['Permisos', '', `Legal\n${words}`, true],
    ]);
  });

  it('shows of a list only the items and parts that changed, under the name of the list', async () => {
    const field = { clave: 'nombre', etiqueta: 'Nombre', tipo: 'texto', obligatorio: true };
    const [old, added] = [
      { ...field, clave: 'nit', etiqueta: 'NIT' },
      { ...field, clave: 'dpi', etiqueta: 'DPI' },
    ];
    await entry(
      'relabelled',
      {
        action: AUDIT_ACTIONS.recordUpdated,
        targetPath: 'tipos_documento/t1',
        beforeData: { campos: [field, old] },
        newData: { campos: [added, { ...field, etiqueta: 'Nombre completo', obligatorio: false }] },
      },
      'digitalization',
    );
    expect(await fieldsOf('relabelled', 'digitalization')).toEqual([
      [
        'Campos',
        'Tipo: Texto\nClave: nit\nEtiqueta: NIT\nObligatorio: Sí',
        'Tipo: Texto\nClave: dpi\nEtiqueta: DPI\nObligatorio: Sí',
        true,
      ],
      ['Etiqueta de Nombre', 'Nombre', 'Nombre completo', true],
      ['Obligatorio de Nombre', 'Sí', 'No', true],
    ]);
    const nit = { id: 'nit', value: '^1$' };
    await entry(
      'constants',
      {
        action: AUDIT_ACTIONS.constantsUpdated,
        targetPath: 'constantes/fieldValidators',
        beforeData: { items: [nit, { id: 'dpi', value: '^2$' }] },
        newData: { items: [{ id: 'dpi', value: '^3$' }, nit] },
      },
      'digitalization',
    );
    expect(await fieldsOf('constants', 'digitalization')).toEqual([
      ['Valor de dpi', '^2$', '^3$', true],
      ['Orden de Valores', 'nit, dpi', 'dpi, nit', true],
    ]);
    expect((await audit.getEntry({ actor, database: 'digitalization', id: 'constants' })).target.name).toBe(
      constantList('fieldValidators')?.title,
    );
    const { rows } = await sql.query(`SELECT changes FROM auditoria WHERE id = 'constants'`);
    expect(rows).toEqual([{ changes: 'Cambió «Valor de dpi» de ^2$ a ^3$ y «Orden de Valores» de nit, dpi a dpi, nit' }]);
  });

  it('says once what two fields of one label say alike', async () => {
    const held = (id: string) => ({ userId: id, userAssign: id, status: 'INDEXED' });
    const action = AUDIT_ACTIONS.digitizedFileAssigned;
    const targetPath = 'documentos/d1';
    await entry('handed', { action, targetPath, beforeData: held('otto'), newData: held('elena') }, 'digitalization');
    const { rows } = await sql.query<{ changes: string }>(`SELECT changes FROM auditoria WHERE id = 'handed'`);
    expect(rows[0]?.changes.match(/Asignado a/g)).toHaveLength(1);
  });

  it('shows the person, the record and whether it is sealed', async () => {
    expect(await audit.getEntry({ actor, database: 'main', id: 'phone' })).toMatchObject({
      person: { name: 'Ana Pérez', href: '/users/list-users/ana' },
      target: { word: 'Agencia', name: 'Agencia Central', href: '/locations/list-agencies/central', path: 'agencias/central' },
      isSealed: null,
      hasBefore: true,
    });
    expect(await audit.getEntry({ actor, database: 'main', id: 'person' })).toMatchObject({
      person: { name: 'API', href: null },
      channel: 'API',
    });
    await noteSealing(sql, 'main', (await sealAudit(documents.main, { minimumAgeMs: 0 })).last);
    expect((await audit.getEntry({ actor, database: 'main', id: 'phone' })).isSealed).toBe(true);
  });

  it('is shown even when another program wrote fields of wrong types', async () => {
    expect(await audit.getEntry({ actor, database: 'main', id: 'odd' })).toMatchObject({
      action: '7',
      at: '',
      fields: [],
      hasBefore: false,
    });
  });

  it.each([
    ['main', 'ninguna'],
    ['otra', 'phone'],
    ['digitalization', 'phone'],
    ['constructor', 'phone'],
    ['main', 'a/b'],
    ['main', '..'],
  ])('answers not-found for database %s and id %s', async (database, id) => {
    await expect(audit.getEntry({ actor, database, id })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('security', () => {
  const security = async (search: string) => {
    const page = await audit.findSecurity({ actor, params: new URLSearchParams(search) });
    const place = page.columns.findIndex(({ name }) => name === 'changes');
    return page.rows.map(({ id }, at) => [id, page.cells[at]?.[place]]);
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
  const services = someServices({ documents, sql, log, rateLimitStore, liveSettings: unchangedSettings() });
  const trail = createAuditTrail(services);
  afterAll(() => rateLimitStore.close());
  const at = () => new Date();
  beforeAll(async () => {
    await put('usuarios/beto', { name: 'Beto Ruiz', email: 'beto@demo.coop', role: 'user', state: true });
    await put('maletin_archivos/acta', { nombre: 'Acta', carpetaId: 'actas', url: '/a', isActive: true });
    await entry('in', {
      action: AUDIT_ACTIONS.signedIn,
      targetPath: 'usuarios/ana',
      at: at(),
      newData: { device: 'Chrome en Windows', network: '10.1.2.3' },
    });
    await entry('out', {
      action: AUDIT_ACTIONS.signInRefused,
      targetPath: 'usuarios/ana',
      at: at(),
      newData: { attempts: 40, network: '198.51.100.7', since: at(), until: at() },
    });
    await entry('few', {
      action: AUDIT_ACTIONS.signInRefused,
      targetPath: 'usuarios/ana',
      at: at(),
      newData: { attempts: 3, network: '10.1.2.3' },
    });
    await entry('role', {
      action: AUDIT_ACTIONS.roleMenusUpdated,
      targetPath: 'permisos_rol/user',
      at: at(),
      beforeData: { menus: ['home'] },
      newData: { menus: ['home', 'users'] },
    });
    await entry('narrow', {
      action: AUDIT_ACTIONS.roleMenusUpdated,
      targetPath: 'permisos_rol/user',
      at: at(),
      beforeData: { menus: ['home', 'users'] },
      newData: { menus: ['home'] },
    });
    await entry('wide', {
      user: 'beto',
      requestId: 'wide',
      action: AUDIT_ACTIONS.roleMenusUpdated,
      targetPath: 'permisos_rol/user',
      at: at(),
      beforeData: { menus: ['home'] },
      newData: { menus: ['home', 'users'] },
    });
    for (const [id, before, after, menus] of [
      ['given', ['users:change', 'users:export'], ['users:change'], undefined],
      ['withheld', ['users:change'], ['users:change', 'users:export'], undefined],
      ['gone', ['users:change'], [], ['home']],
    ] as const)
      await entry(id, {
        user: 'beto',
        requestId: id,
        action: AUDIT_ACTIONS.roleMenusUpdated,
        targetPath: 'permisos_rol/user',
        at: at(),
        beforeData: { accionesNegadas: [...before], ...(menus && { menus: ['home', 'users'] }) },
        newData: { accionesNegadas: [...after], ...(menus && { menus: [...menus] }) },
      });
    await entry('free', {
      user: 'beto',
      requestId: 'free',
      action: AUDIT_ACTIONS.roleUpdated,
      targetPath: 'roles/user',
      at: at(),
      beforeData: { soloAgencia: true },
      newData: { soloAgencia: false },
    });
    for (const [id, before, after] of [
      ['device', { equipoPropio: false }, { equipoPropio: true }],
      ['factor', { segundoFactor: true }, { segundoFactor: false }],
      ['stricter', { equipoPropio: true, segundoFactor: false }, { equipoPropio: false, segundoFactor: true }],
    ] as const)
      await entry(id, {
        user: 'beto',
        requestId: id,
        action: AUDIT_ACTIONS.roleUpdated,
        targetPath: 'roles/user',
        at: at(),
        beforeData: before,
        newData: after,
      });
    await put('roles/user', { id: 'user', title: 'Lectores', value: 'user' });
    await put('permisos_documentos/cajas', { title: 'Cajas', permissions: {} }, 'digitalization');
    for (const [id, actions] of [
      ['more', ['view', 'print']],
      ['less', []],
    ] as const)
      await entry(
        id,
        {
          user: 'beto',
          requestId: id,
          action: AUDIT_ACTIONS.digitizationPermissionUpdated,
          targetPath: 'permisos_documentos/cajas',
          at: at(),
          beforeData: { permissions: { legal: { acta: ['view'] } } },
          newData: { permissions: { legal: { acta: [...actions] } } },
        },
        'digitalization',
      );
    await entry('rows', {
      user: 'beto',
      requestId: '',
      action: AUDIT_ACTIONS.dataExported,
      targetPath: 'exportaciones/customers.list-customers',
      at: at(),
      newData: { rows: 40_000, title: 'Asociados' },
    });
    await entry('page', {
      user: 'beto',
      requestId: '',
      action: AUDIT_ACTIONS.dataExported,
      targetPath: 'exportaciones/customers.list-customers',
      at: at(),
      newData: { rows: 25, title: 'Asociados' },
    });
  });

  it('lists sign-ins, refusals and access changes by kind, and finds them by network', async () => {
    expect(await security('kind=entradas')).toEqual([['in', 'Chrome en Windows · Red 10.1.2.3']]);
    expect((await security('kind=rechazos&sort=createdAt')).map(([id]) => id).sort()).toEqual(['few', 'out']);
    expect(await security('q=198.51.100.7')).toEqual([['out', '40 intentos · Red 198.51.100.7']]);
    expect((await security('user=beto')).map(([id]) => id).sort()).toEqual([
      'device',
      'factor',
      'free',
      'given',
      'gone',
      'less',
      'more',
      'page',
      'rows',
      'stricter',
      'wide',
      'withheld',
    ]);
    // What changed a record is not told here; the audit tells all, and changes alone where it is asked.
    expect((await security('')).flat()).not.toContain('phone');
    expect(await found('q=198.51.100.7&about=puerta')).toEqual(['out']);
    expect(await found('q=198.51.100.7&about=cambios')).toEqual([]);
    await expect(audit.findSecurity({ actor: testStaff({ menus: new Set() }), params: new URLSearchParams() })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('names a nested record by its own name, not by that of a record with the same id elsewhere', async () => {
    await put('productos_servicios/activos/productos/producto-1', { nombre: 'Casa en zona 3' });
    await put('productos_servicios/tarjetas/productos/producto-1', { nombre: 'Débito' });
    await put('productos_servicios/activos/fotos/foto-1', { descripcion: 'Fachada' });
    for (const [id, place] of Object.entries({ 'moved-product': 'productos/producto-1', 'moved-photo': 'fotos/foto-1' })) {
      const targetPath = `productos_servicios/activos/${place}`;
      await entry(id, { action: AUDIT_ACTIONS.recordMoved, targetPath, at: new Date(), newData: { orden: 2 } });
    }
    const { rows } = await audit.findEntries({ actor, params: new URLSearchParams('target=productos_servicios/activos') });
    expect(rows.map(({ target: { word, name } }) => [word, name]).sort()).toEqual([
      ['Foto', 'Fachada'],
      ['Producto', 'Casa en zona 3'],
    ]);
    const { target } = await audit.getEntry({ actor, database: 'main', id: 'moved-product' });
    expect(target.name).toBe('Casa en zona 3');
    // Found by it too.
    expect(await found('q=casa zona')).toEqual(['moved-product']);
    expect(await found('q=débito')).toEqual([]);
  });

  it('finds entries of a record by its current and by its previous name', async () => {
    await put('cotizaciones/q1', { nombre: 'Rosa Ixcoy' });
    await put('maletin_archivos/f1', { nombre: 'Contrato de obra 0292.pdf', carpetaId: 'actas' });
    await put('maletin_archivos/f2', { nombre: 'Contrato de obra 0293.pdf', carpetaId: 'actas' });
    const at = new Date();
    const renamed = { beforeData: { nombre: 'Borrador.pdf' }, newData: { nombre: 'Contrato.pdf' } };
    await entry('renamed', { action: AUDIT_ACTIONS.briefcaseFileUpdated, targetPath: 'maletin_archivos/f1', at, ...renamed });
    await entry('other', {
      action: AUDIT_ACTIONS.briefcaseFileUpdated,
      targetPath: 'maletin_archivos/f2',
      at,
      newData: { carpetaId: 'x' },
    });
    expect(await found('q=ixcoy')).toEqual(['quote']);
    expect(await found('q=obra 0292')).toEqual(['renamed']);
    expect(await found('q=contrato obra')).toEqual(['other', 'renamed']);
    expect(await found('q=borrador')).toEqual(['renamed']);
    expect(await found('q=ana ixcoy')).toEqual(['quote']);
  });

  it('alerts readers of the audit to many refusals (their own too), wider roles and large member exports', async () => {
    await makeAlerts(services);
    const WIDER = 'rol con más permisos o menos controles, «Lectores» (Ana Pérez)';
    const { rows } = await sql.query(`SELECT user_id, path, name FROM alerts WHERE kind = 'security' ORDER BY path`);
    expect(rows).toEqual([
      { user_id: 'ana', path: 'auditoria/device', name: WIDER },
      { user_id: 'ana', path: 'auditoria/factor', name: WIDER },
      { user_id: 'ana', path: 'auditoria/free', name: WIDER },
      { user_id: 'ana', path: 'auditoria/given', name: WIDER },
      { user_id: 'ana', path: 'auditoria/more', name: 'conjunto de permisos ampliado, «Cajas» (Ana Pérez)' },
      { user_id: 'ana', path: 'auditoria/out', name: 'muchas entradas rechazadas (Ana Pérez · Intentos: 40 · Red: 198.51.100.7)' },
      {
        user_id: 'ana',
        path: 'auditoria/rows',
        name: 'muchos asociados exportados en un día (Ana Pérez · Título: Asociados · Filas: 40000)',
      },
      { user_id: 'ana', path: 'auditoria/wide', name: WIDER },
    ]);
  });

  it('alerts readers of the audit to an administrator on a new network (not at first sign-in) and to reset factors', async () => {
    // Their role as other programs write it.
    await put('usuarios/carmen', { name: 'Carmen Sis', email: 'carmen@demo.coop', role: 'Administrador', state: true });
    for (const [id, user, network, hoursAgo] of [
      ['first-in', 'carmen', '10.1.2.3', 5],
      ['known-in', 'carmen', '10.1.2.3', 4],
      ['new-in', 'carmen', '110.1.2.3', 3],
      ['again-in', 'carmen', '110.1.2.3', 2],
      ['clerk-in', 'beto', '10.1.2.3', 2],
      ['clerk-new-in', 'beto', '110.1.2.3', 1],
    ] as const)
      await entry(id, {
        user,
        userName: user,
        requestId: '',
        action: AUDIT_ACTIONS.signedIn,
        targetPath: `usuarios/${user}`,
        at: new Date(Date.now() - hoursAgo * 3_600_000),
        newData: { device: 'Chrome en Windows', network },
      });
    const acted = { user: 'carmen', userName: 'Carmen Sis', requestId: '', at: at() };
    await entry('reset', { ...acted, action: AUDIT_ACTIONS.factorsReset, targetPath: 'usuarios/beto', newData: { motivo: 'Lo perdió' } });
    await sql.query('DELETE FROM alerts');
    await makeAlerts(services);
    await makeAlerts(services);
    const { rows } = await sql.query(`SELECT user_id, path, name, count FROM alerts WHERE kind = 'security' ORDER BY path, user_id`);
    // Also to whom the account belongs: they know whether it was them. Who took the factors away knows it.
    const entered = {
      path: 'auditoria/new-in',
      name: 'entrada de un Administrador desde una red nueva (carmen · Red: 110.1.2.3)',
      count: 1,
    };
    expect(rows).toEqual([
      { user_id: 'ana', ...entered },
      { user_id: 'carmen', ...entered },
      { user_id: 'ana', path: 'auditoria/reset', name: 'segundo factor restablecido, «Beto Ruiz» (Carmen Sis)', count: 1 },
    ]);
  });

  it('alerts readers of the audit to members sent by schedule and to small exports that add up in a day', async () => {
    const take = (id: string, hoursAgo: number, newData: Fields, user = 'beto') =>
      entry(id, {
        user,
        userName: 'Beto Ruiz',
        requestId: '',
        action: AUDIT_ACTIONS.dataExported,
        targetPath: 'exportaciones/customers.list-customers',
        at: new Date(Date.now() - hoursAgo * 3_600_000),
        newData: { title: 'Asociados', format: 'csv', ...newData },
      });
    // Of other days and people, and the same in another format.
    await take('part-0', 30, { url: '/a', rows: 400 });
    await take('part-1', 5, { url: '/b', rows: 300 });
    await take('part-1-again', 4.9, { url: '/b', rows: 300, format: 'xlsx' });
    await take('part-2', 4, { url: '/c', rows: 200 });
    await take('part-of-dora', 3.5, { url: '/d', rows: 300 }, 'dora');
    await take('part-3', 3, { url: '/d', rows: 1 });
    await take('part-4', 2, { url: '/e', rows: 400 });
    await take('part-5', 1, { url: '/f', rows: 200 });
    await take('sent', 0, { url: '/reports/runs/r1', rows: 501, format: 'correo (xlsx)', sentTo: 'ana' }, 'dora');
    // Of the tests before.
    await sql.query(`DELETE FROM auditoria WHERE id IN ('rows', 'page')`);
    await sql.query('DELETE FROM alerts');
    await makeAlerts(services);
    const { rows } = await sql.query<{ path: string }>(`SELECT path FROM alerts WHERE kind = 'security' AND user_id = 'ana' ORDER BY path`);
    expect(rows.map(({ path }) => path)).toEqual(['auditoria/part-3', 'auditoria/part-5', 'auditoria/sent']);
    const { fields } = await audit.getEntry({ actor, database: 'main', id: 'sent' });
    expect(fields.find(({ name }) => name === 'sentTo')).toMatchObject({ label: 'Enviado a', after: 'Ana Pérez' });
  });

  it('audits a denied opening of an existing record once an hour, and of a missing record never', async () => {
    const beto = testStaff({ id: 'beto', name: 'Beto Ruiz' }, []);
    const denied = (sought: string, actor = beto) =>
      trail.auditDenial({
        actor,
        error: new AppError('not-found', 'x', { userMessage: 'x', sought }),
        address: '/briefcase/files/x',
        ip: '10.1.2.3',
      });
    // Who tries addresses is told of a hundred times an hour.
    const carla = testStaff({ id: 'carla', name: 'Carla Sic' });
    for (let tries = 0; tries < 100; tries += 1) await denied('ajena/x', carla);
    await denied('maletin_archivos/acta', carla);
    for (const path of ['maletin_archivos/acta', 'maletin_archivos/acta', 'maletin_archivos/nada', 'ajena/x']) await denied(path);
    const refused = [
      [await failureOf(Promise.resolve().then(() => requireMenu(beto, 'reports'))), '/reports/job-offers'],
      [new AppError('forbidden', 'x', { userMessage: 'x', permission: 'App móvil' }), '/images/agencia-01.jpg'],
    ] as const;
    for (const [error, address] of refused) await trail.auditDenial({ actor: beto, error, address, ip: '10.1.2.3' });
    await trail.auditDenial({ actor: beto, error: new AppError('not-found', 'x', { userMessage: 'x' }), address: '/x', ip: '' });
    const kept = await documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'action', op: '==', value: AUDIT_ACTIONS.openingDenied }],
    });
    expect(kept.map(({ data }) => [data['user'], data['targetPath'], data['newData']]).sort()).toEqual([
      ['beto', 'maletin_archivos/acta', { url: '/briefcase/files/x', network: '10.1.2.3' }],
      [
        'beto',
        'pantallas/images.agencia-01.jpg',
        { url: '/images/agencia-01.jpg', name: '/images/agencia-01.jpg', reason: 'Le falta «App móvil»', network: '10.1.2.3' },
      ],
      [
        'beto',
        'pantallas/reports.job-offers',
        { url: '/reports/job-offers', name: 'App móvil › Reportes', reason: 'Le falta «App móvil › Reportes»', network: '10.1.2.3' },
      ],
    ]);
    // Entries that store no name are shown by the screen, else by the address.
    for (const place of ['users.list-users', 'briefcase.files.archivo-0001'])
      await entry(place, { action: AUDIT_ACTIONS.openingDenied, targetPath: `pantallas/${place}`, at: new Date(), newData: null });
    const { rows } = await audit.findEntries({ actor, params: new URLSearchParams('target=pantallas') });
    expect(rows.map(({ target }) => target.name).sort()).toEqual(['/briefcase/files/archivo-0001', 'Usuarios']);
  });
});

describe('for a role limited to its own agency', () => {
  const permissionSet = {
    id: 's',
    title: 'S',
    agencyScope: 'own',
    permissions: readPermissions({ legal: { acta: ['view'] } }),
  } as const;
  const own = testEditor({ pageSize: 100, agencyId: 'norte', ownAgencyOnly: true, permissionSetId: 's', permissionSet }, ['audit']);
  const PLACES = ['clientes', 'cotizaciones', 'documentos'] as const;
  const databaseOf = (place: string) => (place === 'documentos' ? 'digitalization' : 'main');
  const idsFor = async (person: Staff, find = audit.findEntries) =>
    (await find({ actor: person, params: new URLSearchParams('q=vecindad') })).rows.map(({ id }) => id).sort();

  beforeAll(async () => {
    for (const place of PLACES)
      for (const agency of ['norte', 'sur']) {
        const of: Fields = place === 'documentos' ? { agencyId: agency, categoryId: 'legal', documentId: 'acta' } : { agencia: agency };
        await put(`${place}/${agency}`, of, databaseOf(place));
        const action = place === 'clientes' ? AUDIT_ACTIONS.memberRead : AUDIT_ACTIONS.recordUpdated;
        const newData = { nombre: 'Vecindad' };
        await entry(`${place}-${agency}`, { action, targetPath: `${place}/${agency}`, at: new Date(), newData }, databaseOf(place));
      }
    for (const [id, targetPath] of Object.entries({ note: 'notas/n1', place: 'agencias/sur', nobody: 'clientes/nadie', odd2: 'clientes' }))
      await entry(id, { action: AUDIT_ACTIONS.recordCreated, targetPath, at: new Date(), newData: { nombre: 'Vecindad' } });
  });

  it('hides entries about members, prospects and documents of other agencies in lists, files and by id', async () => {
    const norte = PLACES.map((place) => `${place}-norte`);
    const sur = PLACES.map((place) => `${place}-sur`);
    const all = { ...own, ownAgencyOnly: undefined } as Staff;
    expect(await idsFor(all)).toEqual([...norte, ...sur, 'nobody', 'note', 'odd2', 'place'].sort());
    expect(await idsFor(own)).toEqual([...norte, 'place'].sort());
    expect(await idsFor(all, audit.findSecurity)).toEqual(['clientes-norte', 'clientes-sur']);
    expect(await idsFor(own, audit.findSecurity)).toEqual(['clientes-norte']);
    const { rows } = await audit.exportEntries({ actor: own, params: new URLSearchParams('q=vecindad') });
    const lines: unknown[] = [];
    for await (const batch of rows(new AbortController().signal)) lines.push(...batch);
    expect(lines).toHaveLength(4);
    for (const place of PLACES) {
      const ask = (agency: string) => audit.getEntry({ actor: own, database: databaseOf(place), id: `${place}-${agency}` });
      expect((await ask('norte')).target.path).toBe(`${place}/norte`);
      await expect(ask('sur')).rejects.toMatchObject({ code: 'not-found', sought: `auditoria/${place}-sur` });
    }
    await expect(audit.getEntry({ actor: own, database: 'main', id: 'note' })).rejects.toMatchObject({ code: 'not-found' });
    expect(await idsFor({ ...own, agencyId: '' })).toEqual(['place']);
  });

  it('names old and new references of a change, but members of other agencies by id, in list and export', async () => {
    await put('clientes/propia', { nombre: 'Marta Yat', agencia: 'norte' });
    await put('clientes/ajena', { nombre: 'Rosa Coy', agencia: 'sur' });
    await put('agencias/norte', { nombre: 'Agencia Norte', tipo: 'agencia', estado: true });
    await put('agencias/cerrada', { nombre: 'Cobán', tipo: 'agencia', estado: false, isActive: false });
    const entryOf = (id: string, beforeData: Fields, newData: Fields) =>
      entry(id, { action: AUDIT_ACTIONS.recordUpdated, targetPath: 'cotizaciones/norte', at: new Date(), beforeData, newData });
    await entryOf('moved', { agencia: 'cerrada', asociadoId: 'ajena' }, { agencia: 'norte', asociadoId: 'propia' });
    await entryOf('signs', { agencia: '', nombre: 'A\u001Eclientes\u001Fajena\u001E' }, { agencia: 'gone', nombre: 'B' });
    const toldTo = async (person: Staff, of = 'target=cotizaciones/norte') => {
      const params = new URLSearchParams(`${of}&about=cambios&q=cambio`);
      const { rows, cells, columns } = await audit.findEntries({ actor: person, params });
      const place = columns.findIndex(({ name }) => name === 'changes');
      const shown = Object.fromEntries(rows.map(({ id }, at) => [id, cells[at]?.[place]]));
      const { sheet, rows: streamed } = await audit.exportEntries({ actor: person, params });
      const inFile: unknown[] = [];
      const at = sheet.columns.findIndex(({ title }) => title === 'Qué cambió');
      for await (const batch of streamed(new AbortController().signal)) inFile.push(...batch.map((line) => line[at]));
      expect(inFile.sort()).toEqual(Object.values(shown).sort());
      return shown;
    };
    const signs = 'Cambió Nombre de A clientes ajena  a B y Agencia de nada a gone';
    expect(await toldTo({ ...own, ownAgencyOnly: undefined })).toEqual({
      moved: 'Cambió Agencia de Cobán a Agencia Norte y Asociado de Rosa Coy a Marta Yat',
      signs,
    });
    expect(await toldTo(own)).toEqual({ moved: 'Cambió Agencia de Cobán a Agencia Norte y Asociado de ajena a Marta Yat', signs });
    await put('usuarios/rita', { name: 'Rita', role: 'archivo' });
    await put('roles/archivo', { id: 'archivo', title: 'Archivo', value: 'archivo' });
    await put('puestos/caja', { nombre: 'Cajera' });
    await entry('work', {
      action: AUDIT_ACTIONS.userUpdated,
      targetPath: 'usuarios/rita',
      at: new Date(),
      beforeData: { role: 'ninguno', position: 'caja' },
      newData: { role: 'archivo', position: '' },
    });
    expect(await toldTo(actor, 'target=usuarios/rita')).toEqual({
      work: 'Cambió Puesto de Cajera a nada y Rol de ninguno a Archivo',
    });
    await entry('icon', {
      action: AUDIT_ACTIONS.recordUpdated,
      targetPath: 'productos_servicios/ahorro',
      at: new Date(),
      beforeData: { nombre: 'Ahorro', icono: 'uno' },
      newData: { nombre: 'Ahorros', icono: 'otro' },
    });
    expect(await toldTo(actor, 'target=productos_servicios/ahorro')).toMatchObject({
      icon: 'Cambió Nombre de Ahorro a Ahorros e Icono de uno a otro',
    });
  });
});

describe('the security report', () => {
  const services = someServices({
    documents,
    sql,
    liveSettings: unchangedSettings(),
    readModel: CURRENT_READ_MODEL,
  });
  const reports = createReports(services);
  const report = reports.get('security');
  const call = (params: string) => ({ actor, report, params: new URLSearchParams(params) });
  const workbook = async (params: string, format: 'csv' | 'xlsx' = 'xlsx') => {
    const { sheet, rows } = await reports.exportReport({ ...call(params), format });
    const cells: unknown[] = [];
    for await (const batch of rows()) cells.push(...batch);
    return { ...sheet, cells };
  };
  beforeAll(async () => {
    await put('usuarios/zoe', { name: 'Zoe Tun', email: 'zoe@demo.coop', role: 'user', state: true });
    const acts = [
      ['2026-03-02', AUDIT_ACTIONS.signedIn, 'ana', 3],
      ['2026-03-02', AUDIT_ACTIONS.signInRefused, 'ana', 1],
      // Of one day in Guatemala, of two by the clock of the server.
      ['2026-03-04', AUDIT_ACTIONS.signedIn, 'zoe', 2],
      // A change of a record, of which it tells nothing.
      ['2026-03-04', AUDIT_ACTIONS.recordUpdated, 'ana', 4],
    ] as const;
    for (const [day, action, user, count] of acts)
      for (let at = 0; at < count; at += 1)
        await entry(`report-${day}-${action}-${at}`.replaceAll(' ', '-'), {
          user,
          action,
          targetPath: 'usuarios/ana',
          at: new Date(new Date(`${day}T23:30:00Z`).getTime() + at * 3_600_000),
        });
  });
  const MARCH = 'from=2026-03-01&to=2026-03-31';

  it('counts the entries of its list by action, person, month and day, with shares of the total', async () => {
    const { cells, summary, parameters } = await workbook(MARCH);
    expect(cells).toEqual([
      ['Sesión iniciada', 5, 5 / 6, AUDIT_ACTIONS.signedIn],
      ['Entradas rechazadas', 1, 1 / 6, AUDIT_ACTIONS.signInRefused],
    ]);
    expect(parameters).toContainEqual(['Agrupado', 'Por acción']);
    expect(summary?.figures.map(({ label, cell }) => [label, cell?.value])).toEqual([
      ['Entradas de seguridad', 6],
      ['En primer lugar', 5 / 6],
    ]);
    expect((await workbook(`${MARCH}&by=person`)).cells).toEqual([
      ['Ana Pérez', 4, 4 / 6, 'ana'],
      ['Zoe Tun', 2, 2 / 6, 'zoe'],
    ]);
    const months = await workbook('from=2026-02-01&to=2026-04-30&by=month', 'csv');
    expect(months.columns.map(({ title, kind }) => [title, kind])).toEqual([
      ['Mes', 'month'],
      ['Entradas de seguridad', 'integer'],
      ['% del total', 'percent'],
      ['Código', 'text'],
    ]);
    expect(months.cells).toEqual([
      ['febrero de 2026', 0, 0, '2026-02'],
      ['marzo de 2026', 6, 1, '2026-03'],
      ['abril de 2026', 0, 0, '2026-04'],
    ]);
    const { pictures } = await reports.runReport(call(MARCH));
    expect(pictures.strip?.bars.filter(({ events }) => events > 0).map(({ from, events }) => [from, events])).toEqual([
      ['2026-03-02', 4],
      ['2026-03-04', 2],
    ]);
  });
});
