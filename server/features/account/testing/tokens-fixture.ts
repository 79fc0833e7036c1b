import type { Documents, Fields } from '../../../ports/documents/document-store.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { loadStaff } from '../../../staff/load-staff.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { createStoresFixture, type StoresFixture } from '../../../testing/stores-fixture.ts';
import { createLocalPeople } from '../../people/local/local-people.ts';
import { createTokens } from '../index.ts';
import { someServices } from '../../../testing/some-services.ts';

export interface TokensFixture extends Pick<StoresFixture, 'put'> {
  sql: Sql;
  documents: Documents;
  tokens: ReturnType<typeof createTokens>;
  /** Stores a person and returns them as staff. */
  hire(id: string, role?: string, fields?: Fields): Promise<Staff>;
}

/** Tokens on a database of their own, with the embedded document stores unless others are given. */
export async function createTokensFixture(stores: Partial<Documents> = {}): Promise<TokensFixture> {
  const { services, put } = await createStoresFixture(stores);
  const { sql, documents } = services;
  const log = createLog({ level: 'silent', process: 'test' });
  const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
  afterFile(() => rateLimitStore.close());
  return {
    sql,
    documents,
    put,
    tokens: createTokens(someServices({ ...services, log, rateLimitStore, restBackend: createLocalPeople(services) })),
    async hire(id, role = 'user', fields = {}) {
      await put('main', `usuarios/${id}`, { name: `Persona ${id}`, email: `${id}@demo.coop`, role, state: true, ...fields });
      const staff = await loadStaff(services, { uid: id, sessionId: '' });
      if (!staff) throw new Error(`${id} has no access`);
      return staff;
    },
  };
}
