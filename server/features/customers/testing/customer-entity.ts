import { newDocumentId } from '../../../platform/document-id.ts';
import { testEditor } from '../../../testing/test-staff.ts';
import type { Entity } from '../../../testing/lifecycle/lifecycle.contract.ts';
import { customersProjection } from '../customers.projection.ts';
import type { CustomersFixture } from './customers-fixture.ts';

const actor = testEditor();
const FIRST = {
  codigo: 'A-7001',
  nombre: 'Título/ Peculiar 1\\2',
  dpi: '2345678910101',
  telefono: '5512-3456',
  correo: 'maria@correo.test',
  agencia: 'central',
  fechaAsociacion: '2019-05-15',
  estado: true,
};

/** Customers, which the core system writes: people only find and export them. */
export function customerEntity({ customers, put }: CustomersFixture): Entity {
  return {
    projection: customersProjection,
    async create(change) {
      const path = `clientes/${newDocumentId()}`;
      await put(path, { ...FIRST, ...change });
      return path;
    },
    first: FIRST,
    title: 'nombre',
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo', 'a/-7001', '2345 67891 0101', '55123456'],
    find: async (params) => (await customers.findCustomers({ actor, params })).rows.map(({ id }) => `clientes/${id}`),
    exported: (params) => customers.exportCustomers({ actor, params }),
    cells: (row) => ({
      Nombre: row['nombre'],
      Código: row['codigo'],
      DPI: '•••• ••••• 0101',
      Teléfono: '••••-3456',
      'Correo electrónico': row['correo'],
      Agencia: 'Agencia Central',
      'Fecha de asociación': row['fechaAsociacion'],
      Estado: 'Activo',
    }),
  };
}
