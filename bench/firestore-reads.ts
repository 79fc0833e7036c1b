import { setTimeout as pause } from 'node:timers/promises';
import { deleteApp } from 'firebase-admin/app';
import { FieldValue, Firestore } from 'firebase-admin/firestore';
import { startWorker } from '#jobs/start-worker.ts';
import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { loadConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { connectFirestore } from '#server/ports/documents/firestore/firestore.ts';
import { reconcileReadModel } from '#server/features/operations/read-model-jobs.ts';
import { createPortal, type Portal } from '#server/portal.ts';
import { firebaseEnvironment, MAIN_PROJECT } from '#server/testing/firebase-environment.ts';
import { startFirestoreEmulator } from '#server/testing/firestore-emulator.ts';
import { testEnvironment } from '#server/testing/portal-processes.ts';
import { hasService } from '#server/testing/services.ts';
import { withDatabase } from './cluster.ts';
import { atMost, leftOut, times, type Figure } from './measure.ts';

const GROUP = 'firestore reads';
/**
 * After this long the interval between checks of the listeners has grown to one minute, and the sealer of the audit has looked for entries
 * that were imported with older times for the last time.
 */
const SETTLING_MS = 160_000;
const REST_MS = 120_000;
const MINUTE_MS = 60_000;
const ARRIVED_MS = 20_000;
/** The start counts as over when at most `reads` were made within `ms`. */
const QUIET = { ms: 10_000, reads: 40, latestMs: 300_000 };
const WRITES = 100;
const BATCH = 200;
/** The largest collections. Without them the demo is as large as a small cooperative's Firestore; they would only make filling slower. */
const LEFT_OUT = /^(?:eventos_archivos|actividad_usuarios)\//;

/**
 * Reads that Firestore bills for a worker: at its start, at rest, for what others write, for a sweep. Counted in the responses, as Google
 * counts: each document that a query returns, one for a query without results, and each version sent to a listener once. (The emulator
 * sends a listener all its documents again with each change.)
 */
export async function benchFirestoreReads(): Promise<Figure[]> {
  if (!hasService('Firestore emulator')) return [leftOut(GROUP, 'all figures', 'the Firestore emulator (gcloud and Java) was not found')];
  const emulator = await startFirestoreEmulator();
  const log = createLog({ level: 'silent', process: 'bench' });
  try {
    return await withDatabase(async ({ url }) => {
      const { environment, remove } = await testEnvironment(url, firebaseEnvironment({ firestore: emulator.host }));
      const config = loadConfig(environment);
      const portal = await createPortal(config, log);
      const stored = await fill(portal);
      const readsSinceLast = countReads();
      const worker = await startWorker(config, log);
      try {
        const start = await readsUntilQuiet(readsSinceLast);
        await pause(SETTLING_MS);
        const settling = readsSinceLast();
        await pause(REST_MS);
        const minute = readsSinceLast() / (REST_MS / MINUTE_MS);
        await writeAsOthers(emulator.host);
        await pause(ARRIVED_MS);
        const written = readsSinceLast() - (minute * ARRIVED_MS) / MINUTE_MS;
        await reconcileReadModel({ payload: {}, services: portal, log, signal: new AbortController().signal });
        const sweep = readsSinceLast();
        return [
          atMost(GROUP, `the first start reads ${start} times, ${stored} documents`, start / stored, 6, times),
          atMost(GROUP, `until it rests it reads ${settling} more times`, settling / stored, 1, times),
          atMost(GROUP, `a minute at rest reads ${minute.toFixed(0)} times, ${(minute * 1_440).toFixed(0)} a day`, minute, 120, (reads) =>
            reads.toFixed(0),
          ),
          atMost(GROUP, `${WRITES} documents that others write are read ${written.toFixed(0)} times`, written / WRITES, 3, times),
          atMost(GROUP, `a sweep of ${stored} documents reads ${sweep} times`, sweep / stored, 1.2, times),
        ];
      } finally {
        await worker.close();
        await portal.close();
        await remove();
      }
    });
  } finally {
    await emulator.stop();
  }
}

/** @returns the number of documents afterwards */
async function fill({ documents }: Portal): Promise<number> {
  const demo = makeDemoData(new Date()).documents.filter(({ path }) => !LEFT_OUT.test(path));
  for (const store of [documents.main, documents.digitalization]) {
    const own = demo.filter(({ database = 'main' }) => database === store.database);
    for (let start = 0; start < own.length; start += BATCH)
      await store.batch(own.slice(start, start + BATCH).map(({ path, data }) => ({ kind: 'set', path, data })));
  }
  return demo.length;
}

async function readsUntilQuiet(readsSinceLast: () => number): Promise<number> {
  const until = performance.now() + QUIET.latestMs;
  let [all, lately] = [0, Infinity];
  while (lately > QUIET.reads && performance.now() < until) {
    await pause(QUIET.ms);
    lately = readsSinceLast();
    all += lately;
  }
  return all;
}

/** Through Google's client alone, as other programs write. */
async function writeAsOthers(host: string): Promise<void> {
  const project = { projectId: MAIN_PROJECT, clientEmail: undefined, privateKey: undefined };
  const { app, firestore } = connectFirestore({ project, emulatorHost: host });
  for (let n = 0; n < WRITES; n += 1) {
    const [createdAt, updatedAt] = [FieldValue.serverTimestamp(), FieldValue.serverTimestamp()];
    await firestore.doc(`clientes/llegado-${n}`).set({ nombre: `Llegado ${n}`, isActive: true, createdAt, updatedAt });
  }
  await firestore.terminate();
  await deleteApp(app);
}

/** The parts of one streamed response message that decide whether it counts as a read. */
interface Answer {
  document?: unknown;
  found?: unknown;
  missing?: unknown;
  documentChange?: { document?: { name: string; updateTime?: { seconds: string; nanos: number } } };
  result?: unknown;
}

type RequestStream = (this: Firestore, method: string, ...rest: unknown[]) => Promise<NodeJS.ReadableStream>;

/** Counts the reads of all clients of this process from now on. @returns a function that gives the number of reads since its last call */
function countReads(): () => number {
  let reads = 0;
  const sentVersions = new Map<string, string>();
  const client = Firestore.prototype as unknown as { requestStream: RequestStream };
  const request = client.requestStream;
  client.requestStream = async function (method, ...rest) {
    const stream = await request.call(this, method, ...rest);
    let found = 0;
    stream.on('data', (answer: Answer) => {
      const { name, updateTime } = answer.documentChange?.document ?? {};
      const version = updateTime && `${updateTime.seconds}.${updateTime.nanos}`;
      const isNew = name !== undefined && version !== undefined && sentVersions.get(name) !== version;
      if (isNew) sentVersions.set(name, version);
      if (isNew || answer.document || answer.found || answer.missing || answer.result) found += 1;
      else return;
      reads += 1;
    });
    stream.on('end', () => (reads += method === 'runQuery' && found === 0 ? 1 : 0));
    return stream;
  };
  return () => {
    const counted = reads;
    reads = 0;
    return counted;
  };
}
