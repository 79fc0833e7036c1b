import { spawn } from 'node:child_process';
import path from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { load } from './load.ts';
import { quantile } from './measure.ts';

/** Signs in as the demo's administrator. @returns the session cookie for request headers */
export async function signIn(url: string): Promise<string> {
  const form = new URLSearchParams({ email: DEMO_ACCOUNTS[0].email, password: DEMO_PASSWORD });
  const response = await fetch(`${url}/login`, { method: 'POST', body: form, redirect: 'manual', headers: { origin: url } });
  const cookie = response.headers.getSetCookie()[0];
  if (response.status !== 302 || !cookie) throw new Error(`sign-in answered ${response.status}`);
  return cookie.slice(0, cookie.indexOf(';'));
}

/** Starts a process of bench/bare that prints its port and ends with this one. */
export function startBare(
  script: 'server.ts' | 'rows.ts',
  environment: Record<string, string> = {},
): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'bare', script)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare process ended (${code})`)));
    child.stdout?.once('data', (port: Buffer) =>
      resolve({ url: `http://127.0.0.1:${port.toString().trim()}/`, stop: () => void child.kill() }),
    );
  });
}

interface Address {
  url: string;
  headers?: Record<string, string>;
}

const CLIENTS = 8;

/** Responses per second of two addresses requested alternately, the median of each, after one warm-up round. */
export async function compareRates(first: Address, second: Address, { quick }: { quick: boolean }): Promise<[number, number]> {
  const durationMs = quick ? 500 : 4_000;
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round <= (quick ? 3 : 5); round += 1) {
    for (const [index, { url, headers = {} }] of [first, second].entries()) {
      const { requestsPerSecond } = await load(url, { clients: CLIENTS, durationMs, headers });
      if (round > 0) rates[index]?.push(requestsPerSecond);
    }
  }
  return [quantile(rates[0], 0.5), quantile(rates[1], 0.5)];
}
