import { beforeAll, describe } from 'vitest';
import { describeLifecycle } from '../../testing/lifecycle/lifecycle.contract.ts';
import { startBriefcaseServer, staffOfTest, type BriefcaseServer } from './testing/briefcase-server.ts';
import { fileEntity } from './testing/file-entity.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

/** What happens to a file of the Maletín, on whichever document store the server stands. */
function describeFiles(open: () => Promise<BriefcaseServer>): void {
  let server: BriefcaseServer;
  beforeAll(async () => {
    server = await open();
    server.signIn(staffOfTest());
    await server.documents.main.create('agencias/central', { nombre: 'Agencia Central' });
    await server.documents.main.create('usuarios/ana', { name: 'Ana Pérez', role: 'editor' });
    await server.services.readModel.projectNow('main', ['agencias/central', 'usuarios/ana']);
  });
  describe('a file of the Maletín', () =>
    describeLifecycle(
      {
        get sql() {
          return server.sql;
        },
        get documents() {
          return server.documents;
        },
      },
      fileEntity(() => server),
    ));
}

await describeOnStores('briefcase', (stores) => describeFiles(() => startBriefcaseServer(stores)));
