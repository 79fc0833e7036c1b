import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { pdf } from '../../../ports/files/testing/sample-files.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { startBucketServer } from '../../../testing/bucket-server.ts';
import { testEnvironment } from '../../../testing/portal-processes.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { runCommandProcess } from '../../../testing/run-command-process.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { readModel } from '../read-model/read-model.ts';
import { files } from './files.ts';

const BUCKET = 'coop-prueba.appspot.com';
const COUNT = 24;
const bucket = await startBucketServer();
const { sql, url } = await createTestDatabase();
const { environment, remove } = await testEnvironment(url, { FILE_BUCKETS: BUCKET, STORAGE_EMULATOR_HOST: bucket.url });
afterFile(remove);

const run = (...args: string[]) => runCommandHere(files, args, environment);
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const contents = Array.from({ length: COUNT }, (_, n) => pdf(`Archivo ${n}`));

/** What lies in the portal's own store, by hash. */
async function kept(): Promise<string[]> {
  const directory = environment['FILES_DIR'] ?? '';
  const names = (await readdir(directory)).filter((name) => !name.startsWith('.'));
  return (await Promise.all(names.map(async (name) => sha(await readFile(path.join(directory, name)))))).sort();
}

it('checks files, copies them into the portal, and resumes after Ctrl+C', async () => {
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  afterFile(() => main.close());
  for (const [n, content] of contents.entries()) bucket.put(BUCKET, `a/${n}.pdf`, content, 'application/pdf');
  await main.importDocuments(
    contents.map((_, n) => ({ path: `maletin_archivos/f${n}`, data: { nombre: `Archivo ${n}.pdf`, url: `gs://${BUCKET}/a/${n}.pdf` } })),
    { silent: true },
  );
  await runCommandHere(readModel, ['rebuild', '--collection', 'maletin_archivos'], environment);
  expect(await run('check')).toEqual({
    code: 0,
    output: `maletin_archivos en Firebase Storage ${BUCKET}: 24 archivos, 0 no se leen\n24 preguntas; 0 archivos no se leen.\n`,
  });

  bucket.slow(50);
  const broken = await runCommandProcess('files', ['adopt'], environment, async (process) => {
    await expect.poll(() => bucket.requests.filter((request) => request.endsWith('?media')).length, { timeout: 30_000 }).toBeGreaterThan(5);
    process.kill('SIGINT');
  });
  expect(broken).toMatchObject({ code: 1, stderr: '' });
  const brought = Number(/^(\d+) archivos traídos .* Interrumpido: el mismo comando sigue donde quedó\.$/m.exec(broken.stdout)?.[1]);
  expect(brought).toBeGreaterThan(0);
  expect(brought).toBeLessThan(COUNT);
  expect(await kept()).toHaveLength(brought);

  bucket.slow(0);
  const rest = await run('adopt', '--collection', 'maletin_archivos');
  expect([rest.code, Number(/^(\d+) archivos traídos/m.exec(rest.output)?.[1])]).toEqual([0, COUNT - brought]);
  expect(await kept()).toEqual(contents.map(sha).sort());
  const stored = await main.getMany(contents.map((_, n) => `maletin_archivos/f${n}`));
  expect(stored.map((document) => document?.data['sha256'])).toEqual(contents.map(sha));
  expect(await run('check')).toMatchObject({
    code: 0,
    output: expect.stringContaining('maletin_archivos en el portal: 24 archivos, 0 no se leen'),
  });
}, 60_000);

it('counts documents whose address cannot be understood, and those without a file', async () => {
  const { sql, url } = await createTestDatabase();
  const { environment, remove } = await testEnvironment(url);
  afterFile(remove);
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  const stored = [{ a: 1 }, '', null].map((one, n) => ({ path: `maletin_archivos/f${n}`, data: { nombre: `Archivo ${n}`, url: one } }));
  await main.importDocuments(stored, { silent: true });
  await main.close();
  await runCommandHere(readModel, ['rebuild', '--collection', 'maletin_archivos'], environment);
  expect(await runCommandHere(files, ['check'], environment)).toEqual({
    code: 1,
    output:
      'maletin_archivos sin dirección que se entienda: 1 archivo (f0)\n' +
      'maletin_archivos sin archivo: 2 documentos\n' +
      '0 preguntas; 1 archivo no se lee.\n',
  });
});

it('prints its usage and exits with 2 for wrong arguments', async () => {
  for (const args of [[], ['traer'], ['check', '--collection', 'nada'], ['check', 'adopt']])
    expect(await run(...args)).toMatchObject({ code: 2, output: expect.stringContaining('npm run files -- check | adopt') });
});
