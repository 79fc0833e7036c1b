import { freePort } from '../platform/sql/embedded-postgres.ts';

const FIRST_PORT = 10_000;
const PORT_OWNERS = 220;
const PORTS_EACH = 100;

let portsUsed = 0;

/** Unique among the test processes of a run, and likely unique among runs in parallel, whose parent process differs. */
const owner = (process.ppid + Number(process.env['VITEST_WORKER_ID'] ?? process.pid)) % PORT_OWNERS;

/**
 * A port for a process that starts to listen only seconds after its port was chosen. Meanwhile the system may give ports from 32,768 up to
 * any outgoing connection, so each test process uses a range of a hundred below that.
 */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < PORTS_EACH; tries += 1) {
    const wanted = FIRST_PORT + owner * PORTS_EACH + (portsUsed++ % PORTS_EACH);
    const port = await freePort(wanted).catch(() => null);
    if (port !== null) return port;
  }
  throw new Error('no free port for a process');
}
