import { afterEach, expect, it, vi } from 'vitest';
import { requestOnDemandService, offerOnDemand } from './on-demand.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function offer(start: Parameters<typeof offerOnDemand>[0]) {
  const offered = await offerOnDemand(start);
  stops.push(offered.stop);
  return offered;
}

it('is started once for all requests, and stopped with the run', async () => {
  const stop = vi.fn(async () => undefined);
  const start = vi.fn(async () => ({ host: '127.0.0.1:9', stop }));
  const offered = await offer(start);
  expect(start).not.toHaveBeenCalled();
  const asked = [requestOnDemandService(offered.url), requestOnDemandService(offered.url)];
  expect([...(await Promise.all(asked)), await requestOnDemandService(offered.url)]).toEqual(['127.0.0.1:9', '127.0.0.1:9', '127.0.0.1:9']);
  expect(start).toHaveBeenCalledOnce();
  await offered.stop();
  expect(stop).toHaveBeenCalledOnce();
});

it('is not started without a request', async () => {
  const start = vi.fn(async () => ({ host: '127.0.0.1:9', stop: async () => undefined }));
  const offered = await offer(start);
  await offered.stop();
  expect(start).not.toHaveBeenCalled();
});

it('reports why it did not start, and tries again at the next request', async () => {
  const start = vi.fn(async () => ({ host: '127.0.0.1:9', stop: async () => undefined }));
  start.mockRejectedValueOnce(new Error('no Java here'));
  const offered = await offer(start);
  await expect(requestOnDemandService(offered.url)).rejects.toThrow('no Java here');
  expect(await requestOnDemandService(offered.url)).toBe('127.0.0.1:9');
});
