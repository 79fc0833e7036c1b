import { expect, it } from 'vitest';
import { startApiServer } from '../../../entrances/http/api/testing/api-server.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { describePeople } from '../../../ports/rest-backend/people.contract.ts';
import { failureOf } from '../../../testing/failures.ts';
import { createLocalPeople } from './local-people.ts';

async function open() {
  const parts = await startApiServer();
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ ...parts, log, projections: PROJECTIONS });
  return { ...parts, people: createLocalPeople({ ...parts, readModel }) };
}

describePeople('in this process', open);

it('reads what is in use, and the state of a department, however other programs store them', async () => {
  const { people, documents } = await open();
  await documents.main.set('departamentos/cerrado', { nombre: 'Cerrado', estado: 'Inactivo' });
  await documents.main.set('departamentos/eliminado', { nombre: 'Eliminado', isActive: 'false' });
  const hire = (id: string) => people.createUser({ name: 'Ana', email: `${id}@demo.coop`, role: 'editor', department: { id } });
  expect((await hire('cerrado')).user.department).toEqual({ id: 'cerrado', name: 'Cerrado', state: false });
  expect((await failureOf(hire('eliminado'))).fields).toHaveProperty('department');
});
