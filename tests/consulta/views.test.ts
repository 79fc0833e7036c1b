import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf, parseDay } from '#server/domain/dates.ts';
import type { FieldValue } from '#server/ports/documents/document-store.ts';
import { readStateNames } from '#server/domain/constants.ts';
import { DOCUMENT_STATES } from '#server/domain/document-states.ts';
import { PACKAGE_STATES, VERDICTS, verdictLabel } from '#server/domain/package-states.ts';
import { nameOfState } from '#server/domain/state-names.ts';
import { LOAN_TYPES, loanTypeLabel, QUOTE_KINDS, quoteKindLabel } from '#server/features/quotes/domain/quotes.ts';
import { readBitacora } from '#server/features/quotes/bitacora.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { fillWithRecords, projectInto, type SampleDocument } from './fill-tables.ts';
import { readViews } from './read-views.ts';

const { sql, prisma } = await createTestDatabase();

/** A marker that no view may show. A person's e-mail address is not secret: colleagues write to it. */
const SECRET = 'no-sale-del-portal';
const SECRET_DOCUMENTS: readonly SampleDocument[] = [
  { path: 'clientes/secreto', data: { nombre: 'Ana', dpi: SECRET, telefono: SECRET, correo: SECRET } },
  {
    path: 'cotizaciones/secreta',
    data: {
      nombre: 'Ana',
      telefono: SECRET,
      correo: SECRET,
      bitacora: [{ fecha: new Date(), usuario: 'Beto', etapa: 'Llamada', comentario: SECRET }, SECRET],
    },
  },
  {
    path: 'usuarios/secreto',
    data: { name: 'Ana', phone: SECRET, briefcase_permissions: { folders: [SECRET] }, digitalization_permission_id: SECRET },
  },
  { path: 'maletin_archivos/secreto', data: { nombre: 'Acta', url: SECRET, sha256: SECRET } },
  {
    database: 'digitalization',
    path: 'documentos/secreto',
    data: { documentName: 'Pagaré', url: SECRET, sha256: SECRET, campos: { dpi: SECRET }, versions: [{ url: SECRET }], fileName: SECRET },
  },
  {
    path: 'auditoria/secreta',
    data: { user: 'ana', action: 'REGISTRO MODIFICADO', targetPath: 'clientes/uno', beforeData: { dpi: SECRET }, requestId: SECRET },
  },
  {
    database: 'digitalization',
    path: 'PACKAGES/secreto',
    data: {
      status: 'SENT',
      note: SECRET,
      detailOfPackage: [{ document: 'Pagaré', note: SECRET }],
      extras: [{ document: 'x', note: SECRET }],
    },
  },
];

beforeAll(async () => {
  await fillWithRecords(sql);
  await projectInto(sql, SECRET_DOCUMENTS);
});

const views = await readViews(sql);
const rowsOf = async (view: string) => (await sql.query<{ row: string }>(`SELECT to_jsonb(v)::text AS row FROM consulta.${view} v`)).rows;

describe.each(views)('consulta.$name', ({ name, columns }) => {
  it('has rows of the demo, and no value that must stay in the portal', async () => {
    const rows = await rowsOf(name);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(SECRET);
  });

  it('has Spanish column names that need no quotes, and no boolean column', () => {
    for (const column of columns) {
      expect(column.name).toMatch(/^[a-z][a-z_]*$/);
      expect(column.type, column.name).not.toBe('boolean');
    }
  });

  it('has a Guatemalan day for every moment, and a name for every id', () => {
    const names = columns.map((column) => column.name);
    const WITHOUT_DAY = ['momento_actualizado', 'momento_ultimo'];
    for (const column of names) {
      if (/^momento/.test(column) && !WITHOUT_DAY.includes(column)) expect(names).toContain(column.replace('momento', 'dia'));
    }
    const LOOKED_UP = [
      'archivo_id',
      'registro_id',
      'paquete_id',
      'prospeccion_id',
      'documento_id',
      'llego_en_paquete_id',
      'va_en_paquete_id',
    ];
    const OF_ITS_PARENT = name === 'seguimientos_de_prospecciones' ? ['tipo_id', 'agencia_id'] : [];
    for (const column of names.filter((entry) => entry.endsWith('_id') && ![...LOOKED_UP, ...OF_ITS_PARENT].includes(entry)))
      expect(names).toContain(column.slice(0, -'_id'.length));
  });
});

it('no view shows deactivated or deleted records', async () => {
  const { rows: tables } = await sql.query<{ name: string; both: boolean }>(`
    SELECT c.relname AS name, count(*) = 2 AS both FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname IN ('isActive', 'source_deleted') GROUP BY 1 HAVING bool_or(a.attname = 'source_deleted')`);
  for (const flag of [`"isActive" = false`, 'source_deleted = true']) {
    const client = await sql.connect();
    try {
      await client.query('BEGIN');
      for (const { name, both } of tables) if (both || flag.startsWith('source')) await client.query(`UPDATE ${name} SET ${flag}`);
      for (const { name } of views.filter((view) => view.name !== 'eventos_de_archivos' || flag.startsWith('source')))
        expect((await client.query(`SELECT 1 FROM consulta.${name} LIMIT 1`)).rowCount, `${name} after ${flag}`).toBe(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }
});

it('views name kinds and states with the words of the screens', async () => {
  const words = async (view: string, id: string, word: string) =>
    Object.fromEntries(
      (await sql.query<{ id: string; word: string }>(`SELECT DISTINCT ${id} AS id, ${word} AS word FROM consulta.${view}`)).rows.map(
        (row) => [row.id, row.word],
      ),
    );
  const said = <Id extends string>(ids: readonly Id[], label: (id: Id) => string) => Object.fromEntries(ids.map((id) => [id, label(id)]));
  const kinds = [...QUOTE_KINDS.map(({ id }) => id), '', 'otro'];
  const states = [...DOCUMENT_STATES, '', 'OTRO'];
  const packageStates = [...PACKAGE_STATES, '', 'OTRO'];
  await projectInto(sql, [
    ...kinds.map((tipo, n) => ({ path: `cotizaciones/k${n}`, data: { tipo } })),
    ...LOAN_TYPES.map(({ id }) => ({ path: `cotizaciones/p-${id}`, data: { tipo: 'prestamo', tipoPrestamo: id } })),
    ...states.map((status, n) => ({ database: 'digitalization' as const, path: `documentos/s${n}`, data: { status } })),
    ...packageStates.map((status, n) => ({
      database: 'digitalization' as const,
      path: `PACKAGES/s${n}`,
      data: { status, detailOfPackage: ['', ...VERDICTS].map((verdict) => ({ verdict })) },
    })),
  ]);
  expect(await words('prospecciones', 'tipo_id', 'tipo')).toEqual(said(kinds, quoteKindLabel));
  const { rows: loans } = await sql.query<{ id: string; word: string }>(
    `SELECT replace(id, 'p-', '') AS id, tipo_de_prestamo AS word FROM consulta.prospecciones WHERE id LIKE 'p-%'`,
  );
  expect(Object.fromEntries(loans.map(({ id, word }) => [id, word]))).toEqual(
    said(
      LOAN_TYPES.map(({ id }) => id),
      loanTypeLabel,
    ),
  );
  const names = readStateNames({});
  expect(await words('documentos', 'estado_id', 'estado')).toEqual(said(states, (state) => nameOfState(state, names.documents)));
  expect(await words('paquetes', 'estado_id', 'estado')).toEqual(said(packageStates, (state) => nameOfState(state, names.packages)));
  expect(await words('lineas_de_paquetes', 'revision_id', 'revision')).toEqual(said(['', ...VERDICTS], verdictLabel));
});

it('a day runs from midnight to midnight in Guatemala', async () => {
  const moments = ['2026-01-01T05:59:59.999Z', '2026-01-01T06:00:00Z', '2024-02-29T12:00:00Z', '2027-01-01T05:00:00Z'].map(
    (text) => new Date(text),
  );
  await projectInto(
    sql,
    moments.map((createdAt, n) => ({ path: `agencias/dia${n}`, data: { nombre: 'x', createdAt } })),
  );
  const { rows } = await sql.query<{ day: string }>(
    `SELECT dia_creado::text AS day FROM consulta.agencias WHERE id LIKE 'dia%' ORDER BY id`,
  );
  expect(rows.map(({ day }) => day)).toEqual(moments.map(dayOf));
});

it('written_day parses any text exactly as parseDay does', async () => {
  const days = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc
      .tuple(fc.integer({ min: 1895, max: 3005 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 }))
      .map((parts) => parts.map((part, n) => String(part).padStart(n === 0 ? 4 : 2, '0')).join('-')),
    fc.constantFrom('1900-02-29', '2000-02-29', '2100-02-29', '2400-02-29', '2024-02-29', '2024-2-9', '2024-02-29 ', ''),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        days.map((day) => day.replaceAll('\0', '')),
        { minLength: 20, maxLength: 40 },
      ),
      async (written) => {
        const { rows } = await sql.query<{ day: string | null }>(
          'SELECT written_day(w)::text AS day FROM unnest($1::text[]) WITH ORDINALITY AS v (w, n) ORDER BY n',
          [written],
        );
        expect(rows.map(({ day }) => day)).toEqual(written.map(parseDay));
      },
    ),
    { numRuns: 60 },
  );
});

it('the follow-up view reads a quote’s log as its page does, but leaves an impossible date empty', async () => {
  const bitacora: FieldValue[] = [
    { fecha: new Date('2026-03-04T05:06:07.089Z'), usuario: 'Ana', etapa: ' Llamada ', comentario: 'Sí' },
    { fecha: '2026-03-04', usuario: { nombre: 'Beto' }, etapa: 'Visita' },
    { fecha: '2026-02-30T00:00:00Z', usuario: { id: 'caro' }, etapa: 'Propuesta enviada' },
    { usuario: 7, etapa: '' },
    'solo un comentario',
  ];
  await projectInto(sql, [{ path: 'cotizaciones/bitacora', data: { bitacora } }]);
  const { rows } = await sql.query<{ at: Date | null; usuario: string; etapa: string; comentario: boolean }>(
    `SELECT momento AS at, usuario, etapa, tiene_comentario = 'Sí' AS comentario FROM consulta.seguimientos_de_prospecciones WHERE prospeccion_id = 'bitacora' ORDER BY numero`,
  );
  const told = readBitacora({ bitacora }).map(({ at, usuario, etapa, comentario }) => ({
    at: at && new Date(at),
    usuario,
    etapa,
    comentario: comentario !== '',
  }));
  // A date that does not exist: JavaScript rolls over into the next month, the view leaves it empty.
  expect(rows).toEqual(told.map((entry, n) => (n === 2 ? { ...entry, at: null } : entry)));
});

it('views show the current name of a role, agency or department, or the id where none has it', async () => {
  await projectInto(sql, [
    { path: 'agencias/norte', data: { nombre: 'Norte', isActive: false } },
    { path: 'roles/caja', data: { title: 'Cajeras', value: 'caja' } },
    { path: 'roles/otra', data: { title: 'Otra', value: 'caja' } },
    { path: 'roles/z9', data: { id: 'vigia', title: 'Vigías', value: 'Vigilantes' } },
    { path: 'usuarios/n1', data: { name: 'Uno', role: 'caja', agency: 'norte', department: { id: 'x', name: 'Bodega' } } },
    { path: 'usuarios/n2', data: { name: 'Dos', role: 'ADMIN', agency: 'sur' } },
    { path: 'usuarios/n3', data: { name: 'Tres', role: 'usuario' } },
    { path: 'usuarios/n4', data: { name: 'Cuatro', role: 'Cajeras ' } },
    { path: 'usuarios/n5', data: { name: 'Cinco', role: 'bodeguero' } },
    { path: 'usuarios/n6', data: { name: 'Seis', role: 'VIGIA' } },
  ]);
  const { rows } = await sql.query(`SELECT rol, agencia, departamento FROM consulta.usuarios WHERE id LIKE 'n_' ORDER BY id`);
  expect(rows).toEqual([
    { rol: 'Cajeras', agencia: 'Norte', departamento: 'Bodega' },
    { rol: 'Administrador', agencia: 'sur', departamento: '' },
    { rol: 'Reportes', agencia: '', departamento: '' },
    { rol: 'Cajeras', agencia: '', departamento: '' },
    { rol: 'bodeguero', agencia: '', departamento: '' },
    { rol: 'Vigías', agencia: '', departamento: '' },
  ]);
});

it('the Prisma client has every view and reads as many rows from it as SQL', async () => {
  const client = await prisma.client();
  const reads: Readonly<Record<string, () => Promise<object[]>>> = {
    agencias: () => client.agencyView.findMany(),
    departamentos: () => client.departmentView.findMany(),
    puestos: () => client.jobPositionView.findMany(),
    usuarios: () => client.userView.findMany(),
    actividad_por_dia: () => client.userActivityView.findMany(),
    asociados: () => client.customerView.findMany(),
    prospecciones: () => client.quoteView.findMany(),
    seguimientos_de_prospecciones: () => client.quoteFollowUpView.findMany(),
    promociones: () => client.promotionView.findMany(),
    plazas_vacantes: () => client.jobOfferView.findMany(),
    servicios: () => client.serviceView.findMany(),
    productos: () => client.serviceProductView.findMany(),
    educacion_cooperativista: () => client.educationItemView.findMany(),
    pasos_para_asociarse: () => client.membershipStepView.findMany(),
    carpetas: () => client.briefcaseFolderView.findMany(),
    tipos_de_archivo: () => client.briefcaseDocumentTypeView.findMany(),
    archivos: () => client.briefcaseFileView.findMany(),
    eventos_de_archivos: () => client.fileEventView.findMany(),
    categorias: () => client.categoryView.findMany(),
    tipos_de_documento: () => client.documentTypeView.findMany(),
    documentos: () => client.digitizedDocumentView.findMany(),
    paquetes: () => client.packageView.findMany(),
    lineas_de_paquetes: () => client.packageLineView.findMany(),
    auditoria: () => client.auditEntryView.findMany(),
  };
  expect(Object.keys(reads)).toEqual(views.map(({ name }) => name));
  for (const [name, read] of Object.entries(reads)) expect(await read(), name).toHaveLength((await rowsOf(name)).length);
});
