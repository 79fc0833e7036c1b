import type { Fields } from '../../../ports/documents/document-store.ts';
import { newDocumentId } from '../../../platform/document-id.ts';
import { dayOf } from '../../../domain/dates.ts';
import type { Entity } from '../../../testing/lifecycle/lifecycle.contract.ts';
import { quotesProjection } from '../quotes.projection.ts';
import type { QuoteFixture } from './quote-fixture.ts';
import { testEditor } from '../../../testing/test-staff.ts';

const DAY_MS = 86_400_000;
const actor = testEditor();
const followedUp = new Date(Date.now() - 3 * DAY_MS);
const FIRST = {
  tipo: 'prestamo',
  tipoPrestamo: 'fiduciario',
  nombre: 'Título/ Peculiar 1\\2',
  telefono: '5512-3456',
  correo: 'maria@correo.test',
  monto: 25_000.5,
  plazoMeses: 36,
  cuota: 861.25,
  agencia: 'a1',
  estado: true,
  responsable: 'ana',
  proximoContacto: '2099-12-31',
  resultado: '',
  motivoPerdida: '',
  asociadoId: '',
  registradaPor: '',
  bitacora: [{ fecha: followedUp, usuario: 'Beto', etapa: 'Visita', comentario: 'Pidió / requisitos' }],
} as const satisfies Fields;

/** Quotes, which the mobile app creates: people find, follow up (follow-up.test.ts) and export them. */
export function quoteEntity({ documents, quotes, project }: QuoteFixture): Entity {
  const days = () => (Date.parse(dayOf(new Date())) - Date.parse(dayOf(followedUp))) / DAY_MS;
  return {
    projection: quotesProjection,
    computed: ['first_follow_up_at', 'last_follow_up_at', 'last_stage', 'follow_up_count', 'waiting_since', 'outcome'],
    async create(change) {
      const path = `cotizaciones/${newDocumentId()}`;
      await documents.main.set('agencias/a1', { nombre: 'Agencia Central' });
      await documents.main.create(path, { ...FIRST, ...change });
      await project('agencias/a1');
      await project(path);
      return path;
    },
    first: FIRST,
    title: 'nombre',
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo', '55123456'],
    find: async (params) => (await quotes.findQuotes({ actor, params })).rows.map(({ id }) => `cotizaciones/${id}`),
    exported: (params) => quotes.exportQuotes({ actor, params }),
    cells: (row) => ({
      Nombre: row['nombre'],
      'Días sin seguimiento': days(),
      Teléfono: row['telefono'],
      'Correo electrónico': row['correo'],
      Tipo: 'Préstamo',
      'Tipo de préstamo': 'Fiduciario',
      Monto: row['monto'],
      Cuota: row['cuota'],
      'Plazo (meses)': row['plazoMeses'],
      Estado: 'Pendiente',
      Resultado: '',
      'Motivo de la pérdida': '',
      'Próximo contacto': row['proximoContacto'],
      'A cargo de': 'ana',
      'Última etapa': 'Visita',
      Agencia: 'Agencia Central',
      'Fecha de creación': row['createdAt'],
      Seguimientos: 1,
      'Último seguimiento': followedUp,
      Código: row['id'],
    }),
  };
}
