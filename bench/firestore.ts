import { setTimeout as pause } from 'node:timers/promises';
import { deleteApp } from 'firebase-admin/app';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { loadConfig } from '#server/config/config.ts';
import { createPortal } from '#server/portal.ts';
import { connectFirestore } from '#server/ports/documents/firestore/firestore.ts';
import { readStateNames } from '#server/domain/constants.ts';
import { MENU_IDS } from '#server/domain/menu.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Portal } from '#server/portal.ts';
import { firebaseEnvironment, MAIN_PROJECT } from '#server/testing/firebase-environment.ts';
import { startFirestoreEmulator } from '#server/testing/firestore-emulator.ts';
import { startPortalProcess, testEnvironment } from '#server/testing/portal-processes.ts';
import { hasService } from '#server/testing/services.ts';
import { withDatabase } from './cluster.ts';
import { atMost, leftOut, quantile, type BenchOptions, type BenchResult, type Figure } from './measure.ts';

const GROUP = 'firestore';
const SECONDS = { full: 30, quick: 3 };
const CHANGES_PER_SECOND = 20;
const CHANGES_PER_PAIR = 5;
const POLL_MS = 10;
/** A change that is not visible by then counts as this long: the figure misses its limit and says so. */
const LATEST_MS = 10_000;
const SERVICE = 'servicio-01';

const actor: Staff = {
  id: 'bench',
  name: 'Bench',
  email: 'bench@demo.coop',
  role: 'admin',
  roleTitle: 'Administrador',
  agencyId: '',
  menus: new Set(MENU_IDS),
  folders: 'all',
  permissionSetId: '',
  permissionSet: null,
  pageSize: 10,
  stateNames: readStateNames({}),
  theme: 'system',
  sessionId: 's',
};

interface Collection {
  path: string;
  /** Names that the list shows for this search. */
  search(portal: Portal, q: string): Promise<readonly string[]>;
}

const params = (q: string) => new URLSearchParams({ q });
const catalog = (id: 'agencias' | 'plazas_vacantes' | 'promociones'): Collection => ({
  path: id,
  search: async (portal, q) =>
    (await portal.catalogs.findRecords({ actor, catalog: id, params: params(q) })).rows.map(({ nombre }) =>
      typeof nombre === 'string' ? nombre : '',
    ),
});
const COLLECTIONS: readonly Collection[] = [
  catalog('agencias'),
  catalog('plazas_vacantes'),
  catalog('promociones'),
  {
    path: 'clientes',
    search: async (portal, q) => (await portal.customers.findCustomers({ actor, params: params(q) })).rows.map((row) => row.nombre),
  },
  {
    path: 'cotizaciones',
    search: async (portal, q) => (await portal.quotes.findQuotes({ actor, params: params(q) })).rows.map((row) => row.nombre),
  },
  {
    path: `productos_servicios/${SERVICE}/productos`,
    search: async (portal, q) =>
      (
        await portal.catalogs.findRecords({ actor, catalog: 'productos_servicios_productos', parentId: SERVICE, params: params(q) })
      ).rows.map(({ nombre }) => (typeof nombre === 'string' ? nombre : '')),
  },
];

/** Documents written as the mobile app writes them, and the time until a search in the portal's lists shows them; a real worker syncs. */
export async function benchFirestore({ quick }: BenchOptions): Promise<Figure[]> {
  if (!hasService('Firestore emulator')) return [leftOut(GROUP, 'all figures', 'the Firestore emulator (gcloud and Java) was not found')];
  const emulator = await startFirestoreEmulator();
  const { app, firestore } = connectFirestore({
    project: { projectId: MAIN_PROJECT, clientEmail: undefined, privateKey: undefined },
    emulatorHost: emulator.host,
  });
  try {
    return await withDatabase(async ({ url }) => {
      const { environment, remove } = await testEnvironment(url, firebaseEnvironment({ firestore: emulator.host }));
      const worker = await startPortalProcess('worker', environment);
      const portal = await createPortal(loadConfig(environment), createLog({ level: 'silent', process: 'bench' }));
      try {
        await firestore.doc(`productos_servicios/${SERVICE}`).set(stamped({ nombre: 'Servicio', orden: 1, estado: true, isActive: true }));
        await warmUp(portal, firestore);
        return report(await measure(portal, firestore, (quick ? SECONDS.quick : SECONDS.full) * CHANGES_PER_SECOND));
      } finally {
        await portal.close();
        await worker.kill('SIGKILL');
        await remove();
      }
    });
  } finally {
    await firestore.terminate();
    await deleteApp(app);
    await emulator.stop();
  }
}

const stamped = (fields: object) => ({ ...fields, updatedAt: FieldValue.serverTimestamp() });

/** All listeners are attached once a document of each collection has arrived. */
async function warmUp(portal: Portal, firestore: Firestore): Promise<void> {
  await Promise.all(
    COLLECTIONS.map(async (collection, index) => {
      await firestore.doc(`${collection.path}/primero`).set(stamped({ nombre: `primero ${index}` }));
      await untilSeen(portal, collection, { q: 'primero', isSeen: (names) => names.length > 0, latestMs: 60_000 });
    }),
  );
}

/** Goes through the collections in turn: creates documents, renames each, deletes every other one. */
async function measure(portal: Portal, firestore: Firestore, count: number): Promise<number[]> {
  const arrivals: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < count; n += 1) {
    const due = startedAt + (n * 1_000) / CHANGES_PER_SECOND;
    if (due > performance.now()) await pause(due - performance.now());
    // Two documents of a collection share five changes: create and rename each, delete the first.
    const pair = Math.floor(n / CHANGES_PER_PAIR);
    const collection = COLLECTIONS[pair % COLLECTIONS.length] as Collection;
    const step = n % CHANGES_PER_PAIR;
    const word = `bench${pair}${step % 2 ? 'impar' : 'par'}`;
    const reference = firestore.doc(`${collection.path}/${word}`);
    // A slow list may skip to the result of a later change, but the state before the previous change must be gone.
    const before = step < 2 ? Promise.resolve(0) : arrivals[n - 2];
    const arrival = (isSeen: (names: readonly string[]) => boolean) => untilSeen(portal, collection, { q: word, isSeen, before });
    if (step < 2) {
      await reference.set(stamped({ nombre: `${word} nuevo`, isActive: true, createdAt: FieldValue.serverTimestamp() }));
      arrivals.push(arrival((names) => names.length > 0));
    } else if (step < 4) {
      await reference.update(stamped({ nombre: `${word} cambiado` }));
      arrivals.push(arrival((names) => names.length === 0 || names[0] === `${word} cambiado`));
    } else {
      await reference.delete();
      arrivals.push(arrival((names) => names.length === 0));
    }
  }
  return Promise.all(arrivals);
}

interface Change {
  q: string;
  isSeen: (names: readonly string[]) => boolean;
  /** Arrival of the previous change to the same document, which must have been seen first. */
  before?: Promise<number> | undefined;
  latestMs?: number;
}

/** Milliseconds from the acknowledged write until the list shows the change. */
async function untilSeen(portal: Portal, collection: Collection, { q, isSeen, before, latestMs = LATEST_MS }: Change): Promise<number> {
  const writtenAt = performance.now();
  await before;
  while (performance.now() - writtenAt < latestMs) {
    if (isSeen(await collection.search(portal, q))) return performance.now() - writtenAt;
    await pause(POLL_MS);
  }
  return latestMs;
}

function report(latencies: readonly number[]): BenchResult[] {
  const lost = latencies.filter((latency) => latency >= LATEST_MS).length;
  const what = `change made in Firestore visible in the list: p50 ${quantile(latencies, 0.5).toFixed(0)} ms, p99 of ${latencies.length} at ${CHANGES_PER_SECOND}/s over ${COLLECTIONS.length} collections`;
  return [atMost(GROUP, `${what}${lost > 0 ? ` (${lost} NOT SEEN)` : ''}`, quantile(latencies, 0.99), 1_000)];
}
