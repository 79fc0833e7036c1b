import { connect, type Socket } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { markSignedInConnection, listen } from './listen.ts';

const LOCAL = { port: 0, host: '127.0.0.1' };

describe('listen', () => {
  it('on close, finishes the pending answer and accepts no new request', async () => {
    let finish: (() => void) | undefined;
    let started: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => (started = resolve));
    const app = express().get('/slow', (_req, res) => {
      finish = () => res.send('done');
      started();
    });
    const web = await listen(app, LOCAL);
    const slow = fetch(`http://127.0.0.1:${web.port}/slow`);
    await underWay;
    const closed = web.close();
    await expect(fetch(`http://127.0.0.1:${web.port}/slow`)).rejects.toThrow();
    finish?.();
    expect(await (await slow).text()).toBe('done');
    await closed;
  });

  it('on close, does not wait for idle keep-alive connections', async () => {
    const web = await listen(
      express().get('/', (_req, res) => void res.send('x'.repeat(100_000))),
      LOCAL,
    );
    const unread = await fetch(`http://127.0.0.1:${web.port}/`);
    const startedAt = performance.now();
    await web.close();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await unread.text();
  });

  /** Opens as many connections from one network as it takes of a person (`known`) or of strangers. @returns how many were closed at once */
  async function closedOf(address: { host: string; trustProxy?: number }, { isKnown, many }: { isKnown: boolean; many: number }) {
    const app = express().use((req, res) => {
      if (isKnown) markSignedInConnection(req.socket);
      res.send('done');
    });
    const web = await listen(app, { port: 0, ...address });
    const ended: number[] = [];
    const sockets: Socket[] = [];
    for (let at = 0; at < many; at += 1) {
      const socket = connect(web.port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve())).then(() => void ended.push(at));
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await Promise.race([closed, new Promise((resolve) => socket.once('data', resolve))]);
    }
    // What makes room is told a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const found = [...ended];
    for (const socket of sockets) socket.destroy();
    // Behind a proxy it takes its time.
    void web.close();
    return found;
  }
  const SLOW = express().use((req, res) => void req.resume().on('end', () => res.send('done')));

  it.each([
    ['its headers', 'POST / HTTP/1.1\r\nHost: x\r\n', 30],
    ['its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf', 3_000],
  ])('closes a connection with 408 when it stops in the middle of %s', { timeout: 10_000 }, async (_part, begun, fasterBy) => {
    const web = await listen(SLOW, LOCAL, { fasterBy });
    const told = await new Promise<string>((resolve) => {
      const socket = connect(web.port, '127.0.0.1').on('error', () => undefined);
      let answer = '';
      socket.on('data', (bytes) => (answer += String(bytes))).once('close', () => resolve(answer));
      socket.write(begun);
    });
    expect(told).toMatch(/^HTTP\/1\.1 408 /);
    await web.close();
  });

  it('keeps connections alive longer than proxies do', async () => {
    const web = await listen(SLOW, LOCAL);
    expect((await fetch(`http://127.0.0.1:${web.port}/`)).headers.get('keep-alive')).toBe('timeout=65');
    await web.close();
  });

  const ANYWHERE = { host: '0.0.0.0' };

  it('accepts 500 connections from one network when its people are signed in', async () => {
    expect(await closedOf(ANYWHERE, { isKnown: true, many: 503 })).toEqual([500, 501, 502]);
  });

  it('accepts 100 connections of strangers, and closes the oldest idle one for a new one', async () => {
    expect(await closedOf(ANYWHERE, { isKnown: false, many: 103 })).toEqual([0, 1, 2]);
  });

  it('does not limit connections behind a proxy', async () => {
    expect(await closedOf({ ...ANYWHERE, trustProxy: 1 }, { isKnown: false, many: 103 })).toEqual([]);
  });

  it('behind a proxy, answers health checks with 503 on close and still serves requests', async () => {
    const app = express().use((_req, res) => void res.send('done'));
    const web = await listen(app, { ...LOCAL, trustProxy: 1 });
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${web.port}${path}`);
      return [answer.status, await answer.text(), answer.headers.get('connection')];
    };
    expect(await ask('/readyz')).toEqual([200, 'done', 'keep-alive']);
    const closed = web.close();
    for (const path of ['/healthz', '/readyz']) expect(await ask(path)).toEqual([503, '{"status":"closing"}', 'close']);
    expect(await ask('/')).toEqual([200, 'done', 'close']);
    await closed;
    await expect(ask('/')).rejects.toThrow();
  });

  it('names a port that is in use', async () => {
    const first = await listen(express(), LOCAL);
    await expect(listen(express(), { ...LOCAL, port: first.port })).rejects.toThrow(
      `otro programa ocupa el puerto ${first.port}: ponga uno libre en PORT`,
    );
    await first.close();
  });

  it('names an address that this machine does not have', async () => {
    await expect(listen(express(), { port: 0, host: '203.0.113.9' })).rejects.toThrow('esta máquina no tiene la dirección 203.0.113.9');
  });
});
