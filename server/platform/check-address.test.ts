import http, { type RequestListener } from 'node:http';
import type net from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkAddress, isPublicAddress } from './check-address.ts';

let base = '';
let port = 0;
let sent = 0;
const asked: { url: string; agent: string; range: string }[] = [];
const opened = new Set<net.Socket>();

const PAGES: Readonly<Record<string, RequestListener>> = {
  '/foto.jpg': (_req, res) => void res.writeHead(206, { 'Content-Type': 'image/jpeg' }).end('x'),
  '/pagina': (_req, res) => void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
  '/nada': (_req, res) => void res.writeHead(404).end(),
  '/roto': (_req, res) => void res.writeHead(503).end(),
  '/privada': (_req, res) => void res.writeHead(403).end(),
  '/mudo': () => undefined,
  '/cuelga-a-medias': (_req, res) => void res.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: im'),
  '/mudada': (_req, res) => void res.writeHead(302, { Location: '/foto.jpg' }).end(),
  '/vueltas': (_req, res) => void res.writeHead(302, { Location: '/vueltas' }).end(),
  '/a-la-red': (_req, res) => void res.writeHead(302, { Location: 'http://10.0.0.7/secreto' }).end(),
  '/a-archivo': (_req, res) => void res.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
  '/cabeza': (_req, res) => void res.writeHead(200, { 'Content-Type': 'image/png', 'X-Long': 'x'.repeat(100_000) }).end(),
  '/enorme': (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'image/png' });
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    res.on('drain', more);
    more();
  },
};

const server = http.createServer((req, res) => {
  asked.push({ url: req.url ?? '', agent: req.headers['user-agent'] ?? '', range: req.headers.range ?? '' });
  (PAGES[req.url ?? ''] ?? PAGES['/nada'])?.(req, res);
});
server.on('connection', (socket) => {
  opened.add(socket);
  socket.on('close', () => opened.delete(socket));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  for (const socket of opened) socket.destroy();
  server.close();
});

type Options = Parameters<typeof checkAddress>[1];
const options = (more: Partial<Options> = {}): Options => ({ kind: 'picture', userAgent: 'prueba', timeoutMs: 1_500, ...more });
/** As if this machine were one of the world's. */
const ask = (path: string, more: Partial<Options> = {}) =>
  checkAddress(path.startsWith('/') ? base + path : path, options({ mayAsk: (ip) => ip === '127.0.0.1', ...more }));

describe('asking an address', () => {
  it.each([
    ['/foto.jpg', ''],
    ['/pagina', 'not-a-picture'],
    ['/nada', 'missing'],
    ['/roto', 'broken'],
    ['/privada', ''],
    ['/mudo', 'unreachable'],
    ['/cuelga-a-medias', 'unreachable'],
    ['/cabeza', 'unreachable'],
    ['/mudada', ''],
    ['/vueltas', 'broken'],
    ['/a-la-red', 'private'],
    ['/a-archivo', 'invalid'],
    ['ftp://ejemplo.test/foto.jpg', 'invalid'],
    ['foto.jpg', 'invalid'],
    ['http://no-existe.invalid/foto.jpg', expect.toSatisfy((answer) => answer === 'unreachable' || answer === null)],
  ])('answers %s with «%s»', async (path, answer) => {
    expect(await ask(path)).toEqual(answer);
  });

  it('accepts any page for a link, sends the user agent and requests one byte', async () => {
    expect(await ask('/pagina', { kind: 'link' })).toBe('');
    expect(asked.at(-1)).toEqual({ url: '/pagina', agent: 'prueba', range: 'bytes=0-0' });
  });

  it('reads no whole body and leaves no connection open', async () => {
    expect(await ask('/enorme')).toBe('');
    expect(await ask('/mudo', { timeoutMs: 200 })).toBe('unreachable');
    await expect.poll(() => opened.size).toBe(0);
    expect(sent).toBeLessThan(8_000_000);
  });

  it('times out after ten seconds by default', async () => {
    const before = asked.length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answer = checkAddress(`${base}/mudo`, { kind: 'picture', userAgent: 'prueba', mayAsk: () => true });
      while (asked.length === before) await new Promise(setImmediate);
      vi.advanceTimersByTime(10_000);
      expect(await Promise.race([answer, new Promise((resolve) => void setImmediate(resolve, 'waits'))])).toBe('unreachable');
    } finally {
      vi.useRealTimers();
    }
  });

  it('rejects when its signal aborts', async () => {
    await expect(ask('/mudo', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it.each([
    () => `${base}/foto.jpg`,
    () => `http://localhost:${port}/foto.jpg`,
    () => `http://2130706433:${port}/`,
    () => `http://0x7f.1:${port}/`,
    () => `http://[::1]:${port}/`,
    () => `http://[::ffff:127.0.0.1]:${port}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'http://8.8.8.8:25/',
  ])('refuses %s before anything is sent', async (address) => {
    const before = asked.length;
    expect(await checkAddress(address(), options())).toBe('private');
    expect(asked).toHaveLength(before);
  });
});

describe('`isPublicAddress`', () => {
  it.each(['8.8.8.8', '190.56.1.1', '2607:f8b0:4008::200e'])('accepts %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });
  it.each([
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    'fe80::1',
    'fc00::1',
    '::',
    '::1',
  ])('refuses the private address %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });
  it.each(['::ffff:8.8.8.8', '64:ff9b::808:808', '2002:7f00:1::', '2001::1', '2001:db8::1', 'texto', ''])(
    'refuses the mapped, reserved or malformed address %s',
    (ip) => {
      expect(isPublicAddress(ip)).toBe(false);
    },
  );
  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (ip) => void isPublicAddress(ip)));
  });
});
