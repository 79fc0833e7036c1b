import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { biAccess } from '#server/entrances/commands/bi-access/bi-access.ts';
import { startEmbeddedPostgres } from '#server/platform/sql/embedded-postgres.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { testEnvironment } from '#server/testing/portal-processes.ts';
import { runCommandHere } from '#server/testing/run-command-here.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';

export interface Account {
  user: string;
  password?: string;
  database: string;
}

/**
 * A PostgreSQL that demands a password from everybody but its superuser `portal`, as in production: the tests' shared cluster trusts
 * everybody.
 */
export async function startScramCluster() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-scram-'));
  const server = await startEmbeddedPostgres({ directory, volatile: true });
  await writeFile(path.join(directory, 'pg_hba.conf'), 'host all portal 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  const opened: pg.Client[] = [];

  const urlOf = ({ user, password = '', database }: Account) => {
    const url = new URL(server.url(database));
    url.username = user;
    url.password = password;
    return url.href;
  };
  const connect = async (account: Account): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: urlOf(account) });
    // A session that the command terminates raises an error here.
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    return client;
  };
  const admin = await connect({ user: 'portal', database: 'postgres' });
  await admin.query('SELECT pg_reload_conf()');
  afterFile(async () => {
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  return {
    connect,
    admin,
    /** A migrated database that belongs to the account. */
    async createDatabase(account: Account): Promise<void> {
      await admin.query(`CREATE DATABASE ${account.database} OWNER ${account.user}`);
      await migrate(urlOf(account));
    },
    /** Runs `npm run bi-access` with this account's DATABASE_URL within this process. */
    async biAccess(account: Account, ...args: string[]): Promise<{ code: number; output: string }> {
      const { environment, remove } = await testEnvironment(urlOf(account));
      const answer = await runCommandHere(biAccess, args, environment);
      await remove();
      return answer;
    },
    /** Runs the same in a process of its own, as an operator does. */
    async biAccessProcess(account: Account, ...args: string[]): Promise<{ code: number | null; output: string }> {
      const { environment, remove } = await testEnvironment(urlOf(account));
      const { code, output } = await runCommandProcess('bi-access', args, environment);
      await remove();
      return { code, output };
    },
  };
}
