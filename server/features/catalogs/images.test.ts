import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../../entrances/http/api/testing/api-server.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { baseText } from '../../domain/form-value.ts';
import { imageKey, IMAGES_COLLECTION, MEDIA_URL, shownImage, shownThumbnail, type UploadedImage } from '../../domain/images.ts';
import { EXE, HTML, PNG, SVG, XML, pdf } from '../../ports/files/testing/sample-files.ts';
import { guardsOf, HANDED_OVER } from '../../ports/files/testing/guards-of.ts';
import { PHOTOS_URL } from '../../domain/products.ts';
import { createNotices } from '../../entrances/request/notices.ts';
import { noticeCookieOf } from '../../testing/toast.ts';
import { OPERATOR } from '../../records/write-audit.ts';
import { rewriteAddresses } from './rewrite-addresses.ts';
import { formWith, startImageServer } from './testing/image-server.ts';
import { startBucketServer } from '../../testing/bucket-server.ts';
import { setUsedPoints } from '../../testing/spent-limits.ts';

const BUCKET = 'coop-prueba.appspot.com';
const bucket = await startBucketServer();
const server = await startImageServer({ FILE_BUCKETS: BUCKET, STORAGE_EMULATOR_HOST: bucket.url });
const ana = testStaff({ agencyId: 'central' });

/** A photo as a phone takes it: turned by its EXIF, with its place and camera in it. */
const photo = (width = 2400, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'CamaraSecreta' }, IFD3: { GPSLatitude: '14/1 38/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

const upload = (content: Buffer, fileName = 'foto.jpg', fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/images/upload`, {
    method: 'POST',
    body: formWith(content, fileName, fields),
    headers: { Accept: 'application/json', ...headers },
    redirect: 'manual',
  });

async function uploaded(content: Buffer, fileName?: string): Promise<UploadedImage> {
  const response = await upload(content, fileName);
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as UploadedImage;
}

const read = async (address: string): Promise<Buffer> => Buffer.from(await (await fetch(server.url + address)).arrayBuffer());

/** The problem's sentence for people. */
async function refusal(response: Response): Promise<string> {
  return String(((await response.json()) as { detail?: unknown }).detail);
}

/** A PNG head that claims more pixels than anyone can hold; its data is small. */
function pixelBomb(): Buffer {
  const crcTable = Array.from({ length: 256 }, (_unused, n) =>
    Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
  );
  const crc = (data: Buffer) => (data.reduce((c, byte) => (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(40_000, 0);
  head.writeUInt32BE(40_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an uploaded picture', () => {
  it('is rotated, scaled down and stripped of metadata, and registered under its address', async () => {
    const original = await photo();
    const image = await uploaded(original);
    const key = imageKey(image.url) ?? '';
    expect(image).toMatchObject({ shownUrl: `/images/${key}`, thumbnailUrl: `/images/${key}/thumbnail`, width: 800, height: 1600 });
    const content = await read(image.shownUrl);
    expect(content).toHaveLength(image.bytes);
    const { format, width, height, exif, icc, orientation } = await sharp(content).metadata();
    expect({ format, width, height, exif, icc, orientation }).toEqual({
      format: 'jpeg',
      width: 800,
      height: 1600,
      exif: undefined,
      icc: undefined,
      orientation: undefined,
    });
    expect(original.includes('CamaraSecreta')).toBe(true);
    expect(content.includes('CamaraSecreta')).toBe(false);
    expect(await server.documents.main.get(`${IMAGES_COLLECTION}/${key}`)).toMatchObject({
      data: { url: image.url, userId: 'ana', agencyId: 'central', width: 800, height: 1600, bytes: image.bytes },
    });
  });

  it('keeps its transparency', async () => {
    const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .toBuffer();
    const image = await uploaded(clear, 'logo.png');
    const { format, hasAlpha, width } = await sharp(await read(image.shownUrl)).metadata();
    expect({ format, hasAlpha, width }).toEqual({ format: 'webp', hasAlpha: true, width: 300 });
  });

  it('keeps only the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(150 * 120 * 3, 10), Buffer.alloc(150 * 120 * 3, 200)]);
    const animation = await sharp(frames, { raw: { width: 150, height: 240, channels: 3, pageHeight: 120 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const image = await uploaded(animation, 'a.gif');
    expect(image).toMatchObject({ width: 150, height: 120 });
    expect((await sharp(await read(image.shownUrl)).metadata()).pages ?? 1).toBe(1);
  });

  it('has a thumbnail of at most 320 px', async () => {
    const { thumbnailUrl } = await uploaded(await photo(1000, 500));
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(server.url + thumbnailUrl);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect({ width, height }).toEqual({ width: 160, height: 320 });
    }
  });

  it('cannot get a description of 20,000 characters: the form answers 413', async () => {
    const address = `${server.url}${PHOTOS_URL.replace(':id', 'activos_extraordinarios')}/nueva`;
    const body = JSON.stringify({ url: '', descripcion: 'x'.repeat(20_000) });
    expect((await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status).toBe(413);
  });

  it('is served with guard headers, cached privately in the portal, and publicly only until it is retired', async () => {
    const { shownUrl, url } = await uploaded(await photo());
    const response = await fetch(server.url + shownUrl);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const kept = 'max-age=31536000, immutable';
    expect(guardsOf(response)).toEqual({ ...HANDED_OVER, 'cache-control': `private, ${kept}, no-transform` });
    // As the mobile app and any page read it.
    const open = await fetch(server.url + new URL(url).pathname);
    expect(guardsOf(open)).toEqual({ ...HANDED_OVER, 'cache-control': `public, ${kept}`, 'cross-origin-resource-policy': 'cross-origin' });
    const key = url.slice(url.lastIndexOf('/') + 1);
    for (const [letter, isActive] of [
      ['a', false],
      ['b', 'false'],
    ] as const) {
      const retired = `foto-000000-${letter.repeat(20)}.jpg`;
      await server.documents.main.create(`${IMAGES_COLLECTION}/${retired}`, { asset: key, contentType: 'image/jpeg', isActive });
      const ofRetired = server.url + new URL(url).pathname.replace(key, retired);
      for (const method of ['GET', 'HEAD']) expect((await fetch(ofRetired, { method })).status, `isActive: ${typeof isActive}`).toBe(404);
    }
    const etag = response.headers.get('etag') ?? '';
    await response.arrayBuffer();
    const again = await fetch(server.url + shownUrl, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const head = await fetch(server.url + shownUrl, { method: 'HEAD' });
    expect(head.status).toBe(200);
  });
});

describe('an invalid picture', () => {
  it.each([
    ['SVG', SVG, 'a.svg'],
    ['SVG that calls itself PNG', SVG, 'a.png'],
    ['HTML that calls itself JPG', HTML, 'a.jpg'],
    ['XML', XML, 'a.jpg'],
    ['a program', EXE, 'a.jpg'],
    ['a PDF', pdf(), 'a.jpg'],
    ['text', Buffer.from('hola'), 'a.jpg'],
    ['a damaged JPG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400, 7)]), 'a.jpg'],
  ])('is refused with 415: %s', async (_what, content, fileName) => {
    const before = await server.api.stored();
    const response = await upload(content, fileName);
    expect(response.status).toBe(415);
    expect(await refusal(response)).toContain('no es una imagen');
    expect(await server.api.stored()).toEqual(before);
  });

  it('is refused with 415 when it is truncated', async () => {
    const whole = await photo();
    expect((await upload(whole.subarray(0, Math.floor(whole.length / 2)))).status).toBe(415);
  });

  it('is refused with 413 when it claims 40,000 × 40,000 pixels', async () => {
    const response = await upload(pixelBomb(), 'bomba.png');
    expect(response.status).toBe(413);
    expect(await refusal(response)).toContain('40000 × 40000');
  });

  it('is refused when it is smaller than 100 pixels, empty or larger than 15 MB', async () => {
    const tiny = await upload(PNG, 'a.png');
    expect([tiny.status, await refusal(tiny)]).toEqual([400, 'La imagen es muy pequeña: al menos un lado debe medir 100 píxeles.']);
    expect((await upload(Buffer.alloc(0), 'a.png')).status).toBe(400);
    const big = await upload(Buffer.alloc(15 * 1024 * 1024 + 200_000, 1), 'a.jpg');
    expect([big.status, await refusal(big)]).toEqual([413, 'El archivo es demasiado grande. El máximo es 15 MB.']);
  });

  it('is refused with the specified message when the path or the agency is missing', async () => {
    const told = async (response: Response) => {
      const { message, detail } = (await response.json()) as Record<string, unknown>;
      return [response.status, message, detail];
    };
    const words = 'Image path or user_agency missing';
    const none = await fetch(`${server.url}/images/upload`, {
      method: 'POST',
      body: new FormData(),
      headers: { Accept: 'application/json' },
    });
    const empty = await fetch(`${server.url}/images/upload`, { method: 'POST', headers: { Accept: 'application/json' } });
    expect(await told(empty)).toEqual([400, words, expect.stringContaining('multipart/form-data')]);
    for (const answer of [none, await upload(Buffer.alloc(0), ' ')]) expect(await told(answer)).toEqual([400, words, 'Elija una imagen.']);
    server.signIn(testStaff({ agencyId: '' }));
    const nowhere = await told(await upload(await photo()));
    server.signIn(ana);
    expect(nowhere).toEqual([400, words, expect.stringContaining('no tiene agencia')]);
  });
});

describe('permission', () => {
  it('is given by any menu with pictures; without one, uploads and pictures answer 403', async () => {
    const { shownUrl, thumbnailUrl } = await uploaded(await photo());
    server.signIn(testStaff({ agencyId: 'central' }, ['home', 'briefcase-files', 'departments']));
    const statuses = [
      (await upload(await photo())).status,
      (await fetch(server.url + shownUrl)).status,
      (await fetch(server.url + thumbnailUrl)).status,
    ];
    server.signIn(testStaff({ agencyId: 'central' }, ['promotions']));
    statuses.push((await fetch(server.url + shownUrl)).status);
    server.signIn(ana);
    expect(statuses).toEqual([403, 403, 403, 200]);
  });

  it('covers pictures only: other assets of the backend answer 404', async () => {
    await server.api.files.put('central-202611-secreto.jpg', sharp(await photo()).jpeg(), { contentType: 'image/jpeg' });
    for (const key of ['central-202611-secreto.jpg', 'no-existe.jpg', '..%2f..%2fetc', '%00', 'x'.repeat(400)]) {
      for (const end of ['', '/thumbnail']) expect((await fetch(`${server.url}/images/${key}${end}`)).status, key).toBe(404);
    }
  });
});

describe('a picture that another program left in a bucket (gs://)', () => {
  const statusOf = async (address: string) => (await fetch(server.url + address)).status;
  const named = async (id: string, object: string, lies = BUCKET) => {
    const address = `gs://${lies}/${object}`;
    await server.documents.main.create(`promociones/${id}`, { nombre: id, descripcion: '', estado: true, image_url: address });
    await server.readModel.projectNow('main', [`promociones/${id}`]);
    return address;
  };

  it('is shown whole and small where a record names it', async () => {
    const original = await photo();
    bucket.put(BUCKET, 'promos/feria ñ.jpg', original, 'image/jpeg');
    const address = await named('feria', 'promos/feria ñ.jpg');
    expect(await read(shownImage(address))).toEqual(original);
    const { format, width, height } = await sharp(await read(shownThumbnail(address))).metadata();
    expect([format, width, height]).toEqual(['webp', 160, 320]);
    server.signIn(testStaff({ agencyId: 'central' }, ['home']));
    expect(await statusOf(shownImage(address))).toBe(403);
    server.signIn(ana);
  });

  it('is missing where no record names it, in a bucket that no setting names, and if it is no picture', async () => {
    for (const [object, type] of [
      ['cedula.jpg', 'image/jpeg'],
      ['acta.pdf', 'application/pdf'],
      ['vector.svg', 'image/svg+xml'],
    ] as const)
      bucket.put(BUCKET, object, Buffer.from('x'), type);
    const addresses = [
      `gs://${BUCKET}/cedula.jpg`,
      await named('acta', 'acta.pdf'),
      await named('vector', 'vector.svg'),
      await named('ida', 'nunca.jpg'),
      await named('ajena', 'cedula.jpg', 'otro-deposito'),
      'gs://\0',
    ];
    for (const address of addresses)
      for (const shown of [shownImage(address), shownThumbnail(address)]) expect(await statusOf(shown), shown).toBe(404);
    expect(bucket.requests.filter((request) => request.includes('cedula'))).toEqual([]);
  });
});

describe('the public address', () => {
  it('answers 429 after 300 wrong keys', async () => {
    const guess = async () => (await fetch(`${server.url}${MEDIA_URL}/nadie.jpg`)).status;
    expect(await guess()).toBe(404);
    await setUsedPoints(server.sql, 'media-miss', 300);
    expect(await guess()).toBe(429);
  });

  it('replaces an earlier public address in records once, with an audit entry', async () => {
    const { url } = await uploaded(await photo());
    const earlier = `https://antes.example${MEDIA_URL}/${imageKey(url)}`;
    await server.documents.main.create('promociones/antigua', { nombre: 'Antigua', descripcion: '', estado: true, image_url: earlier });
    for (const changed of [1, 0]) expect(await rewriteAddresses(server.services, { actor: OPERATOR })).toMatchObject({ changed });
    const entries = await server.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: 'promociones/antigua' }],
    });
    expect(entries.map(({ data }) => data)).toMatchObject([
      { user: OPERATOR.id, beforeData: { image_url: earlier }, newData: { image_url: url } },
    ]);
    const gallery = (address: string) => ({ 0: { url: address, pie: 'Fachada' }, 2: address, 3: { orden: 3 } });
    await server.documents.main.set('agencias/antigua', { nombre: 'Antigua', fotos: gallery(earlier) });
    for (const changed of [1, 0]) expect(await rewriteAddresses(server.services, { actor: OPERATOR })).toMatchObject({ changed });
    expect((await server.documents.main.get('agencias/antigua'))?.data['fotos']).toEqual(gallery(url));
  });
});

describe('the plain form of a record', () => {
  const HTML_HEADERS = { Accept: 'text/html' };

  async function promotion(): Promise<{ id: string; version: string }> {
    const { id } = await server.catalogs.createRecord({ actor: ana, catalog: 'promociones', values: { nombre: 'Feria' }, formToken: '' });
    return server.catalogs.getRecord({ actor: ana, catalog: 'promociones', id });
  }

  it('stores the picture in the record and redirects to it', async () => {
    const { id, version } = await promotion();
    const response = await upload(
      await photo(),
      'a.jpg',
      { catalog: 'promociones', id, field: 'image_url', version, back: 'q=feria' },
      HTML_HEADERS,
    );
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/promotions/list-promotions/${id}?back=q%3Dferia`);
    expect(createNotices(testConfig().session).read(ana, noticeCookieOf(response)).notice?.text).toBe(
      'Se guardó la imagen. Ya se ve así en la app.',
    );
    const { values } = await server.catalogs.getRecord({ actor: ana, catalog: 'promociones', id });
    expect(imageKey(baseText(values['image_url'] ?? null))).not.toBeNull();
  });

  it('answers 409 instead of overwriting a picture that somebody else set meanwhile', async () => {
    const { id, version } = await promotion();
    await server.catalogs.updateRecord({
      actor: ana,
      catalog: 'promociones',
      id,
      ifVersion: version,
      values: { image_url: 'https://ejemplo.test/otra.jpg' },
    });
    expect((await upload(await photo(), 'a.jpg', { catalog: 'promociones', id, field: 'image_url', version }, HTML_HEADERS)).status).toBe(
      409,
    );
    expect((await server.catalogs.getRecord({ actor: ana, catalog: 'promociones', id })).values['image_url']).toBe(
      'https://ejemplo.test/otra.jpg',
    );
  });

  it('adds to a gallery, even from an older version of the record', async () => {
    const { id } = await server.catalogs.createRecord({
      actor: ana,
      catalog: 'agencias',
      values: { nombre: 'A', tipo: 'agencia', direccion: 'Z' },
      formToken: '',
    });
    const { version } = await server.catalogs.getRecord({ actor: ana, catalog: 'agencias', id });
    for (let count = 0; count < 2; count += 1)
      expect((await upload(await photo(), 'a.jpg', { catalog: 'agencias', id, field: 'fotos', version }, HTML_HEADERS)).status).toBe(303);
    expect((await server.catalogs.getRecord({ actor: ana, catalog: 'agencias', id })).values['fotos']).toHaveLength(2);
  });

  it.each([
    ['an unknown catalog', { catalog: '__proto__', id: 'x', field: 'image_url' }, 400],
    ['a field that takes no picture', { catalog: 'promociones', id: 'x', field: 'nombre' }, 400],
    ['a record that does not exist', { catalog: 'promociones', id: 'no-existe', field: 'image_url' }, 404],
  ])('refuses %s', async (_what, fields, status) => {
    expect((await upload(await photo(), 'a.jpg', fields as Record<string, string>, HTML_HEADERS)).status).toBe(status);
  });

  it('answers 403 without the menu of the record’s own catalog', async () => {
    const { id, version } = await promotion();
    server.signIn(testStaff({ agencyId: 'central' }, ['education']));
    const { status } = await upload(await photo(), 'a.jpg', { catalog: 'promociones', id, field: 'image_url', version }, HTML_HEADERS);
    server.signIn(ana);
    expect(status).toBe(403);
  });
});
