import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../domain/errors.ts';
import { pdf, TEXT } from '../ports/files/testing/sample-files.ts';
import { bind } from '../platform/bind.ts';
import { fileVerbs } from './file-verbs.ts';
import { ana, DOCUMENTS, startDocumentsServer, startSecondProcess, vera, type DocumentsServer } from './testing/documents-server.ts';

/** One second of silence: enough of a WAV to be played. */
const WAV = Buffer.concat([
  Buffer.from('RIFF\x24\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\x1f\0\0', 'latin1'),
  Buffer.alloc(8_000, 128),
]);

let server: DocumentsServer;
beforeAll(async () => {
  server = await startDocumentsServer();
});
beforeEach(() => server.signIn(ana));

const kinds = async (id: string) => (await server.ledger(id)).map(({ kind }) => kind).filter((kind) => kind !== 'upload');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
}

describe('a person who may view a file but not download it', () => {
  it('gets pages and texts, never the original bytes', async () => {
    const content = pdf('Solo para ver');
    const id = await server.uploaded(content);
    server.signIn(vera);
    for (const address of ['pages/1', 'pages/1?w=160', 'text/1', 'view', 'print', 'download']) {
      const response = await server.get(id, address);
      const body = await bytesOf(response);
      expect(response.headers.get('content-type'), address).not.toMatch(/pdf|octet-stream/);
      expect([sha256(body) === sha256(content), body.includes('%PDF')], address).toEqual([false, false]);
    }
    expect(await (await server.get(id, 'text/1')).text()).toContain('Solo para ver');
    expect([
      (await server.get(id, 'print')).status,
      (await server.get(id, 'download')).status,
      (await server.get(id, 'view')).status,
    ]).toEqual([404, 404, 415]);
    expect(await server.files.findAllowedActions({ actor: vera, id })).toEqual({ print: false, download: false });
    expect(await kinds(id)).toEqual(['view']);
  });

  it('gets a picture encoded anew as WebP, not as stored', async () => {
    const content = await picture('#284');
    const id = await server.uploaded(content, {}, 'foto.png');
    server.signIn(vera);
    const response = await server.get(id, 'view');
    const body = await bytesOf(response);
    expect([response.status, response.headers.get('content-type'), body.equals(content)]).toEqual([200, 'image/webp', false]);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
  });
});

describe('view, print and download', () => {
  it('are events of three kinds, and a print adds no views', async () => {
    const id = await server.uploaded(pdf('Tres'));
    const print = await server.get(id, 'print');
    const html = await print.text();
    expect(print.headers.get('content-security-policy')).toMatch(/^default-src 'none'; img-src data:;/);
    const nonce = /script-src 'nonce-([^']+)'/.exec(print.headers.get('content-security-policy') ?? '')?.[1];
    expect(html).toContain(`<script nonce="${nonce}">`);
    expect(html.match(/src="data:image\/webp;base64,/g)).toHaveLength(1);
    expect(await kinds(id)).toEqual(['print']);
    await bytesOf(await server.get(id, 'pages/1'));
    const download = await server.get(id, 'download');
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(await bytesOf(download)).toEqual(pdf('Tres'));
    expect(await kinds(id)).toEqual(['print', 'view', 'download']);
  });

  it('record one view for twenty concurrent requests in two processes', async () => {
    const id = await server.uploaded(pdf('Veinte'));
    const second = await startSecondProcess(server);
    server.signIn(vera);
    second.signIn(vera);
    const addresses = [server.url, second.url].flatMap((url) =>
      Array.from({ length: 10 }, (_unused, index) => `${url}/digitalization/${id}/${index % 3 === 0 ? 'text/1' : 'pages/1'}`),
    );
    const answers = await Promise.all(addresses.map((address) => fetch(address)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await server.ledger(id)).toMatchObject([{ kind: 'upload' }, { kind: 'view', userId: 'vera', fileName: 'Pagaré 12.pdf' }]);
    server.signIn(ana);
    await server.get(id, 'pages/1');
    expect(await kinds(id)).toEqual(['view', 'view']);
  });

  it('send nothing when the event cannot be written', async () => {
    const id = await server.uploaded(pdf('Sin libro'));
    const { documents, services } = server;
    const main = Object.create(documents.main) as typeof documents.main;
    main.create = () => Promise.reject(new AppError('unavailable', 'ledger away', { userMessage: 'x' }));
    const files = bind({ ...services, documents: { ...documents, main } }, fileVerbs(DOCUMENTS));
    const calls = [
      files.openPage({ actor: ana, id, page: 1, width: 1600 }),
      files.openPart({ actor: ana, id, part: 1 }),
      files.openPrint({ actor: ana, id, isAsked: true }),
      files.openFile({ actor: ana, id, kind: 'download' }),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  });
});

describe('requests that record no event', () => {
  it.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
  ])('are answered with 204 for the header %s: %s', async (name, value) => {
    const headers = { [name]: value };
    const id = await server.uploaded(pdf('Adelantado'));
    for (const address of ['pages/1', 'text/1', 'view', 'print', 'download']) {
      const response = await server.get(id, address, { headers });
      expect([response.status, (await bytesOf(response)).length, response.headers.get('cache-control')], address).toEqual([
        204,
        0,
        'no-store',
      ]);
    }
    expect(await kinds(id)).toEqual([]);
  });

  it('are HEAD requests, pages that do not exist and widths that are not offered', async () => {
    const id = await server.uploaded(pdf('Nada'));
    for (const [address, status] of [
      ['pages/1', 200],
      ['text/1', 200],
      ['print', 200],
      ['download', 200],
      ['pages/2', 404],
    ] as const)
      expect((await server.get(id, address, { method: 'HEAD' })).status, address).toBe(status);
    for (const [address, status] of [
      ['pages/2', 404],
      ['pages/0', 404],
      ['pages/01', 404],
      ['pages/-1', 404],
      ['pages/1e0', 404],
      ['pages/99999999999', 404],
      ['text/2', 404],
      ['text/x', 404],
      ['pages/1?w=161', 400],
      ['pages/1?w=99999', 400],
      ['view', 415],
    ] as const)
      expect((await server.get(id, address)).status, address).toBe(status);
    expect(await kinds(id)).toEqual([]);
  });

  it('include a probe of the first two bytes of a recording, while playing it is one view', async () => {
    const id = await server.uploaded(WAV, {}, 'voz.wav');
    expect(await server.files.describeContent({ actor: ana, id })).toEqual({ form: 'media', kind: 'audio' });
    const probe = await server.get(id, 'view', { headers: { Range: 'bytes=0-1' } });
    expect([probe.status, (await bytesOf(probe)).length, await kinds(id)]).toEqual([206, 2, []]);
    for (const range of ['bytes=2-99', 'bytes=0-', 'bytes=4000-', 'bytes=0-0'])
      expect((await server.get(id, 'view', { headers: { Range: range } })).status).toBe(206);
    expect(await kinds(id)).toEqual(['view']);
    expect((await server.get(id, 'print')).status).toBe(415);
  });
});

describe('the cache of a browser', () => {
  it('keeps a page for up to an hour, and revalidation by another person is recorded as a view', async () => {
    const id = await server.uploaded(pdf('Cache'));
    const response = await server.get(id, 'pages/1');
    const age = Number(/^private, max-age=(\d+), no-transform$/.exec(response.headers.get('cache-control') ?? '')?.[1]);
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThanOrEqual(3_600);
    expect(response.headers.get('vary')).toContain('Cookie');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).not.toContain(sha256(pdf('Cache')).slice(0, 20));
    server.signIn(vera);
    const again = await server.get(id, 'pages/1', { headers: { 'If-None-Match': etag } });
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    expect(await server.ledger(id)).toMatchObject([{ kind: 'upload' }, { userId: 'ana' }, { kind: 'view', userId: 'vera' }]);
  });
});

describe('the same content', () => {
  it('is drawn once for every file and process that has it', async () => {
    const content = pdf('Una vez');
    const first = await server.uploaded(content);
    await server.get(first, 'pages/1');
    const kept: string[] = [];
    for await (const { key } of server.drawn.list(`paginas2-${sha256(content)}`)) kept.push(key);
    expect(kept.sort()).toEqual([`paginas2-${sha256(content)}-pdf-descripcion.json`, `paginas2-${sha256(content)}-pdf-p1-w1600.webp`]);
    const { documents, services } = server;
    const other = await server.uploaded(content);
    const { restBackend } = services;
    const second = bind(
      { ...services, documents, restBackend: { ...restBackend, openAsset: () => Promise.reject(new Error('fetched again')) } },
      fileVerbs(DOCUMENTS),
    );
    expect((await second.openPage({ actor: ana, id: other, page: 1, width: 1600 })).content?.length).toBeGreaterThan(0);
  });

  it('is fetched once for many pages', async () => {
    const id = await server.uploaded(pdf('Una sola vez'));
    const { services } = server;
    let fetched = 0;
    const restBackend = {
      ...services.restBackend,
      openAsset: (input: Parameters<typeof services.restBackend.openAsset>[0]) => {
        fetched += 1;
        return services.restBackend.openAsset(input);
      },
    };
    const files = bind({ ...services, restBackend }, fileVerbs(DOCUMENTS));
    for (const width of [1600, 160, 800] as const) await files.openPage({ actor: ana, id, page: 1, width });
    await files.openPart({ actor: ana, id, part: 1 });
    expect(fetched).toBe(1);
  });

  it('is refused with 502 when its hash differs from the stored one, and is not cached', async () => {
    const id = await server.uploaded(TEXT, {}, 'acta.txt');
    const claimed = sha256(Buffer.from('otra cosa'));
    await server.documents.digitalization.update(`expedientes/${id}`, { sha256: claimed });
    await server.services.readModel.projectNow('digitalization', [`expedientes/${id}`]);
    expect((await server.get(id, 'text/1')).status).toBe(502);
    expect((await server.api.stored()).filter((name) => name.includes(claimed))).toEqual([]);
    expect(await kinds(id)).toEqual([]);
  });
});
