import { beforeAll, describe, expect, it } from 'vitest';
import { describeLifecycle } from '../../testing/lifecycle/lifecycle.contract.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { customerEntity } from './testing/customer-entity.ts';
import { createCustomersFixture, type CustomersFixture } from './testing/customers-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

/** Customers of the core system, on whatever document store the fixture has. */
function describeCustomers(fixture: CustomersFixture): void {
  const entity = customerEntity(fixture);
  const actor = testEditor();
  beforeAll(() => fixture.put('agencias/central', { nombre: 'Agencia Central' }));

  describe('a customer of the core system', () => {
    describeLifecycle(fixture, entity);

    it('is never written by any verb, and each view of it is audited once an hour', async () => {
      const { customers, documents } = fixture;
      const path = await entity.create();
      const before = await documents.main.get(path);
      const params = new URLSearchParams();
      const verbs: Record<keyof typeof customers, () => Promise<unknown>> = {
        findCustomers: () => customers.findCustomers({ actor, params }),
        findListChoices: () => customers.findListChoices({ actor, filter: 'agencia' }),
        getCustomer: () => customers.getCustomer({ actor, id: path.slice('clientes/'.length) }),
        getUnmaskedField: () => customers.getUnmaskedField({ actor, id: path.slice('clientes/'.length), field: 'dpi' }),
        exportCustomers: () => customers.exportCustomers({ actor, params }),
      };
      expect(Object.keys(customers).sort()).toEqual(Object.keys(verbs).sort());
      for (const verb of Object.values(verbs)) await verb();
      expect(await documents.main.get(path)).toEqual(before);
      await verbs.getCustomer();
      const entries = await documents.main.query({ collection: 'auditoria' });
      expect(
        entries.filter(({ data }) => !['FICHA DE ASOCIADO VISTA', 'DPI DE ASOCIADO VISTO'].includes(data['action'] as string)),
      ).toEqual([]);
      expect(entries.filter(({ data }) => data['targetPath'] === path)).toHaveLength(2);
    });
  });
}

await describeOnStores('customers', async (stores) => describeCustomers(await createCustomersFixture(stores)));
