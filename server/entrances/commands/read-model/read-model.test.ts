import { afterAll, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { testEnvironment } from '../../../testing/portal-processes.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { runCommandProcess } from '../../../testing/run-command-process.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { readModel as command } from './read-model.ts';

const { sql, url } = await createTestDatabase();
const { environment, remove } = await testEnvironment(url);
afterAll(remove);

const readModel = (...args: string[]) => runCommandHere(command, args, environment);

/** As an operator runs it. */
const runProcess = (variables: Record<string, string>, ...args: string[]) => runCommandProcess('read-model', args, variables);

it('verify names a row changed by hand, and rebuild repairs it', async () => {
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  await main.importDocuments(
    Array.from({ length: 30 }, (_, n) => ({ path: `agencias/a${n}`, data: { nombre: `Agencia ${n}` } })),
    { silent: true },
  );
  await main.close();
  const rebuilt = await runProcess(environment, 'rebuild');
  expect(rebuilt.output).toContain('agencias: 30 documentos, 30 filas escritas');
  expect(rebuilt.code).toBe(0);
  expect(await readModel('verify')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Las listas dicen lo mismo que los documentos.') as string,
  });

  await sql.query(`UPDATE agencias SET nombre = 'a mano' WHERE id = 'a7'`);
  await sql.query(`UPDATE row_totals SET active = active + 1 WHERE table_name = 'agencias'`);
  const verified = await runProcess(environment, 'verify');
  expect(verified.code).toBe(1);
  expect(verified.output).toContain('agencias a7 (agencias/a7): Campos distintos: nombre.');
  expect(verified.output).toMatch(/row_totals agencias: dice \d+ activas de 30, hay 30 de 30/);

  expect(await readModel('rebuild', '--collection', 'agencias')).toMatchObject({ code: 0 });
  expect(await readModel('verify', '--collection', 'agencias')).toMatchObject({ code: 0 });
  // As the documents' own collections are called, also where the table is called otherwise or two of them fill one.
  for (const [name, lines] of [
    ['PACKAGES', /^packages: 0 documentos/m],
    ['auditoria', /^auditoria: .*\n^auditoria: /m],
  ] as const)
    expect(await readModel('verify', '--collection', name)).toMatchObject({ code: 0, output: expect.stringMatching(lines) as string });
  expect(await readModel('rebuild')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Totales de filas: calculados de nuevo') as string,
  });
  expect(await readModel('verify')).toMatchObject({ code: 0 });
}, 120_000);

it('status lists the tables, and a wrong command prints the usage', async () => {
  const status = await readModel('status');
  expect(status).toMatchObject({ code: 0, output: expect.stringContaining('agencias: 30 filas') as string });
  for (const args of [[], ['mend'], ['verify', '--collection', 'nada'], ['verify', '--force']]) {
    expect(await readModel(...args)).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run read-model -- status | verify | rebuild') as string,
    });
  }
});

it('without a database says so in one line', async () => {
  const { code, output } = await runProcess({ DATA_DIR: '/nonexistent' }, 'status');
  expect(code).toBe(2);
  expect(output).toBe('No hay base de datos: falta DATABASE_URL y ninguna demostración (npm run demo) corre en /nonexistent.\n');
});
