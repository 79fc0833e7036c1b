import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lostPictureUrl } from '#prisma/seed/pictures.ts';
import { MEDIA_URL } from '#server/domain/images.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';
import { useDemoPortal } from './demo-portal.ts';

const PICTURE_FIELDS: ReadonlySet<string> = new Set(['image_url', 'fotos', 'url', 'logo_url']);
const PUBLIC_COLLECTIONS = /^(?:agencias|como_asociarse|educacion_cooperativista|imagenes|productos_servicios|promociones)\//;

const portal = useDemoPortal({ browser: false });

const store = () => portal.documents.main;

/** Every picture address in the documents of public contents, found independently of the portal's definitions. */
async function storedAddresses(): Promise<string[]> {
  const { rows } = await portal.database.sql.query<{ path: string; data: Record<string, unknown> }>(
    `SELECT path, data FROM documents.documents WHERE database = 'main'`,
  );
  const found = rows
    .filter((row) => PUBLIC_COLLECTIONS.test(row.path))
    .flatMap(({ data }) => Object.entries(data).filter(([field]) => PICTURE_FIELDS.has(field)))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]) as unknown[])
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(found)].filter((address) => address !== lost());
}

/** The picture that the demo lacks on purpose, so that the health of contents has something to report. */
const lost = () => lostPictureUrl(new URL(portal.url));

/** Requests like the mobile app: with the address alone. */
const ask = (address: string, init: RequestInit = {}) => fetch(address, { redirect: 'manual', ...init });

const pictures = (...args: string[]) => runCommandProcess('pictures', args, portal.environment);

it('every picture that a document names is served to everybody, cached for good', async () => {
  const addresses = await storedAddresses();
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) {
    const answer = await ask(address);
    const content = await answer.arrayBuffer();
    expect([answer.status, content.byteLength > 1_000], address).toEqual([200, true]);
    expect(answer.headers.get('content-type')).toMatch(/^image\/(?:jpeg|webp)$/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect((await ask(lost())).status).toBe(404);
});

it('a public picture supports ranges, HEAD and conditional requests', async () => {
  const [address = ''] = await storedAddresses();
  const whole = Buffer.from(await (await ask(address)).arrayBuffer());
  const head = await ask(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(whole.length),
    'bytes',
  ]);
  const part = await ask(address, { headers: { Range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
  expect((await ask(address, { headers: { Range: `bytes=${whole.length}-` } })).status).toBe(416);
  const known = await ask(address, { headers: { 'If-None-Match': head.headers.get('etag') ?? '' } });
  expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const preflight = await ask(address, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.test', 'Access-Control-Request-Method': 'GET' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

it('nothing else of the storage is public', async () => {
  const keys = await readdir(portal.environment['FILES_DIR'] ?? '', { recursive: true });
  const files = keys.map((key) => path.basename(key)).filter((key) => /\.(?:pdf|docx|xlsx|png|txt)$/.test(key));
  expect(files.length).toBeGreaterThan(5);
  const wrong = [...files, 'no-hay.jpg', '..%2F..%2Fetc%2Fpasswd', '%00.jpg', 'a'.repeat(5_000), '', 'a/b', '%E0%A4%A'];
  for (const key of wrong) {
    const answer = await ask(`${portal.url}${MEDIA_URL}/${key}`);
    expect(answer.status, key.slice(0, 40)).toBeGreaterThanOrEqual(400);
    expect(answer.status, key.slice(0, 40)).toBeLessThan(500);
    expect(answer.headers.get('content-type')).not.toMatch(/^image/);
  }
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await ask(`${portal.url}${MEDIA_URL}/a.jpg`, { method })).status, method).toBe(405);
});

it('a picture is public as soon as its document is active, under the document’s name', async () => {
  const [address = ''] = await storedAddresses();
  const asset = address.slice(address.lastIndexOf('/') + 1);
  const another = address.replace(asset, 'otra.jpg');
  await store().create('imagenes/otra.jpg', { asset, contentType: 'image/jpeg', isActive: false });
  expect((await ask(another)).status).toBe(404);
  await store().update('imagenes/otra.jpg', { isActive: true });
  expect((await ask(another)).status).toBe(200);
});

it('guessing of keys is slowed down with 429, while pictures are still served', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_unused, index) => ask(`${portal.url}${MEDIA_URL}/adivina-${index}.jpg`).then(({ status }) => status)),
  );
  expect(new Set(answers)).toEqual(new Set([404, 429]));
  const [address = ''] = await storedAddresses();
  expect((await ask(address)).status).toBe(200);
});

it('`pictures rewrite` updates old addresses once, each with an audit entry, and reports unpublished pictures', async () => {
  const documents = store();
  const old = (key: string) => `${portal.url}/api/digitalization/asset?filename=${key}`;
  const [address = ''] = await storedAddresses();
  const key = address.slice(address.lastIndexOf('/') + 1);
  const far = 'https://otro-sitio.invalid/media/foto.jpg';
  await documents.create('promociones/antigua', { nombre: 'Antigua', descripcion: '', estado: true, image_url: old(key) });
  await documents.create('agencias/antigua', { nombre: 'Antigua', fotos: [old(key), far, 7, old('nadie-la-publico.jpg')] });
  await documents.create('productos_servicios/activos_extraordinarios/fotos/antigua', { url: old(key), descripcion: '' });

  const own = new URL(portal.url);
  const inner = 'http://169.254.169.254/foto.jpg';
  await documents.create('promociones/privada', { nombre: 'Privada', descripcion: '', estado: true, image_url: inner });
  const checked = await pictures('check', '--also', `127.0.0.1:${own.port}`, '--also', `[::1]:${own.port}`);
  expect(checked.code).toBe(1);
  expect(checked.output).toContain(`${old(key)} contesta 401: `);
  expect(checked.output).toContain('promociones/antigua image_url');
  expect(checked.output).toContain(`${inner} está en una red privada, a la que los teléfonos no llegan: promociones/privada`);
  expect(checked.output).toContain(`${far} no contesta: agencias/antigua fotos`);

  const rewritten = await pictures('rewrite');
  expect(rewritten.output).toContain(`sin publicar: agencias/antigua fotos: ${old('nadie-la-publico.jpg')}`);
  expect(rewritten.output).toContain(', 3 cambiados; 2 direcciones de imágenes que nadie publicó.');
  expect((await documents.get('promociones/antigua'))?.data['image_url']).toBe(address);
  expect((await documents.get('agencias/antigua'))?.data['fotos']).toEqual([address, far, 7, old('nadie-la-publico.jpg')]);
  expect((await documents.get('productos_servicios/activos_extraordinarios/fotos/antigua'))?.data['url']).toBe(address);
  const audits = await documents.query({
    collection: 'auditoria',
    where: [{ field: 'action', op: '==', value: 'DIRECCIONES DE IMÁGENES ACTUALIZADAS' }],
  });
  expect(audits.map(({ data }) => data['targetPath']).sort()).toEqual([
    'agencias/antigua',
    'productos_servicios/activos_extraordinarios/fotos/antigua',
    'promociones/antigua',
  ]);
  const promotion = audits.find(({ data }) => data['targetPath'] === 'promociones/antigua');
  expect(promotion?.data).toMatchObject({
    user: 'operador',
    beforeData: { image_url: old(key) },
    newData: { image_url: address },
  });
  expect((await pictures('rewrite')).output).toContain(', 0 cambiados; ');
}, 120_000);
