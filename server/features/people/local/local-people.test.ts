import { startApiServer } from '../../../entrances/http/api/testing/api-server.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { describePeople } from '../../../ports/rest-backend/people.contract.ts';
import { createLocalPeople } from './local-people.ts';

describePeople('in this process', async () => {
  const parts = await startApiServer();
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ ...parts, log, projections: PROJECTIONS });
  return { ...parts, people: createLocalPeople({ ...parts, readModel }) };
});
