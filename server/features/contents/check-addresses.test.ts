import http from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { createLog } from '../../platform/log/log.ts';
import { checkAddresses } from './check-addresses.ts';

const fixture = await createCatalogFixture();
const { documents, readModel, sql } = fixture;
const KEY = 'agencia-01-202601-promocion1xxxxxxxxxx.jpg';
const LOST = 'agencia-01-202601-promocion2xxxxxxxxxx.jpg';

let port = 0;
let running = 0;
let mostAtOnce = 0;
let backendIsDown = false;
const asked: string[] = [];
const answers = new Map<string, number>();
const server = http.createServer((req, res) => {
  const url = req.url ?? '';
  asked.push(url);
  running += 1;
  mostAtOnce = Math.max(mostAtOnce, running);
  res.on('close', () => (running -= 1));
  const status = answers.get(url) ?? 200;
  if (status !== 0) setImmediate(() => res.writeHead(status, { 'Content-Type': 'image/png' }).end('x'));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const services = {
  sql,
  documents,
  log: createLog({ level: 'silent', process: 'test' }),
  config: { web: { publicUrl: new URL('http://portal.test') } },
  pictures: {},
  restBackend: {
    openAsset: async ({ filename }: { filename: string }) => {
      if (backendIsDown) throw new AppError('unavailable', 'the backend is away', { userMessage: 'No responde.' });
      if (filename !== KEY) throw new AppError('not-found', 'no asset', { userMessage: 'No existe.' });
      return { body: Readable.from('x') };
    },
  },
} as unknown as Parameters<typeof checkAddresses>[0];

/** As if this machine were one of the world's. */
const run = () => checkAddresses(services, { mayAsk: (ip) => ip === '127.0.0.1', politeMs: 1, timeoutMs: 400 });
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
const put = async (path: string, data: Fields) => {
  await documents.main.set(path, { nombre: path, isActive: true, createdAt: new Date(), updatedAt: new Date(), ...data });
  await readModel.projectNow('main', [path]);
};
const kept = async () => {
  const { rows } = await sql.query<{ address: string; problem: string; failures: number }>(
    'SELECT address, problem, failures FROM checked_addresses ORDER BY address',
  );
  return Object.fromEntries(rows.map(({ address, problem, failures }) => [address, problem === '' ? '' : `${problem} ${failures}`]));
};
const makeOlder = (hours: number) => sql.query(`UPDATE checked_addresses SET checked_at = checked_at - $1 * interval '1 hour'`, [hours]);

beforeEach(async () => {
  for (const table of ['promociones', 'agencias', 'educacion_cooperativista', 'checked_addresses']) await sql.query(`DELETE FROM ${table}`);
  asked.length = 0;
  answers.clear();
  mostAtOnce = 0;
  backendIsDown = false;
});

it('checks each address once a day, and none of hidden contents', async () => {
  await put('promociones/a', { image_url: at('/a.png') });
  await put('promociones/b', { image_url: at('/a.png') });
  await put('promociones/oculta', { image_url: at('/oculta.png'), estado: false });
  await put('educacion_cooperativista/t', { titulo: 'T', orden: 1, video_url: at('/video') });
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  expect(asked.sort()).toEqual(['/a.png', '/video']);
  await makeOlder(19);
  expect(await run()).toBe(0);
  await makeOlder(2);
  expect(await run()).toBe(2);
});

it('retries a temporary failure once after an hour, and everything else only the next day', async () => {
  await put('promociones/a', { image_url: at('/gone.png') });
  await put('promociones/b', { image_url: at('/away.png') });
  answers.set('/gone.png', 404).set('/away.png', 503);
  await run();
  expect(await kept()).toEqual({ [at('/away.png')]: 'broken 1', [at('/gone.png')]: 'missing 1' });
  await makeOlder(1);
  expect(await run()).toBe(1);
  expect(await kept()).toMatchObject({ [at('/away.png')]: 'broken 2' });
  await makeOlder(1);
  expect(await run()).toBe(0);
  answers.clear();
  await makeOlder(21);
  await run();
  expect(await kept()).toEqual({ [at('/away.png')]: '', [at('/gone.png')]: '' });
});

it('looks up the portal’s own pictures in the backend, and records nothing of them while it is down', async () => {
  for (const key of [KEY, LOST]) await documents.main.set(`imagenes/${key}`, { contentType: 'image/jpeg', isActive: true });
  const address = (key: string) => `https://portal.ejemplo.test/media/${key}`;
  await put('agencias/a', { fotos: [address(KEY), address(LOST), address(LOST.replace('2x', '3x'))] });
  backendIsDown = true;
  await run();
  expect(await kept()).toMatchObject({ [address(LOST.replace('2x', '3x'))]: 'missing 1' });
  expect(Object.keys(await kept())).toHaveLength(1);
  backendIsDown = false;
  await run();
  expect(await kept()).toMatchObject({ [address(KEY)]: '', [address(LOST)]: 'missing 1' });
  expect(asked).toEqual([]);
});

it('requests one address at a time per host, and a hanging one does not block the rest', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    for (let n = 0; n < 3; n += 1) await put(`promociones/${host}-${n}`, { image_url: at(`/${n}.png`, host) });
  }
  await put('promociones/mudo', { image_url: at('/mudo.png') });
  answers.set('/mudo.png', 0);
  await checkAddresses(services, { mayAsk: (ip) => ip === '127.0.0.1' || ip === '::1', politeMs: 1, timeoutMs: 400 });
  expect(mostAtOnce).toBeLessThanOrEqual(2);
  const found = await kept();
  expect(Object.keys(found)).toHaveLength(7);
  expect(found).toMatchObject({ [at('/mudo.png')]: 'unreachable 1', [at('/2.png')]: '' });
});

it('takes 300 addresses per run, and requests at most 60 of one host', async () => {
  await put('agencias/muchas', { fotos: Array.from({ length: 310 }, (_, n) => at(`/${n}.png`)) });
  expect([await run(), asked.length]).toEqual([300, 60]);
});

it('records nothing of other hosts when none answers, as when the portal itself is offline', async () => {
  for (const name of ['uno', 'dos', 'tres']) await put(`promociones/${name}`, { image_url: `http://${name}.invalid/a.png` });
  await put('promociones/propia', { image_url: `/media/${LOST.replace('2x', '4x')}` });
  await run();
  expect(Object.values(await kept())).toEqual(['missing 1']);
});

it('never requests the machine itself or its network', async () => {
  await put('promociones/a', { image_url: at('/a.png') });
  await put('promociones/b', { image_url: 'http://192.168.1.20/b.png' });
  await put('promociones/c', { image_url: 'foto.png' });
  await checkAddresses(services, { politeMs: 1, timeoutMs: 400 });
  expect(await kept()).toEqual({ [at('/a.png')]: 'private 1', 'http://192.168.1.20/b.png': 'private 1', 'foto.png': 'invalid 1' });
  expect(asked).toEqual([]);
});

it('skips an address that is too long, and stops when the worker is aborted', async () => {
  await put('promociones/largo', { image_url: `https://a.test/${'ñ'.repeat(3_000)}` });
  expect(await run()).toBe(0);
  await put('promociones/a', { image_url: at('/a.png') });
  await expect(checkAddresses(services, { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(await kept()).toEqual({});
});
