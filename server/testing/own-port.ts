import { freePort } from '../platform/sql/embedded-postgres.ts';

const FIRST_PORT = 10_000;
const PORT_OWNERS = 220;
const PORTS_EACH = 100;

let given = 0;

/** No two test processes of a run are the same owner, and those of another run beside it hardly: they have another parent. */
const owner = (process.ppid + Number(process.env['VITEST_WORKER_ID'] ?? process.pid)) % PORT_OWNERS;

/**
 * For a process that listens seconds after its port was chosen. The system gives ports from 32,768 on to whoever connects
 * meanwhile, so each test process takes from a hundred of its own below.
 */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < PORTS_EACH; tries += 1) {
    const wanted = FIRST_PORT + owner * PORTS_EACH + (given++ % PORTS_EACH);
    const port = await freePort(wanted).catch(() => null);
    if (port !== null) return port;
  }
  throw new Error('no free port for a process');
}
