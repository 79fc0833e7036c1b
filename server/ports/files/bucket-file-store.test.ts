import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createBucketFileStore } from './bucket-file-store.ts';

let server: Server;
let apiEndpoint = '';
beforeAll(async () => {
  // Neither 404 nor 400 is retried, so no test waits for a timeout.
  server = createServer((request, response) => {
    request.resume();
    const code = request.url?.includes('falta') ? 404 : 400;
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(`{"error":{"code":${code},"message":"no"}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const open = () => createBucketFileStore({ bucket: 'archivos', project: { projectId: 'p', clientEmail: '', privateKey: '' }, apiEndpoint });

it('answers not-found for a missing object and for keys that the portal never makes', async () => {
  const store = await open();
  await expect(store.open('falta-1.txt')).rejects.toMatchObject({ code: 'not-found' });
  for (const key of ['../falta', 'a/../falta', '']) await expect(store.delete(key), key).rejects.toMatchObject({ code: 'not-found' });
});

it('limits an upload to 600 s and any other operation to 120 s, including retries', async () => {
  const store = await open();
  const asked = vi.spyOn(Storage.prototype, 'bucket');
  try {
    const secondsOf = async (work: Promise<unknown>) => {
      await work.catch(() => undefined);
      const seconds = asked.mock.contexts.map((client) => (client as Storage).retryOptions.totalTimeout);
      asked.mockClear();
      return [...new Set(seconds)];
    };
    expect(await secondsOf(store.put('a-1.txt', Readable.from(['x']), { contentType: 'text/plain' }))).toEqual([600]);
    expect(await secondsOf(store.stat('a-1.txt'))).toEqual([120]);
    expect(await secondsOf(store.delete('a-1.txt'))).toEqual([120]);
  } finally {
    asked.mockRestore();
  }
});
