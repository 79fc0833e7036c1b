import { Readable } from 'node:stream';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import * as sample from '../../../ports/files/testing/sample-files.ts';
import { PREVIOUS_TOKEN, TOKEN, startApiServer, type ApiServer } from './testing/api-server.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApiServer();
});

const authorized = (headers: Record<string, string> = {}) => ({ authorization: TOKEN, ...headers });
const form = (parts: readonly [string, string | Blob, string?][]) => {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, fileName);
  }
  return data;
};
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/digitalization/upload-asset`, { method: 'POST', body, headers: authorized(headers) });
const get = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/digitalization/asset${query}`, { headers: authorized(headers) });
const blob = (content: Buffer) => new Blob([new Uint8Array(content)]);

async function problem(response: Response) {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return (await response.json()) as { code: string; title: string; status: number; detail: string };
}
async function upload(content: Buffer, name: string): Promise<string> {
  const response = await post(
    form([
      ['agencyId', 'central'],
      ['file', blob(content), name],
    ]),
  );
  expect(response.status).toBe(201);
  const answer = (await response.json()) as { url: string; filename: string };
  expect(answer.url).toBe(`http://portal.test/api/digitalization/asset?filename=${answer.filename}`);
  return answer.filename;
}

describe('the Authorization header', () => {
  it.each([undefined, '', 'wrong', `Bearer ${TOKEN}`, TOKEN.slice(0, -1), TOKEN.toUpperCase()])(
    '%j is answered with a 401 problem on every path',
    async (authorization) => {
      for (const path of ['/digitalization/asset?filename=x', '/nothing', '']) {
        const response = await fetch(`${api.url}${path}`, { headers: authorization === undefined ? {} : { authorization } });
        expect(response.status).toBe(401);
        expect(await problem(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
      }
    },
  );

  it('accepts the previous token during a token change', async () => {
    const response = await fetch(`${api.url}/digitalization/asset?filename=x`, { headers: { authorization: PREVIOUS_TOKEN } });
    expect(response.status).toBe(404);
  });
});

describe('POST /digitalization/upload-asset', () => {
  it('stores the file under a generated flat name, whatever its name and the order of the fields', async () => {
    const key = await upload(sample.PNG, '../../evil\\..//foto.png');
    expect(key).toMatch(/^central-\d{6}-[A-Za-z0-9]{20}\.png$/);
    const fileFirst = await post(
      form([
        ['file', blob(sample.PNG), 'foto.png'],
        ['agencyId', 'central'],
        ['filename_disk', '../../x'],
        ['path', '/etc/x'],
      ]),
    );
    expect(fileFirst.status).toBe(201);
    expect((await api.stored()).every((name) => /^central-\d{6}-[A-Za-z0-9]{20}\.[a-z]+$/.test(name))).toBe(true);
  });

  it.each([
    ['no agency', [['file', blob(sample.PNG), 'a.png']]],
    [
      'a blank agency',
      [
        ['agencyId', ' '],
        ['file', blob(sample.PNG), 'a.png'],
      ],
    ],
    ['no file', [['agencyId', 'central']]],
  ] as [string, [string, string | Blob, string?][]][])(
    'with %s answers 400 with the message of the specification',
    async (_title, parts) => {
      const before = await api.stored();
      const response = await post(form(parts));
      expect(response.status).toBe(400);
      expect((await problem(response)).detail).toBe('File, name or user_agency missing');
      expect(await api.stored()).toEqual(before);
    },
  );

  it.each([
    [
      'an empty file',
      form([
        ['agencyId', 'c'],
        ['file', blob(Buffer.alloc(0)), 'a.png'],
      ]),
      400,
    ],
    [
      'a file in another field',
      form([
        ['agencyId', 'c'],
        ['file[0]', blob(sample.PNG), 'a.png'],
      ]),
      400,
    ],
    [
      'a file in a nameless field',
      form([
        ['agencyId', 'c'],
        ['', blob(sample.PNG), 'a.png'],
      ]),
      400,
    ],
    [
      'two files',
      form([
        ['agencyId', 'c'],
        ['file', blob(sample.PNG), 'a.png'],
        ['file', blob(sample.PNG), 'b.png'],
      ]),
      400,
    ],
    [
      'the agency twice',
      form([
        ['agencyId', 'c'],
        ['file', blob(sample.PNG), 'a.png'],
        ['agencyId', 'd'],
      ]),
      400,
    ],
    [
      'a file over the limit',
      form([
        ['agencyId', 'c'],
        ['file', blob(Buffer.alloc(1024 * 1024 + 1, 65)), 'a.txt'],
      ]),
      413,
    ],
    [
      'forty fields',
      form([...Array.from({ length: 40 }, (_, n): [string, string] => [`f${n}`, 'x']), ['file', blob(sample.PNG), 'a.png']]),
      400,
    ],
  ])('refuses %s and keeps nothing', async (_title, body, status) => {
    const before = await api.stored();
    const response = await post(body);
    expect(response.status).toBe(status);
    expect((await problem(response)).detail).not.toBe('');
    expect(await api.stored()).toEqual(before);
  });

  it('accepts a file of exactly the maximum size', async () => {
    const response = await post(
      form([
        ['agencyId', 'c'],
        ['file', blob(Buffer.alloc(1024 * 1024, 65)), 'a.txt'],
      ]),
    );
    expect(response.status).toBe(201);
  });

  it.each([
    ['JSON', '{"file":1}', 'application/json', 415],
    ['no boundary', 'x', 'multipart/form-data', 400],
    ['garbage', 'garbage', 'multipart/form-data; boundary=b', 400],
    [
      'a body that stops in the middle',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      'multipart/form-data; boundary=b',
      400,
    ],
    [
      'a body that stops after the agency',
      '--b\r\nContent-Disposition: form-data; name="agencyId"\r\n\r\nc\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      'multipart/form-data; boundary=b',
      400,
    ],
  ])('refuses %s', async (_title, body, type, status) => {
    const before = await api.stored();
    const response = await post(body, { 'content-type': type });
    expect(response.status).toBe(status);
    await problem(response);
    expect(await api.stored()).toEqual(before);
  });

  it('stores nothing when the sender disconnects', async () => {
    const before = await api.stored();
    const { port, hostname } = new URL(api.url);
    for (const agencyFirst of [true, false]) {
      const agency = '--b\r\nContent-Disposition: form-data; name="agencyId"\r\n\r\nc\r\n';
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `POST /api/digitalization/upload-asset HTTP/1.1\r\nHost: x\r\nAuthorization: ${TOKEN}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n`,
      );
      socket.write(
        `${agencyFirst ? agency : ''}--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(200_000)}`,
      );
      await expect.poll(async () => !agencyFirst || (await api.stored()).length > before.length).toBe(true);
      socket.destroy();
      await expect.poll(() => api.stored()).toEqual(before);
    }
  });
});

describe('GET /digitalization/asset', () => {
  it('returns the bytes as an attachment with a sandbox policy', async () => {
    const key = await upload(sample.SVG, 'dibujo.svg');
    const response = await get(`?filename=${key}`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sample.SVG);
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('types a file by its content, not by its name', async () => {
    expect((await get(`?filename=${await upload(sample.PNG, 'x.html')}`)).headers.get('content-type')).toBe('image/png');
    expect((await get(`?filename=${await upload(sample.HTML, 'x.png')}`)).headers.get('content-type')).toBe('application/octet-stream');
  });

  it('returns the requested range, or 416 with the length', async () => {
    const key = await upload(sample.TEXT, 'x.txt');
    const part = await get(`?filename=${key}`, { range: 'bytes=2-4' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 2-4/${sample.TEXT.length}`);
    expect(await part.text()).toBe(sample.TEXT.toString().slice(2, 5));
    const beyond = await get(`?filename=${key}`, { range: 'bytes=9999-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${sample.TEXT.length}`);
  });

  it.each([
    '',
    '?filename=',
    '?filename[]=x',
    '?filename=a&filename=b',
    '?filename[x]=y',
    '?filename=../../etc/passwd',
    '?filename=..%5C..%5Cwindows',
    '?filename=%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '?filename=/etc/passwd',
    '?filename=a%00.png',
    '?filename=.incoming',
    '?filename=.incoming%2Fx',
    '?filename=..',
    '?filename=.',
    `?filename=${'a'.repeat(400)}`,
    `?filename=${'a'.repeat(5000)}`,
    '?filename=x.png.',
    '?filename=x.png%20',
    '?filename=%252e%252e%252fx',
    '?filename=C%3A%5Cx',
    '?filename=%0d%0aX:y',
  ])('%s is answered with 400 or 404', async (query) => {
    const response = await get(query);
    expect([400, 404]).toContain(response.status);
    await problem(response);
  });

  it('finds a file when its dashes are given as slashes', async () => {
    const key = await upload(sample.TEXT, 'x.txt');
    expect((await get(`?filename=${encodeURIComponent(key.replaceAll('-', '/'))}`)).status).toBe(200);
  });
});

it('blocks wrong tokens of a network with 429 after 60 tries, but never right ones', async () => {
  await api.sql.query('TRUNCATE identity.rate_limits, identity.refusals');
  const ask = (authorization?: string) =>
    fetch(`${api.url}/digitalization/asset?filename=x`, authorization === undefined ? {} : { headers: { authorization } });
  const refused = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`${TOKEN}${n}`)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  const blocked = await ask(`${TOKEN}x`);
  expect(blocked.status).toBe(429);
  const seconds = Number(blocked.headers.get('retry-after'));
  expect(seconds > 0 && seconds <= 900, `Retry-After ${seconds}`).toBe(true);
  expect(await problem(blocked)).toMatchObject({
    status: 429,
    code: 'too-many-requests',
    detail: expect.stringMatching(/^Demasiados intentos\. Espere /),
  });
  for (const right of [TOKEN, PREVIOUS_TOKEN]) expect((await ask(right)).status).toBe(404);
  // Who sends none tries none.
  expect((await ask()).status).toBe(401);
  const { rows } = await api.sql.query('SELECT act, user_id, network, sum(count)::int AS count FROM identity.refusals GROUP BY 1, 2, 3');
  expect(rows).toEqual([{ act: 'programRefused', user_id: '', network: '127.0.0.1', count: 61 }]);
  await api.sql.query('TRUNCATE identity.rate_limits');
});

it('answers unknown paths with a 404 problem, and wrong methods with 405 and `Allow`', async () => {
  for (const [method, path, status, allow] of [
    ['GET', '/nothing', 404, null],
    ['GET', '/users/%E0%A4%A', 400, null],
    ['DELETE', '/digitalization/asset?filename=x', 405, 'GET, HEAD'],
    ['GET', '/digitalization/upload-asset', 405, 'POST'],
  ] as const) {
    const response = await fetch(`${api.url}${path}`, { method, headers: authorized() });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(allow);
    await problem(response);
  }
});

it('answers an asset without a name and an empty upload with the messages of the specification', async () => {
  expect((await problem(await get(''))).detail).toBe('Image path or user_agency missing');
  const nothing = await fetch(`${api.url}/digitalization/upload-asset`, { method: 'POST', headers: authorized() });
  expect((await problem(nothing)).detail).toBe('File, name or user_agency missing');
});

it('releases the connection of a refused endless upload within 10 seconds', async () => {
  const endless = Readable.toWeb(
    Readable.from(
      (function* () {
        for (let n = 0; n < 200; n += 1) yield Buffer.alloc(64 * 1024, 65);
      })(),
    ),
  );
  const started = Date.now();
  const outcome = await fetch(`${api.url}/digitalization/upload-asset`, {
    method: 'POST',
    body: endless,
    duplex: 'half',
    headers: authorized({ 'content-type': 'multipart/form-data; boundary=b' }),
  } as RequestInit).then(
    (response) => response.status,
    () => 'closed',
  );
  expect([400, 413, 'closed']).toContain(outcome);
  expect(Date.now() - started).toBeLessThan(10_000);
});
