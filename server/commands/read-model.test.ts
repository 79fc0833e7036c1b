import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { childEnvironment } from './demo/supervise.ts';
import { createEmbeddedDocumentStore } from '../documents/embedded/embedded.ts';
import { nodeArguments } from '../testing/bundle-processes.ts';
import { testEnvironment } from '../testing/portal-processes.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const { sql, url } = await createTestDatabase();
const { environment, remove } = await testEnvironment(url);
afterAll(remove);

/** Runs the command as an operator does. */
function readModel(...args: string[]): Promise<{ code: number | null; output: string }> {
  return run(environment, args);
}

async function run(variables: Record<string, string>, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...nodeArguments('read-model'), ...args], {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: childEnvironment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

it('verify names a row that was changed by hand, rebuild mends it', async () => {
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  await main.importDocuments(
    Array.from({ length: 30 }, (_, n) => ({ path: `agencias/a${n}`, data: { nombre: `Agencia ${n}` } })),
    { silent: true },
  );
  await main.close();
  const rebuilt = await readModel('rebuild');
  expect(rebuilt.output).toContain('agencias: 30 documents, 30 rows written');
  expect(rebuilt.code).toBe(0);
  expect(await readModel('verify')).toMatchObject({
    code: 0,
    output: expect.stringContaining('The read model is what the documents say.') as string,
  });

  await sql.query(`UPDATE agencias SET nombre = 'a mano' WHERE id = 'a7'`);
  await sql.query(`UPDATE row_totals SET active = active + 1 WHERE table_name = 'agencias'`);
  const verified = await readModel('verify');
  expect(verified.code).toBe(1);
  expect(verified.output).toContain('agencias a7 (agencias/a7): fields nombre');
  expect(verified.output).toMatch(/row_totals agencias: dice \d+ activas de 30, hay 30 de 30/);

  expect(await readModel('rebuild', '--collection', 'agencias')).toMatchObject({ code: 0 });
  expect(await readModel('verify', '--collection', 'agencias')).toMatchObject({ code: 0 });
  expect(await readModel('rebuild')).toMatchObject({ code: 0, output: expect.stringContaining('row totals: computed again') as string });
  expect(await readModel('verify')).toMatchObject({ code: 0 });
}, 120_000);

it('status tells what there is, and a wrong command how to call it', async () => {
  const status = await readModel('status');
  expect(status).toMatchObject({ code: 0, output: expect.stringContaining('agencias: 30 rows') as string });
  for (const args of [[], ['mend'], ['verify', '--collection', 'nada'], ['verify', '--force']]) {
    expect(await readModel(...args)).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run read-model -- status | verify | rebuild') as string,
    });
  }
});

it('without a database says so in one line', async () => {
  const { code, output } = await run({ DATA_DIR: '/nonexistent' }, ['status']);
  expect(code).toBe(2);
  expect(output).toBe('No database: DATABASE_URL is not set and no demo (npm run demo) runs in /nonexistent.\n');
});
