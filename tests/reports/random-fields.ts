import type { Fields, FieldValue } from '#server/ports/documents/document-store.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import type { Dice } from './random-documents.ts';

export interface Maker {
  make: (id: string) => Record<string, FieldValue>;
  /** Fixed ids, for records that others refer to; any number of records otherwise. */
  few?: readonly string[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Generators of documents by collection: including values that the portal's own forms would refuse. */
export function makersOf(dice: Dice): Readonly<Record<string, Maker>> {
  const one = dice.one.bind(dice);
  /** Around midnight in Guatemala (06:00 UTC), ends of months, leap days and New Year, over twelve years. */
  const moment = (): Date => {
    const day = one('2016-02-29', '2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2026-10-31', '2026-11-01');
    const shifted = dice.below(3) === 0 ? addDays(day, dice.below(400) - 200) : day;
    return new Date(`${shifted}T${one('05:59:59.999', '06:00:00.000', '12:34:56.789')}Z`);
  };
  const later = (at: Date) => new Date(at.getTime() + dice.below(30 * DAY_MS));
  const agency = () => one('a1', 'a2', 'a3', '', 'Zona 10 & «Centro»', ' a1', 'A1', 'é'.repeat(250));
  const person = () => one('ana', 'luis', 'mudo', '', 'se-fue', ' luis ', 'a/b');
  /** Some documents lack it: then the store's creation time counts. */
  const created = (): Fields => (dice.below(20) === 0 ? {} : { createdAt: moment() });
  const kept = (): Fields => one<Fields>({ isActive: true }, { isActive: true }, { isActive: true }, {}, { isActive: dice.below(2) === 0 });
  const nearToday = () => one('', addDays(dayOf(new Date()), one(-1, 0, 1, -40, 40)));

  const entry = (createdAt: Date): Fields => ({
    fecha: one(later(createdAt), moment()),
    usuario: 'Ana',
    etapa: one('Llamada', 'Cerrada', 'Rechazada', 'Aprobada', 'Propuesta enviada', 'Otra cosa', ''),
    comentario: 'x',
  });
  const event = (): Fields => {
    const userId = person();
    const area = one('briefcase', 'briefcase', 'digitalization');
    return {
      kind: one('upload', 'download', 'view', 'print', 'download', 'share'),
      area,
      userId,
      userName: userId === 'se-fue' ? 'Se Fue' : '',
      agencyId: agency(),
      folderId: area === 'briefcase' ? one('k1', 'k2', '') : '',
      at: moment(),
      ...(area === 'briefcase' ? named(one('f1', 'f2', 'd0-0', '')) : named(one('d0-0', 'd0-1', 'd0-2', 'perdido'))),
    };
  };
  const named = (fileId: string): Fields => ({ fileId, fileName: fileId === '' ? '' : `Archivo ${fileId}` });
  const many = (make: () => Fields): Maker => ({ make: () => ({ ...make(), ...kept() }) });
  const few = (ids: readonly string[], make: (id: string) => Fields): Maker => ({ few: ids, make: (id) => ({ ...make(id), ...kept() }) });

  return {
    agencias: few(['a1', 'a2', 'a3'], (id) => ({ nombre: one(`Agencia ${id}`, 'Central', '') })),
    usuarios: few(['ana', 'luis', 'mudo', 'rosa'], (id) => ({
      name: id === 'mudo' ? '' : one('Ana Pérez', `Persona ${id}`),
      email: `${id}@demo.coop`,
      agency: agency(),
      state: one(true, true, false),
      role: one('admin', 'Editor', 'caja', 'CAJA', 'nadie', 'retirada'),
      digitalization_permission_id: one('s1', 's2', ''),
    })),
    roles: few(['caja', 'retirada', 'editor'], (id) => ({ title: `Rol ${id}`, value: id, createdAt: moment() })),
    permisos_rol: few(['caja', 'retirada', 'editor', 'user'], () => ({
      menus: one(['home', 'customers', 'no-existe'], ['home'], []),
      accionesNegadas: one<FieldValue>(['customers:export', 'quotes:change'], ['customers:change', 'customers:export'], 'todo', null),
    })),
    categorias: few(['c1', 'c2'], (id) => ({ nombre: one(`Categoría ${id}`, '') })),
    tipos_documento: few(['t1', 't2', 't3'], (id) => ({
      nombre: one(`Tipo ${id}`, ''),
      retencionAnios: one(null, 1, 2, 10),
      categoryId: 'c1',
    })),
    permisos_documentos: few(['s1', 's2', 's3'], () => ({
      title: one('Cajas', ''),
      permissions: one<Fields>(
        {},
        { c1: { t1: ['view', 'volar'], t2: [] } },
        { c2: { t1: ['create', 'edit'], t9: ['print'] }, c1: 'nada' },
      ),
    })),
    maletin_carpetas: few(['k1', 'k2'], (id) => ({ nombre: one(`Carpeta ${id}`, '') })),
    maletin_tipos_documento: few(['t1', 't2'], (id) => ({ nombre: `Tipo ${id}` })),
    maletin_archivos: many(() => ({
      nombre: one('Acta.pdf', ''),
      carpetaId: one('k1', 'k2', 'k9', ''),
      tipoDocumentoId: one('t1', 't2', ''),
      agenciaId: agency(),
      userId: person(),
      bytes: one<FieldValue>(dice.below(9_000_000), '1200', -5, 'mucho', 6_000_000_000),
    })),
    eventos_archivos: { make: event },
    actividad_usuarios: many(() => {
      const lastAt = moment();
      return { userId: person(), day: dayOf(lastAt), clicks: one(0, 1, dice.below(300), 2_000_000_000), lastAt };
    }),
    cotizaciones: many(() => {
      const createdAt = moment();
      return {
        ...(dice.below(20) === 0 ? {} : { createdAt }),
        tipo: one('prestamo', 'ahorro_plazo', 'seguro_vida', ''),
        agencia: agency(),
        estado: one<FieldValue>(true, false, 'false', 1),
        monto: one<FieldValue>(dice.below(900) / 4, '12.5', 'x'),
        bitacora: Array.from({ length: dice.below(3) }, () => entry(createdAt)),
        responsable: person(),
        resultado: one('', '', 'ganada', 'asociado', 'perdida', 'otro'),
      };
    }),
    clientes: many(() => ({
      agencia: agency(),
      estado: one(true, true, false),
      nombre: 'Q',
      fechaAsociacion: one<FieldValue>(
        '',
        '2024-02-29',
        '29/02/2024',
        '2024-03-01',
        '2016-12-31',
        new Date('2026-11-01T00:00:00Z'),
        moment(),
      ),
    })),
    documentos: many(() => ({
      documentId: one('t1', 't2', 't3', ''),
      categoryId: one('c1', 'c2', ''),
      agencyId: agency(),
      agencyFromDoc: agency(),
      userId: person(),
      createdBy: person(),
      url: one('', 'https://x.test/a'),
      ...created(),
      status: one('INDEXED', 'ASSIGNED', 'RETURNED', 'RETURNED', 'ARCHIVED', 'REVISION', ''),
      returnReason: one('Falta firma', 'Falta\nfirma', '  No se lee & «borroso» 100% ', 'á'.repeat(300), 'Uno/dos + tres', ''),
    })),
    PACKAGES: many(() => {
      const sendedAt = one(null, moment());
      return {
        from: person(),
        fromUser: one<Fields>({ agency: 'a1' }, { agency: 'a2' }, {}),
        agencyId: agency(),
        userAssign: person(),
        status: one('ENTERED', 'SENT', 'ACCEPTED', 'ACCEPTED', 'REJECTED', 'PERDIDO'),
        sendedAt,
        ...created(),
        resolutionAt: sendedAt && one(later(sendedAt), moment()),
        extras: one([], [{ document: 'Otro' }]),
        detailOfPackage: one([], [{ document: 'Uno', verdict: 'RECEIVED' }], [{ document: 'Dos', verdict: 'MISSING' }]),
      };
    }),
    auditoria: {
      make: () => ({
        user: person(),
        userName: 'Ana',
        targetPath: 'agencias/a1',
        at: moment(),
        action: one('REGISTRO CREADO', 'REGISTRO MODIFICADO', 'SESIÓN INICIADA', 'DATOS EXPORTADOS', 'ALGO DE OTRO PROGRAMA', ''),
      }),
    },
    promociones: many(() => ({
      nombre: 'Promoción',
      image_url: one('', '/media/a.png'),
      vigenciaDesde: nearToday(),
      vigenciaHasta: nearToday(),
      ...one<Fields>({ estado: true }, { estado: false }, { estado: false, estadoProgramado: true }, {}),
    })),
    plazas_vacantes: many(() => ({ nombre: 'Plaza', agencia: agency(), estado: one(true, true, false), fechaPapeleria: nearToday() })),
  };
}
