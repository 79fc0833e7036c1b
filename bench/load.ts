import http from 'node:http';
import { quantile } from './measure.ts';

export interface LoadResult {
  requestsPerSecond: number;
  p99Ms: number;
}

/** Requests the pages in turn, over and over, on `clients` connections. @throws when a response is not 200 */
export async function load(
  asked: string | readonly string[],
  options: { clients: number; durationMs: number; headers?: Record<string, string> },
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: options.clients });
  const until = performance.now() + options.durationMs;
  const startedAt = performance.now();
  const latencies: number[] = [];
  const urls = [asked].flat();
  let next = 0;
  const client = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      next += 1;
      await request(urls[next % urls.length] ?? '', agent, options.headers ?? {});
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  agent.destroy();
  return { requestsPerSecond: (latencies.length / (performance.now() - startedAt)) * 1_000, p99Ms: quantile(latencies, 0.99) };
}

function request(url: string, agent: http.Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, (response) => {
        response.resume();
        response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`))));
        response.once('error', reject);
      })
      .once('error', reject);
  });
}
