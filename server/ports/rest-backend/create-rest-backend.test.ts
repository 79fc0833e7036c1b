import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assetFilename } from '../files/asset-name.ts';
import { createRestBackend } from './create-rest-backend.ts';
import type { RestBackend } from './rest-backend.ts';

const TOKEN = 'canary-secret-token-0123456789';
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests = 0;
let logged = '';
let backend: RestBackend;
const server = createServer((request, response) => {
  requests += 1;
  answer(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString();
      done();
    },
  });
  backend = createRestBackend({
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    token: TOKEN,
    log: pino(sink),
    timeouts: { operationMs: 3_000, uploadMs: 20_000, idleMs: 300 },
  });
});
afterAll(() => {
  backend.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = 0;
});

const upload = (body: Readable) =>
  backend.uploadAsset({ body, fileName: 'a"b\r\nX: y.txt', contentType: 'text/plain', agencyId: 'central' });

describe('the client of the REST backend', () => {
  it('sends the token, agency and file as multipart, and no file name can inject a header', async () => {
    let seen = '';
    answer = (request, response) => {
      void text(request).then((body) => {
        seen = `${request.method} ${request.url} ${request.headers.authorization}\n${body}`;
        response.end('{"url":"https://files.example/api/digitalization/asset?filename=x-1.txt"}');
      });
    };
    expect(await upload(Readable.from([Buffer.from('hola')]))).toEqual({
      url: 'https://files.example/api/digitalization/asset?filename=x-1.txt',
      filename: 'x-1.txt',
    });
    expect(seen).toContain(`POST /api/digitalization/upload-asset ${TOKEN}`);
    expect(seen).toContain('name="agencyId"\r\n\r\ncentral');
    expect(seen).toMatch(/name="file"; filename="\w{20}-a-b--X--y\.txt"\r\nContent-Type: text\/plain\r\n\r\nhola\r\n--/);
  });

  it('retries a GET while the backend answers 503, but never a POST', async () => {
    answer = (_request, response) => void (requests < 3 ? response.writeHead(503).end() : response.end('bytes'));
    expect((await buffer((await backend.openAsset({ filename: 'x/y.txt' })).body)).toString()).toBe('bytes');
    expect(requests).toBe(3);
    requests = 0;
    answer = (request, response) => void request.resume().on('end', () => response.writeHead(503).end());
    await expect(upload(Readable.from(['x']))).rejects.toMatchObject({ code: 'unavailable' });
    expect(requests).toBe(1);
  });

  it('replaces slashes with dashes, passes ranges on, and tells 404 from 416', async () => {
    const seen: string[] = [];
    answer = (request, response) => {
      seen.push(`${request.url} ${request.headers.range}`);
      response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab');
    };
    expect(await backend.openAsset({ filename: 'a/b\\c.txt', range: 'bytes=0-1' })).toMatchObject({
      status: 206,
      contentRange: 'bytes 0-1/9',
    });
    expect(seen).toEqual(['/api/digitalization/asset?filename=a-b-c.txt bytes=0-1']);
    answer = (_request, response) => void response.writeHead(404).end();
    await expect(backend.openAsset({ filename: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    answer = (_request, response) => void response.writeHead(416, { 'content-range': 'bytes */9' }).end();
    await expect(backend.openAsset({ filename: 'x' })).rejects.toMatchObject({ details: { status: 416, contentRange: 'bytes */9' } });
  });

  it('gives up a download that stalls', async () => {
    answer = (_request, response) => void response.writeHead(200).write('beginning');
    const { body } = await backend.openAsset({ filename: 'x' });
    await expect(buffer(body)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('gives up an upload that stalls, but not a slow one that keeps moving', async () => {
    answer = (request) => void request.resume();
    await expect(upload(Readable.from([Buffer.from('hola')]))).rejects.toThrow('nothing moved');
    answer = (request, response) =>
      void text(request).then((body) => response.end(JSON.stringify({ url: 'x', filename: String(body.includes('gota 11')) })));
    const drops = async function* () {
      for (let drop = 0; drop < 12; drop += 1) {
        yield Buffer.from(`gota ${drop}`);
        await pause(50);
      }
    };
    expect(await upload(Readable.from(drops()))).toMatchObject({ filename: 'true' });
  });

  it('rejects with the error of its source stream or its abort signal', async () => {
    answer = (request) => void request.resume();
    const reason = new Error('the browser went away');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000);
        throw reason;
      })(),
    );
    await expect(upload(broken)).rejects.toBe(reason);
    const left = new AbortController();
    const opened = backend.openAsset({ filename: 'x', signal: left.signal });
    left.abort(reason);
    await expect(opened).rejects.toBe(reason);
  });

  it('never writes the token to the log', () => {
    expect(logged).toContain('REST backend');
    expect(logged).not.toContain(TOKEN);
  });
});

it.each([
  ['https://x/api/digitalization/asset?filename=a-1.pdf', 'a-1.pdf'],
  ['/api/digitalization/asset?filename=a%2Fb.pdf', 'a-b.pdf'],
  ['https://bucket.example/folder/c.pdf', 'folder-c.pdf'],
  ['https://x/', null],
  ['http://[', null],
])('reads the asset name from %s as %s', (url, filename) => {
  expect(assetFilename(url)).toBe(filename);
});
