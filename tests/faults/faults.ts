import { Redis } from 'ioredis';
import { fillDisk, makeReadOnly, pause, exhaustConnections, type FaultWorld, type Ground } from './fault-world.ts';

/** A fault that occurs while people work with the portal. */
export interface Fault {
  name: string;
  /** Ground on which it is possible; both when absent. */
  on?: Ground;
  /** Needs a disk of its own, which not every machine allows mounting. */
  ofDisk?: true;
  /** How long it lasts. */
  ms: number;
  /**
   * The dependency that /readyz names during the fault; 'silence' where the web process does not answer; null where nobody needs to notice.
   */
  named: string | null;
  /** What people read during the fault: that lists are delayed, or that a page or form does not work now. */
  told?: 'late' | 'refused';
  /** People can write during the fault. */
  writes?: true;
  /** @returns a function that ends the fault */
  begin(world: FaultWorld): Promise<() => Promise<void> | void>;
}

/** Longer than a list may be stale without saying so (10 s), and than a lease. */
const LONG_MS = 14_000;
/** Longer still, because the store's health is checked only now and then. */
const LONGER_MS = 22_000;
const SHORT_MS = 6_000;

const nothing = () => undefined;
const send = (pid: number | undefined, signal: NodeJS.Signals) => {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // The other fault of the pair has ended the process.
  }
};

/** Kills the process repeatedly; its supervisor restarts it. */
const killed =
  (name: 'web' | 'worker'): Fault['begin'] =>
  async (world) => {
    for (let time = 0; time < 2; time += 1) {
      send(world[name].pid(), 'SIGKILL');
      await pause(2_500);
    }
    return nothing;
  };
const frozen =
  (name: 'web' | 'worker'): Fault['begin'] =>
  async (world) => {
    const pid = world[name].pid();
    send(pid, 'SIGSTOP');
    return () => send(pid, 'SIGCONT');
  };
const wired =
  (name: 'firestore' | 'accounts' | 'redis', manner: 'slow' | 'frozen' | 'forgotten' | 'cut' | 'errors'): Fault['begin'] =>
  async ({ wires }) => {
    wires[name]?.set(manner);
    return () => wires[name]?.set('pass');
  };

export const FAULTS: readonly Fault[] = [
  { name: 'web killed', ms: 0, named: 'silence', begin: killed('web') },
  { name: 'worker killed', ms: 0, named: null, writes: true, begin: killed('worker') },
  { name: 'web frozen', ms: SHORT_MS, named: 'silence', begin: frozen('web') },
  { name: 'worker frozen', ms: LONG_MS, named: null, told: 'late', writes: true, begin: frozen('worker') },
  {
    name: 'Redis emptied',
    on: 'firebase',
    ms: 1_000,
    named: null,
    async begin({ redis }) {
      const client = new Redis(redis?.url ?? '');
      await client.flushall();
      await client.quit();
      return nothing;
    },
  },
  {
    name: 'Redis gone',
    on: 'firebase',
    ms: LONG_MS,
    named: 'queue',
    told: 'late',
    writes: true,
    async begin({ redis }) {
      await redis?.stop('SIGKILL');
      return () => redis?.start();
    },
  },
  { name: 'Redis slow', on: 'firebase', ms: SHORT_MS, named: null, writes: true, begin: wired('redis', 'slow') },
  { name: 'Redis cut off again and again', on: 'firebase', ms: SHORT_MS, named: null, writes: true, begin: wired('redis', 'cut') },
  {
    name: 'PostgreSQL killed',
    ms: SHORT_MS,
    named: 'sql',
    told: 'refused',
    async begin({ postgres }) {
      postgres.stayAway(true);
      send(postgres.pid(), 'SIGKILL');
      return () => postgres.stayAway(false);
    },
  },
  {
    name: 'PostgreSQL out of connections',
    ms: SHORT_MS,
    named: 'sql',
    told: 'refused',
    begin: ({ postgres }) => exhaustConnections(postgres.url()),
  },
  { name: "PostgreSQL's disk full", ofDisk: true, ms: SHORT_MS, named: null, begin: ({ disks }) => fillDisk(disks?.database ?? '') },
  { name: 'Firestore frozen', on: 'firebase', ms: LONGER_MS, named: 'documents-main', told: 'late', begin: wired('firestore', 'frozen') },
  {
    name: 'Firestore answers errors',
    on: 'firebase',
    ms: SHORT_MS,
    named: 'documents-main',
    begin: wired('firestore', 'errors'),
  },
  { name: 'Firestore cut off again and again', on: 'firebase', ms: SHORT_MS, named: null, begin: wired('firestore', 'cut') },
  {
    name: 'Firestore connections forgotten',
    on: 'firebase',
    ms: SHORT_MS,
    named: 'documents-main',
    begin: wired('firestore', 'forgotten'),
  },
  { name: 'Auth frozen', on: 'firebase', ms: SHORT_MS, named: 'identity', begin: wired('accounts', 'frozen') },
  { name: 'Auth answers errors', on: 'firebase', ms: SHORT_MS, named: 'identity', begin: wired('accounts', 'errors') },
  {
    name: 'REST backend never answers',
    ms: SHORT_MS,
    named: 'rest-backend',
    async begin({ backend }) {
      backend.set('hang');
      return () => backend.set('pass');
    },
  },
  {
    name: 'REST backend wrong (5xx, HTML, half JSON, lost answers)',
    ms: SHORT_MS,
    named: 'rest-backend',
    async begin({ backend }) {
      const wrong = ['unavailable', 'html', 'half', 'other-shape', 'lose', 'refuse'] as const;
      backend.set(Array.from({ length: 2_000 }, (_none, at) => wrong[at % wrong.length] ?? 'html'));
      return () => backend.set('pass');
    },
  },
  { name: "files' folder read-only", ofDisk: true, ms: SHORT_MS, named: 'files', begin: ({ disks }) => makeReadOnly(disks?.files ?? '') },
  { name: "files' disk full", ofDisk: true, ms: SHORT_MS, named: 'files', begin: ({ disks }) => fillDisk(disks?.files ?? '') },
  {
    name: "web's clock a minute on",
    ms: SHORT_MS,
    named: null,
    async begin({ web }) {
      const pid = web.pid();
      send(pid, 'SIGUSR2');
      return () => send(pid, 'SIGUSR2');
    },
  },
];

/** Two faults at once: the second begins a second after the first. */
export function together(one: Fault, other: Fault): Fault {
  return {
    name: `${one.name} + ${other.name}`,
    ...((one.ofDisk ?? other.ofDisk) && { ofDisk: true }),
    ms: Math.max(one.ms, other.ms),
    named: null,
    async begin(world) {
      const first = one.begin(world);
      await pause(1_000);
      const ends = [await other.begin(world), await first];
      return async () => {
        for (const end of ends) await end();
      };
    },
  };
}
