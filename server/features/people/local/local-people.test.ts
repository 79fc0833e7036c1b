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
  return { ...parts, readModel, people: createLocalPeople({ ...parts, readModel }) };
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

it('leaves clicks that another program counts by session as they are, and counts the day', async () => {
  const { people, documents, identity } = await open();
  const { user } = await people.createUser({ name: 'Ana', email: 'ana@demo.coop', role: 'editor' });
  await identity.createAccount({ uid: user.id, email: user.email, password: 'Tambor-lluvia-2026!' });
  await identity.signIn({ email: user.email, password: 'Tambor-lluvia-2026!', userAgent: 'prueba' });
  const sessionId = (await identity.listSessions(user.id))[0]?.sessionId ?? '';
  await documents.main.update(`usuarios/${user.id}`, { clicks: { s1: 5, s2: 7 } });
  const flush = { userId: user.id, clicks: 3, flushId: 'f'.repeat(16) };
  expect(await people.addClicks(sessionId, flush)).toMatchObject({ added: true });
  expect((await documents.main.get(`usuarios/${user.id}`))?.data['clicks']).toEqual({ s1: 5, s2: 7 });
  expect(await people.addClicks(sessionId, flush)).toMatchObject({ added: false });
});
