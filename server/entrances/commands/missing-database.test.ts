import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { afterFile } from '../../testing/after-file.ts';
import { testEnvironment } from '../../testing/portal-processes.ts';
import { runCommandProcess } from '../../testing/run-command-process.ts';
import { createTestDatabase, urlOfDatabase } from '../../testing/test-database.ts';

const NOWHERE = 'postgres://portal:CANARY@127.0.0.1:1/portal';

/** How an operator calls each. Web is not among them: it starts without its database, says so at /readyz, and finds it later. */
const COMMANDS = {
  worker: [],
  migrate: [],
  seed: [],
  'first-administrator': ['--email', 'ana@example.test', '--name', 'Ana Pérez'],
  'read-model': ['status'],
  audit: ['verify'],
  'bi-access': [],
  pictures: ['check'],
} as const;
type Command = keyof typeof COMMANDS;

const { environment, remove } = await testEnvironment(NOWHERE);
afterFile(remove);

const run = (command: Command, databaseUrl: string, others: Record<string, string> = {}) =>
  runCommandProcess(command, COMMANDS[command], { ...environment, ...others, DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' });

describe.each(Object.keys(COMMANDS) as Command[])('%s', (command) => {
  it('says in one sentence that no database answers', async () => {
    const { code, stderr, stdout } = await run(command, NOWHERE);
    expect(stderr).toMatch(/^(?:\w+: )?Ninguna base de datos responde en 127\.0\.0\.1:1: .*\.\n$/);
    expect(stdout + stderr).not.toMatch(/CANARY|\n {4}at /);
    expect(code).toBe(1);
  });
});

/** One that asks by itself, and one that opens the stores. */
describe.each(['migrate', 'read-model'] as const)('%s', (command) => {
  it('reports in one sentence that the database does not exist or refuses the account', async () => {
    const unknown = await run(command, urlOfDatabase('no_such_database'));
    expect(unknown.stderr).toMatch(/^(?:\w+: )?En 127\.0\.0\.1:\d+ no existe la base de datos «no_such_database»: .*\.\n$/);
    const stranger = new URL(urlOfDatabase('postgres'));
    stranger.username = 'nobody_of_this_name';
    const refused = await run(command, stranger.href);
    expect(refused.stderr).toMatch(/^(?:\w+: )?La base de datos en 127\.0\.0\.1:\d+ no admite a «nobody_of_this_name»: .*\.\n$/);
    expect([unknown.code, refused.code]).toEqual([1, 1]);
  });
});

it('migrate names the variable of the refused account, and refers to CHANGELOG.md for other migrations', async () => {
  const stranger = new URL(urlOfDatabase('postgres'));
  stranger.username = 'nobody_of_this_name';
  const refused = await run('migrate', NOWHERE, { DATABASE_OWNER_URL: stranger.href });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/la contraseña de DATABASE_OWNER_URL\.\n$/) as string });
  const old = await createTestDatabase();
  await old.sql.query(`UPDATE _prisma_migrations SET migration_name = '20261101000000_read_model' WHERE migration_name LIKE '%_documents'`);
  const other = await run('migrate', old.url);
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^La base de datos fue hecha con otras migraciones \(20261101000000_read_model\).*CHANGELOG\.md.*\.\n$/,
    ) as string,
  });
});

it('migrate --wait waits for a database that does not answer yet, and for none that refuses', async () => {
  const { url } = await createTestDatabase();
  const database = new URL(url);
  const target = { host: database.hostname, port: Number(database.port) };
  let isUp = false;
  const server = createServer((near) => {
    if (!isUp) return void near.destroy();
    const far = connect(target);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => void (near.destroy(), far.destroy()));
  }).listen(0, '127.0.0.1');
  afterFile(async () => void server.close());
  await once(server, 'listening');
  database.port = String((server.address() as AddressInfo).port);
  const wait = (address: string, meanwhile?: Parameters<typeof runCommandProcess>[3]) =>
    runCommandProcess('migrate', ['--wait'], { ...environment, DATABASE_URL: address, LOG_LEVEL: 'fatal' }, meanwhile);
  const waited = await wait(database.href, async (child) => {
    await Promise.race([child.stdout && once(child.stdout, 'data'), once(child, 'exit')]);
    isUp = true;
  });
  expect(waited).toMatchObject({
    code: 0,
    stderr: '',
    stdout: 'La base de datos todavía no contesta: se espera.\nLa base de datos está al día.\n',
  });
  expect(await wait(urlOfDatabase('no_such_database'))).toMatchObject({ code: 1, stdout: '' });
});

it('read-model reports missing tables', async () => {
  expect(await run('read-model', urlOfDatabase('postgres'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^La base de datos «postgres» en 127\.0\.0\.1:\d+ no tiene las tablas del portal: ejecute npm run migrate\.\n$/,
    ),
  });
});

it('pictures reports that the database does not exist', async () => {
  expect(await run('pictures', urlOfDatabase('no_such_database'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^En 127\.0\.0\.1:\d+ no existe la base de datos «no_such_database»: .*\.\n$/),
  });
});
