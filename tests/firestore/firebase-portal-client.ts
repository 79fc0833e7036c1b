import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { expect, vi } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { publishContentsJob } from '#server/features/contents/content-jobs.ts';
import type { Queues } from '#server/ports/queue/queue.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { signIn } from '../e2e/demo-portal.ts';
import type { PortalClient } from '../http/portal-client.ts';
import { worldOf, type MadeCollection, type World } from '../reports/random-documents.ts';
import type { FirebaseHouse } from './firebase-house.ts';

const SOON = { timeout: 60_000, interval: 20 };
/** Most writes in one Firestore batch. */
const BATCH = 400;

/** Web and worker as processes, on Firebase and Redis; used only from outside. */
export function firebasePortalClient(house: FirebaseHouse, running: { url: () => string; queues: () => Queues }): PortalClient {
  const put = async (place: string, data: Fields) => {
    const { writeTime } = await house.firestore.doc(place).set({ ...data, updatedAt: Timestamp.now() });
    const [collection, id] = place.split('/');
    const projection = PROJECTIONS.find((one) => one.collection === collection);
    if (!projection) return;
    const version = BigInt(writeTime.seconds) * 1_000_000n + BigInt(Math.floor(writeTime.nanoseconds / 1_000));
    const find = `SELECT FROM ${projection.table} WHERE id = $1 AND source_version >= $2`;
    await vi.waitFor(async () => expect((await house.database.sql.query(find, [id, version])).rowCount).toBe(1), SOON);
  };
  return {
    ask: (visitor, address, init = {}) =>
      fetch(running.url() + address, {
        redirect: 'manual',
        ...init,
        headers: { Cookie: visitor.cookie, Origin: running.url(), Accept: 'application/json', ...init.headers },
      }),
    put,
    async enter({ id, email, data }) {
      await Promise.all([house.createAccount({ uid: id, email, password: DEMO_PASSWORD }), put(`usuarios/${id}`, data)]);
      return { id, cookie: await signIn(running.url(), email) };
    },
    stored: (place) => house.stored(place),
    auditOf: async (place) =>
      (await house.firestore.collection('auditoria').where('targetPath', '==', place).get()).docs.map((entry) => entry.data()),
    async publish() {
      await running.queues().enqueue(publishContentsJob, {});
      await vi.waitFor(async () => {
        const { waiting, active } = await running.queues().counts(publishContentsJob);
        expect([waiting, active]).toEqual([0, 0]);
      }, SOON);
    },
  };
}

/**
 * Stores the documents in both projects as programs do; deleted ones were in the read model first. Resolves when the read model has exactly
 * the remaining ones.
 */
export async function storeWorld(house: FirebaseHouse, made: readonly MadeCollection[]): Promise<World> {
  const createdAt = new Map<MadeCollection['documents'][number], Date>();
  for (const { projection, documents } of made) {
    const firestore = projection.database === 'main' ? house.firestore : house.digitalization;
    const written = await writeAll(
      firestore,
      documents.map(({ path, data }) => [path, { ...data, updatedAt: Timestamp.now() }]),
    );
    for (const [at, document] of documents.entries()) createdAt.set(document, written[at] ?? new Date());
  }
  for (const one of made) await expectRows(house, one, one.documents);
  for (const { projection, gone } of made) {
    const firestore = projection.database === 'main' ? house.firestore : house.digitalization;
    await Promise.all(gone.map(({ path }) => firestore.doc(path).delete()));
  }
  for (const one of made)
    await expectRows(
      house,
      one,
      one.documents.filter((document) => !one.gone.includes(document)),
    );
  // A document without a creation time of its own takes Firestore's.
  return worldOf(made, (document) => ({ createdAt: createdAt.get(document) ?? null, ...document.data }));
}

/** Writes many documents in batches, as a program does. @returns Firestore's write times */
export async function writeAll(firestore: Firestore, documents: readonly (readonly [string, DocumentData])[]): Promise<Date[]> {
  const written: Date[] = [];
  for (let start = 0; start < documents.length; start += BATCH) {
    const batch = firestore.batch();
    for (const [path, data] of documents.slice(start, start + BATCH)) batch.set(firestore.doc(path), data);
    written.push(...(await batch.commit()).map(({ writeTime }) => writeTime.toDate()));
  }
  return written;
}

async function expectRows(
  { database }: FirebaseHouse,
  { projection, documents: all }: MadeCollection,
  documents: readonly { id: string }[],
): Promise<void> {
  const find = `SELECT id FROM ${projection.table} WHERE id = ANY($1) AND NOT source_deleted ORDER BY id COLLATE "C"`;
  await vi.waitFor(async () => {
    const { rows } = await database.sql.query<{ id: string }>(find, [all.map(({ id }) => id)]);
    expect([projection.table, rows.map(({ id }) => id)]).toEqual([projection.table, documents.map(({ id }) => id).sort()]);
  }, SOON);
}
