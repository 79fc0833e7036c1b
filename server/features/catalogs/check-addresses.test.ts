import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FieldValue } from '../../ports/documents/document-store.ts';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { checkAddresses } from './check-addresses.ts';

const { documents, sql } = (await createStoresFixture()).services;
const config = { web: { publicUrl: new URL('http://portal.test') } } as Parameters<typeof checkAddresses>[0]['config'];
const asked: string[] = [];
let port = 0;

/** Answers as its path says. */
const server = http.createServer((request, response) => {
  asked.push(`${request.headers.host} ${request.url}`);
  const path = request.url ?? '';
  if (path === '/slow') return;
  if (path === '/to-metadata') return void response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end();
  if (path === '/round') return void response.writeHead(302, { Location: '/round' }).end();
  if (path === '/endless') {
    response.writeHead(200, { 'Content-Type': 'image/jpeg' });
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
    return void response.on('close', () => clearInterval(timer));
  }
  if (path === '/page') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
  if (path === '/photo') return void response.writeHead(206, { 'Content-Type': 'image/webp' }).end('x');
  response.writeHead(401).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  asked.length = 0;
  await sql.query('TRUNCATE documents.documents CASCADE');
});

/** What is told of pictures at these addresses, stored as `fotos`. */
async function check(
  addresses: readonly string[],
  { fotos = [...addresses], ...options }: Parameters<typeof checkAddresses>[1] & { fotos?: FieldValue } = {},
): Promise<Record<string, string>> {
  await documents.main.set('agencias/una', { nombre: 'Una', fotos });
  const result = await checkAddresses({ config, documents }, { timeoutMs: 1_000, ...options });
  expect(result.asked).toBe(addresses.length);
  return Object.fromEntries(result.broken.map(({ address, reason }) => [address, reason]));
}

const PRIVATE = 'está en una red privada, a la que los teléfonos no llegan';

it('never requests a private address, by IP, by name or in any spelling', async () => {
  const addresses = [
    `http://127.0.0.1:${port}/photo`,
    `http://localhost:${port}/photo`,
    `http://[::1]:${port}/photo`,
    `http://2130706433:${port}/photo`,
    `http://[::ffff:127.0.0.1]:${port}/photo`,
    'http://169.254.169.254/latest/',
    'http://10.1.2.3/foto.jpg',
    'http://192.168.0.1/a',
  ];
  expect(await check(addresses)).toEqual(Object.fromEntries(addresses.map((address) => [address, PRIVATE])));
  expect(asked).toEqual([]);
});

it('requests only the allowed private address and port, and follows no redirect to another', async () => {
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  const also = [{ ip: '127.0.0.1', port }];
  const told = await check(['/photo', '/page', '/other', '/to-metadata', '/round', '/endless'].map(at), { also });
  expect(told).toEqual({
    [at('/page')]: 'contesta text/html, que no es una imagen',
    [at('/other')]: 'contesta 401',
    [at('/to-metadata')]: PRIVATE,
    [at('/round')]: 'lleva de una dirección a otra sin terminar',
  });
  expect(await check([`http://127.0.0.1:${port + 1}/photo`], { also })).toEqual({ [`http://127.0.0.1:${port + 1}/photo`]: PRIVATE });
});

it('reports a server that does not answer in time, and addresses that are not complete', async () => {
  const slow = `http://127.0.0.1:${port}/slow`;
  const addresses = [slow, 'foto.jpg', 'file:///etc/passwd', 'ftp://example.org/a.jpg'];
  expect(await check(addresses, { also: [{ ip: '127.0.0.1', port }], timeoutMs: 200 })).toEqual({
    [slow]: 'no contesta',
    'foto.jpg': 'no es una dirección completa',
    'file:///etc/passwd': 'no es una dirección completa',
    'ftp://example.org/a.jpg': 'no es una dirección completa',
  });
});

it.each<[form: string, stored: FieldValue]>([
  ['in maps', [{ url: 'http://10.1.2.3/foto.jpg', pie: 'Fachada' }, { orden: 3 }]],
  ['in a map of numbers', { 0: { url: 'http://10.1.2.3/foto.jpg' } }],
  ['as text in a map of numbers', { 0: 'http://10.1.2.3/foto.jpg' }],
])('checks pictures that other programs store %s', async (_form, fotos) => {
  const address = 'http://10.1.2.3/foto.jpg';
  expect(await check([address], { fotos })).toEqual({ [address]: PRIVATE });
});
