import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { databaseOutage, mapOutage } from './database-outage.ts';
import { AppError } from '../../domain/errors.ts';
import { createPrisma } from './prisma-client.ts';
import { createSql } from './sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const { url, sql } = await createTestDatabase();

it('recognizes an unreachable database', async () => {
  const nowhere = createSql({ url: 'postgres://portal@127.0.0.1:1/portal', max: 1, application: 'test', onError: () => undefined });
  await expect(mapOutage(nowhere.query('SELECT 1'))).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterSeconds: 30,
    userMessage: expect.stringContaining('base de datos'),
  });
  await nowhere.end();
  await expect(mapOutage(nowhere.query('SELECT 1'))).rejects.toMatchObject({ code: 'unavailable' });
});

it('recognizes an outage reported by Prisma', async () => {
  const nowhere = createSql({ url: 'postgres://portal@127.0.0.1:1/portal', max: 1, application: 'test', onError: () => undefined });
  await expect(
    mapOutage(
      createPrisma(nowhere)
        .client()
        .then((client) => client.agency.findMany()),
    ),
  ).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  await nowhere.end();
});

it('recognizes a connection cut in the middle of a query', async () => {
  const other = createSql({ url, max: 1, application: 'cut-off', onError: () => undefined });
  const cut = mapOutage(other.query('SELECT pg_sleep(30)'));
  const outcome = expect(cut).rejects.toMatchObject({ code: 'unavailable' });
  await expect
    .poll(
      async () =>
        (await sql.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut-off' AND state = 'active'`))
          .rowCount,
      { timeout: 10_000 },
    )
    .toBe(1);
  await outcome;
  await other.end();
});

it('recognizes a query that gets no answer, and continues over another connection', async () => {
  const impatient = createSql({ url, max: 1, application: 'impatient', onError: () => undefined, answerMs: 200 });
  await expect(mapOutage(impatient.query('SELECT pg_sleep(5)'))).rejects.toMatchObject({ code: 'unavailable' });
  expect((await impatient.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await impatient.end();
});

it.skipIf(process.platform !== 'linux')('probes a connection that only waits for an answer', async () => {
  const { rows } = await sql.query<{ port: string }>(`SELECT upper(lpad(to_hex(inet_client_port()), 4, '0')) AS port`);
  // The timer of that connection: 02 is the one of probes, with the time that is left in hundredths of a second.
  const timer = async () =>
    (await readFile('/proc/net/tcp', 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(' '))
      .find(([, local]) => local?.endsWith(`:${rows[0]?.port}`))?.[5];
  await expect.poll(timer).toMatch(/^02:00000[0-3]/);
});

it('recognizes a pool without a free connection', async () => {
  expect(databaseOutage(new Error('timeout exceeded when trying to connect'))).toMatchObject({ status: 503 });
  expect(databaseOutage(new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]))).toMatchObject({ status: 503 });
});

it('passes every other error through', async () => {
  const wrong = await mapOutage(sql.query('SELECT * FROM no_such_table')).catch((error: unknown) => error);
  expect(wrong).not.toBeInstanceOf(AppError);
  expect(databaseOutage(new Error('something else'))).toBeNull();
  expect(databaseOutage('text')).toBeNull();
  expect(await mapOutage(Promise.resolve(7))).toBe(7);
});

it.each(['25006', '28P01', '3D000', 'P1000'])('recognizes a database that refuses all or every write (%s)', (code) => {
  expect(databaseOutage(Object.assign(new Error('x'), { code }))).toMatchObject({ status: 503 });
});
