import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatFileSize } from '../../domain/file-size.ts';
import { MEMBERS_WITHOUT_PROOF_MAX } from '../../domain/large-exports.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { isProofNeeded } from '../../domain/proof.ts';
import { createDiskFileStore } from '../../ports/files/disk-file-store.ts';
import { storageUnavailable, type FileStore } from '../../ports/files/file-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { createPrisma } from '../../platform/sql/prisma-client.ts';
import { createQueues } from '../../ports/queue/create-queues.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { afterFile } from '../../testing/after-file.ts';
import { failureOf } from '../../testing/failures.ts';
import { createStoresFixture, type StoresFixture } from '../../testing/stores-fixture.ts';
import type { Row, SheetExport } from '../../workbooks/sheet.ts';
import { createExports, type Exports } from './index.ts';
import type { ExportCall } from '../../lists/declared-list.ts';
import { enqueueUnfinishedExports, deleteOldExports } from './maintain-exports.ts';
import type { Services } from '../../services.ts';

const HOUR_MS = 3_600_000;
const URL_OF_THINGS = '/things/:id/parts';
const never = new AbortController().signal;

let stores: StoresFixture;
let directory: string;
let files: FileStore;
let exports: Exports;
let services: Services;
/** What the list of the test does when it is opened, and while it is read. */
let onOpen: () => void;
let onBatch: (batch: number) => Promise<void> | void;
let rosa: Staff;

/** Three batches of two rows that say who reads them, and what was asked. */
function openThings(_services: Services, { actor, params, parentId = '' }: ExportCall): Promise<SheetExport> {
  requireMenu(actor, 'customers');
  onOpen();
  return Promise.resolve({
    prefix: `cosas-${'á'.repeat(170)}`,
    sheet: {
      title: 'Cosas',
      name: 'Cosas',
      parameters: [],
      generatedAt: new Date('2026-11-22T18:00:00Z'),
      generatedBy: actor.name,
      columns: [{ title: 'Cosa', kind: 'text' } as const],
    },
    async *rows(signal): AsyncGenerator<Row[]> {
      for (let batch = 0; batch < 3; batch += 1) {
        signal.throwIfAborted();
        await onBatch(batch);
        yield [[`${actor.id} ${parentId} ${params.get('q')} ${batch}`], ['otra']];
      }
    },
    countRows: (most) => Promise.resolve(Math.min(most, 6)),
  });
}

beforeAll(async () => {
  stores = await createStoresFixture();
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-exports-'));
  const log = createLog({ level: 'silent', process: 'test' });
  const queues = createQueues({ queue: { kind: 'postgres', url: stores.url } }, log);
  const prisma = createPrisma(stores.services.sql);
  afterFile(async () => {
    await prisma.close();
    await queues.close();
    await rm(directory, { recursive: true, force: true });
  });
  files = createDiskFileStore(directory);
  services = {
    ...stores.services,
    log,
    prisma,
    queues,
    exportFiles: { ...files, put: (...given) => files.put(...given) },
    registries: { ...stores.services.registries, exportAddresses: [{ url: URL_OF_THINGS, open: openThings, holdsMembers: true }] },
  };
  exports = createExports(services);
  for (const [id, menus] of [
    ['ventas', ['home', 'customers', 'quotes']],
    ['otras', ['home']],
  ] as const) {
    await stores.put('main', `roles/${id}`, { title: id, isActive: true });
    await stores.put('main', `permisos_rol/${id}`, { menus: [...menus] });
  }
});

beforeEach(async () => {
  await stores.services.sql.query('DELETE FROM exports');
  await stores.services.sql.query('DELETE FROM snapshot_work');
  for (const name of await readdir(directory)) await rm(path.join(directory, name), { recursive: true });
  onOpen = () => undefined;
  onBatch = () => undefined;
  await setRole('rosa', 'ventas');
  rosa = await staff('rosa');
});

async function setRole(id: string, role: string): Promise<void> {
  await stores.put('main', `usuarios/${id}`, { name: `Persona ${id}`, email: `${id}@demo.coop`, role, state: true });
}

async function staff(id: string): Promise<Staff> {
  const found = await loadStaff(stores.services, { uid: id, sessionId: '' });
  if (!found) throw new Error(`nobody is ${id}`);
  return found;
}

async function start(query = 'q=todo', actor = rosa, format: 'csv' | 'xlsx' = 'csv'): Promise<string> {
  const call = { actor, params: new URLSearchParams(query), parentId: 'p1', format };
  const exported = await openThings(services, call);
  return (await exports.startExport({ ...call, address: { url: URL_OF_THINGS }, exported })).id;
}

const perform = (id: string) => exports.performExport(id, never);
const see = (id: string, actor = rosa) => exports.getExport({ actor, id });
const kept = async () => (await readdir(directory)).filter((name) => !name.startsWith('.'));

describe('a large export', () => {
  it('is written with the rows of its owner, who can then download the file', async () => {
    const id = await start('q=z&format=csv&page=7&pageSize=50&cursor=x&a=1');
    expect(await see(id)).toMatchObject({
      state: 'waiting',
      rowsExpected: null,
      title: 'Cosas',
      isOutdated: false,
      source: '/things/p1/parts?a=1&q=z',
      again: '/things/p1/parts/export?a=1&q=z&format=csv',
    });
    expect((await failureOf(exports.openExportFile({ actor: rosa, id }))).code).toBe('conflict');
    await perform(id);
    const seen = await see(id);
    expect(seen).toMatchObject({ state: 'ready', rowsExpected: 6, rowsWritten: 6, error: '' });
    expect((seen.expiresAt?.getTime() ?? 0) - (seen.finishedAt?.getTime() ?? 0)).toBe(24 * HOUR_MS);
    const file = await exports.openExportFile({ actor: rosa, id });
    const content = await buffer(await file.open());
    expect(content.toString().replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      'Cosa',
      ...[0, 1, 2].flatMap((batch) => [`rosa p1 z ${batch}`, 'otra']),
    ]);
    expect(file).toMatchObject({ bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    const bySize = await exports.findExports({ actor: rosa, params: new URLSearchParams({ q: formatFileSize(content.length) }) });
    expect(bySize.rows.map((row) => row.id)).toContain(id);
    expect(file.name.length).toBeLessThan(100);
    expect(file.name).toMatch(/^cosas-a+.*\.csv$/);
  });

  it('is not found for anybody else, not even for administrators', async () => {
    const id = await start();
    await perform(id);
    await stores.put('main', 'usuarios/jefa', { name: 'Jefa', email: 'jefa@demo.coop', role: 'admin', state: true });
    const other = await staff('jefa');
    for (const tried of [id, 'x'.repeat(170), 'x'.repeat(100_000), '', '../x', '\0', '%E0%A4%A']) {
      expect((await failureOf(see(tried, other))).code).toBe('not-found');
      expect((await failureOf(exports.openExportFile({ actor: other, id: tried }))).code).toBe('not-found');
    }
    expect(await exports.consumeExportNotice({ actor: other })).toBeNull();
  });

  it('is shared by equal requests while under way, whatever the order of their parameters', async () => {
    const ids = await Promise.all(['q=1&a=2', 'a=2&q=1', 'a=2&q=1&page=3&format=csv&b='].map((query) => start(query)));
    expect(new Set(ids).size).toBe(1);
    expect(await start('q=1&a=2', rosa, 'xlsx')).not.toBe(ids[0]);
    await perform(ids[0] ?? '');
    expect(await start('q=1&a=2')).not.toBe(ids[0]);
  });

  it('is limited to three under way and twenty kept per person, also for concurrent requests', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => start(`q=${number}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await failureOf(start('q=6'))).code).toBe('too-many-requests');
    await setRole('luz', 'ventas');
    const luz = await staff('luz');
    expect(await start('q=6', luz)).not.toBe('');
    // And for twenty that are kept.
    await stores.services.sql.query(
      `INSERT INTO exports (id, user_id, url, parent_id, params, format, question, title, file_name, search_text, filters, state)
       SELECT id || i, user_id, url, parent_id, params, format, question || i, title, file_name, search_text, filters, 'ready'
       FROM exports, generate_series(1, 19) i WHERE user_id = 'luz'`,
    );
    expect((await failureOf(start('q=7', luz))).userMessage).toContain('Ya tiene 20 exportaciones grandes guardadas');
  });

  it('leaves one file when three workers perform it at once', async () => {
    const id = await start();
    await Promise.all([perform(id), perform(id), perform(id)]);
    expect((await see(id)).state).toBe('ready');
    expect(await kept()).toEqual([`${id}-1.csv`]);
  });
});

describe('the rights of the owner of an export', () => {
  it('are checked when it is written: without the menu, or for a deactivated owner, it fails', async () => {
    const [one, two] = [await start('q=1'), await start('q=2')];
    await setRole('rosa', 'otras');
    await perform(one);
    expect(await see(one)).toMatchObject({ state: 'failed', error: expect.stringContaining('permiso') });
    await stores.put('main', 'usuarios/rosa', { name: 'Rosa', email: 'rosa@demo.coop', role: 'ventas', state: false });
    await perform(two);
    expect(await see(two)).toMatchObject({ state: 'failed', error: 'Su cuenta está desactivada o ya no existe.' });
    expect(await kept()).toEqual([]);
  });

  it('need a recent sign-in to download a file of many members', async () => {
    const id = await start();
    await perform(id);
    const old = { ...rosa, signedInLongAgo: true as const };
    expect((await exports.openExportFile({ actor: old, id })).bytes).toBeGreaterThan(0);
    await stores.services.sql.query(`UPDATE exports SET rows_written = $1 WHERE id = $2`, [MEMBERS_WITHOUT_PROOF_MAX + 1, id]);
    expect(isProofNeeded(await failureOf(exports.openExportFile({ actor: old, id })))).toBe(true);
    expect((await exports.openExportFile({ actor: rosa, id })).bytes).toBeGreaterThan(0);
  });

  it('close the file when they change after it was written', async () => {
    const id = await start();
    await perform(id);
    await setRole('rosa', 'otras');
    const now = await staff('rosa');
    expect((await see(id, now)).isOutdated).toBe(true);
    expect((await failureOf(exports.openExportFile({ actor: now, id }))).code).toBe('forbidden');
    expect((await see(id)).isOutdated).toBe(false);
  });
});

describe('failures of an export', () => {
  it('waits while the storage does not take the file, says so, and writes it when there is room', async () => {
    const id = await start();
    services.exportFiles.put = async (_key, body) => {
      if ('resume' in body) body.resume();
      await Promise.reject(storageUnavailable(new Error('ENOSPC')));
    };
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect(await see(id)).toMatchObject(
        attempt === 0 ? { state: 'waiting', waits: '' } : { state: 'working', waits: expect.stringMatching(/^En espera/) },
      );
      await stores.services.sql.query(`UPDATE snapshot_work SET next_at = now()`);
      await perform(id);
    }
    services.exportFiles.put = (...given) => files.put(...given);
    await stores.services.sql.query(`UPDATE snapshot_work SET next_at = now()`);
    await perform(id);
    expect(await see(id)).toMatchObject({ state: 'ready', waits: '' });
    expect(await kept()).toEqual([`${id}-9.csv`]);
  });

  it('fails after six attempts that broke off, and tells the owner', async () => {
    const id = await start();
    onBatch = () => Promise.reject(new Error('a defect'));
    for (let attempt = 0; attempt < 7; attempt += 1) {
      expect((await see(id)).state).toBe(attempt === 0 ? 'waiting' : 'working');
      await stores.services.sql.query(`UPDATE snapshot_work SET next_at = now()`);
      await perform(id);
    }
    expect(await see(id)).toMatchObject({ state: 'failed', error: 'Se interrumpió 6 veces antes de terminar.' });
    expect(await kept()).toEqual([]);
    expect(await exports.consumeExportNotice({ actor: rosa })).toMatchObject({ id, state: 'failed' });
  });

  it('leaves no file when reading breaks off, and writes all rows at the next attempt', async () => {
    const id = await start();
    onBatch = (batch) => {
      if (batch === 2) throw new Error('the connection is gone');
    };
    await perform(id);
    expect((await see(id)).state).toBe('working');
    expect(await kept()).toEqual([]);
    onBatch = () => undefined;
    await perform(id);
    // Not before its time.
    expect((await see(id)).state).toBe('working');
    await stores.services.sql.query(`UPDATE snapshot_work SET next_at = now()`);
    await enqueueUnfinishedExports(services);
    await perform(id);
    expect(await see(id)).toMatchObject({ state: 'ready', rowsWritten: 6 });
    expect(await kept()).toEqual([`${id}-2.csv`]);
  });

  it('leaves the work of a stopped worker to the next one', async () => {
    const id = await start();
    const stopping = new AbortController();
    onBatch = () => stopping.abort(new Error('stop'));
    await exports.performExport(id, stopping.signal);
    expect(await kept()).toEqual([]);
    onBatch = () => undefined;
    await stores.services.sql.query(`UPDATE snapshot_work SET next_at = now()`);
    await perform(id);
    expect((await see(id)).state).toBe('ready');
  });

  it('ignores a worker that lost its lease and returns after another one finished', async () => {
    const id = await start();
    let entered = false;
    onBatch = async () => {
      if (entered) return;
      entered = true;
      // Another worker is given the work, and ends it first.
      await stores.services.sql.query('DELETE FROM snapshot_work');
      await perform(id);
    };
    await perform(id);
    expect(await see(id)).toMatchObject({ state: 'ready', rowsWritten: 6 });
    expect(await kept()).toEqual([`${id}-2.csv`]);
    expect(await text(await (await exports.openExportFile({ actor: rosa, id })).open())).toContain('otra');
  });

  it('fails with a message when its list no longer exists in the portal', async () => {
    const id = await start();
    await createExports({ ...services, registries: { ...services.registries, exportAddresses: [] } }).performExport(id, never);
    expect(await see(id)).toMatchObject({ state: 'failed', error: 'Lo que se exporta ya no existe en el portal.' });
  });
});

describe('retention of an export', () => {
  const forget = (hours: number) => deleteOldExports(services, new Date(Date.now() + hours * HOUR_MS));

  it('deletes the file after 24 hours, and the record after eight days', async () => {
    const id = await start();
    await perform(id);
    await forget(23.9);
    expect(await kept()).toHaveLength(1);
    await forget(24.1);
    expect(await kept()).toEqual([]);
    expect((await see(id)).state).toBe('expired');
    expect((await failureOf(exports.openExportFile({ actor: rosa, id }))).code).toBe('not-found');
    await forget(8 * 24);
    expect((await failureOf(see(id))).code).toBe('not-found');
  });

  it('refuses an expired file before the cleanup has deleted it', async () => {
    const id = await start();
    await perform(id);
    await stores.services.sql.query(`UPDATE exports SET expires_at = now() - interval '1 second'`);
    expect((await failureOf(exports.openExportFile({ actor: rosa, id }))).code).toBe('not-found');
  });

  it('fails an export that was not made within 24 hours', async () => {
    const id = await start();
    await forget(23.9);
    expect((await see(id)).state).toBe('waiting');
    await forget(24.1);
    await perform(id);
    expect(await see(id)).toMatchObject({ state: 'failed', error: 'No se pudo preparar en 24 horas.' });
  });

  it('notifies the owner once that the file is ready', async () => {
    const id = await start();
    expect(await exports.consumeExportNotice({ actor: rosa })).toBeNull();
    await perform(id);
    expect(await exports.consumeExportNotice({ actor: rosa })).toEqual({ id, title: 'Cosas', state: 'ready' });
    expect(await exports.consumeExportNotice({ actor: rosa })).toBeNull();
  });
});
