import { beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { documentConflict } from '../../ports/documents/document-errors.ts';
import type { DocumentStore, Fields } from '../../ports/documents/document-store.ts';
import { newDocumentId } from '../../platform/document-id.ts';
import { readText } from '../../read-model/field-readers.ts';
import { AUDIT_COLLECTION, storeAudit } from '../../records/write-audit.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { createLog } from '../../platform/log/log.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readAuditState } from './audit-state.ts';
import { sealBoth, verifyBoth } from './both-databases.ts';
import { findLastSeal, sealAudit } from './seal-entries.ts';
import { sealRestored } from './seal-restored.ts';
import { listPath, readSeal, sealHash, sealPath, SEALS_COLLECTION, sha256, writeList, readList } from './seal.ts';
import { verifyAudit } from './verify-audit.ts';

const NOW = { minimumAgeMs: 0 };
const HOUR_MS = 3_600_000;

/** Sealing and proving, whatever the documents lie in. `clear` empties a collection. */
function describeAudit(name: string, store: DocumentStore, clear: (collection: string) => Promise<void>): void {
  const write = async (id = newDocumentId(), extra: Fields = {}) => {
    await storeAudit(store, {
      id,
      actor: { id: 'ana', name: 'Ana Pérez' },
      action: AUDIT_ACTIONS.recordUpdated,
      targetPath: 'agencias/central',
      beforeData: { nombre: 'Antes' },
      newData: { nombre: 'Después', ...extra },
    });
    return `${AUDIT_COLLECTION}/${id}`;
  };
  const writeMany = async (count: number) => {
    const paths: string[] = [];
    for (let n = 0; n < count; n += 1) paths.push(await write());
    return paths;
  };
  const problems = async () => (await verifyAudit(store)).problems.map(({ kind, path }) => `${kind} ${path}`).sort();

  beforeEach(async () => {
    for (const collection of [AUDIT_COLLECTION, SEALS_COLLECTION]) await clear(collection);
  });

  describe(`${name}: sealing`, () => {
    it('seals in batches, in order, each linked to the previous seal', async () => {
      await writeMany(7);
      expect(await sealAudit(store, { ...NOW, entriesPerSeal: 3 })).toMatchObject({ entries: 7, last: { n: 3, count: 1 } });
      const seals = (await store.getMany([1, 2, 3].map(sealPath))).map((document) => readSeal(document ?? { data: {} }));
      expect(seals.map(({ count }) => count)).toEqual([3, 3, 1]);
      expect(seals.map(({ prev }) => prev)).toEqual(['', seals[0]?.hash, seals[1]?.hash]);
      for (const seal of seals) expect(seal.hash).toBe(sealHash(store.database, seal));
      expect(await sealAudit(store, NOW)).toMatchObject({ entries: 0, last: { n: 3 } });
      await writeMany(2);
      expect(await sealAudit(store, NOW)).toMatchObject({ entries: 2, last: { n: 4, prev: seals[2]?.hash } });
      expect(await verifyAudit(store)).toMatchObject({ seals: 4, entries: 9, unsealed: 0, problems: [] });
    });

    it('leaves too recent entries for the next run, and writes no seal when there is nothing to seal', async () => {
      expect(await sealAudit(store)).toEqual({ entries: 0, last: null });
      await write();
      expect(await sealAudit(store)).toEqual({ entries: 0, last: null });
      expect(await verifyAudit(store)).toMatchObject({ seals: 0, entries: 0, unsealed: 1, problems: [] });
    });

    it('makes one unbroken chain when four workers seal while entries are written', async () => {
      const paths = [...(await writeMany(5))];
      let writing = true;
      const workers = Array.from({ length: 4 }, async () => {
        while (writing) await sealAudit(store, { ...NOW, entriesPerSeal: 4 });
      });
      for (let n = 0; n < 4; n += 1) paths.push(...(await Promise.all(Array.from({ length: 8 }, () => write()))));
      writing = false;
      await Promise.all(workers);
      await sealAudit(store, { ...NOW, entriesPerSeal: 4 });
      expect(await verifyAudit(store)).toMatchObject({ entries: paths.length, unsealed: 0, problems: [] });
    });

    it('continues after a crash before or after a seal was stored', async () => {
      await writeMany(6);
      for (const fails of ['before', 'after'] as const) {
        const crashing: typeof store = {
          ...store,
          batch: async (writes) => {
            if (fails === 'after') await store.batch(writes);
            throw new Error('killed');
          },
        };
        await expect(sealAudit(crashing, { ...NOW, entriesPerSeal: 2 })).rejects.toThrow('killed');
      }
      expect(await findLastSeal(store)).toMatchObject({ n: 1, count: 2 });
      await sealAudit(store, { ...NOW, entriesPerSeal: 2 });
      expect(await verifyAudit(store)).toMatchObject({ seals: 3, entries: 6, problems: [] });
    });

    it('seals nothing when another worker has taken the seal number', async () => {
      await writeMany(3);
      const late = { ...store, batch: () => Promise.reject(documentConflict('x', 'taken')) };
      expect(await sealAudit(late, NOW)).toEqual({ entries: 0, last: null });
    });

    it('finds the last seal of chains of 1 to 100 seals from any starting guess', async () => {
      for (const length of [1, 2, 3, 31, 64, 100]) {
        await clear(SEALS_COLLECTION);
        const writes = Array.from({ length }, (_unused, n) => ({ kind: 'set' as const, path: sealPath(n + 1), data: { n: n + 1 } }));
        await store.batch(writes);
        for (const near of [0, 1, length - 1, length, length + 7]) expect((await findLastSeal(store, near))?.n).toBe(length);
      }
    });

    it('seals imported entries that are older than the first seal, without a problem', async () => {
      const old = new Date(Date.now() - 1_000 * HOUR_MS);
      await store.set(`${AUDIT_COLLECTION}/imported`, { action: 'X', createdAt: old, at: old });
      await write();
      expect(await sealAudit(store, NOW)).toMatchObject({ entries: 2 });
      expect(await problems()).toEqual([]);
    });

    it('seals in a later run imported entries that were too recent for the first one', async () => {
      const old = new Date(Date.now() - 1_000 * HOUR_MS);
      const add = (id: string) => store.set(`${AUDIT_COLLECTION}/${id}`, { action: 'X', createdAt: old, at: old });
      await add('first');
      await add('young');
      const beginning: Parameters<typeof sealAudit>[0] = {
        database: store.database,
        getMany: (paths) => store.getMany(paths),
        batch: (writes) => store.batch(writes),
        async *scanCreated(collection, options) {
          for await (const page of store.scanCreated(collection, options)) yield page.filter(({ id }) => id !== 'young');
        },
      };
      expect(await sealAudit(beginning, NOW)).toMatchObject({ entries: 1, last: { n: 1 } });
      expect(await sealAudit(store, NOW)).toMatchObject({ entries: 1, last: { n: 2 } });
      await write();
      expect(await sealAudit(store, NOW)).toMatchObject({ entries: 1, last: { n: 3 } });
      expect(await problems()).toEqual([]);
    });
  });

  describe(`${name}: verifying`, () => {
    it('reports altered entries, even by a single character and even before they were sealed', async () => {
      const [, second = '', third = ''] = await writeMany(4);
      await sealAudit(store, NOW);
      const entry = await store.get(second);
      await store.set(second, { ...entry?.data, newData: { nombre: 'Despues' } });
      expect(await problems()).toEqual([`altered ${second}`]);
      await store.set(second, entry?.data ?? {});
      await store.update(third, { user: 'beto' });
      expect(await problems()).toEqual(expect.arrayContaining([`altered ${third}`]));
      const young = await write();
      await store.update(young, { user: 'beto' });
      expect(await problems()).toContain(`altered ${young}`);
    });

    it('reports a deleted entry as missing', async () => {
      const [, second = ''] = await writeMany(3);
      await sealAudit(store, NOW);
      await store.delete(second);
      expect(await problems()).toEqual([`missing ${second}`]);
    });

    it('reports inserted entries: a copy of an older one, a backdated one, and one without times', async () => {
      const [first = ''] = await writeMany(3);
      await sealAudit(store, NOW);
      const entry = await store.get(first);
      const earlier = new Date(Date.now() - HOUR_MS);
      await store.set(`${AUDIT_COLLECTION}/copied`, { ...entry?.data, createdAt: earlier });
      await store.create(`${AUDIT_COLLECTION}/backdated`, { ...entry?.data, createdAt: new Date(), at: earlier });
      await store.set(`${AUDIT_COLLECTION}/bare`, { action: 'X' });
      const expected = ['backdated', 'bare', 'copied'].map((id) => `inserted ${AUDIT_COLLECTION}/${id}`);
      expect(await problems()).toEqual(expected);
      await sealAudit(store, NOW);
      expect(await problems()).toEqual(expected);
    });

    it('reports seals that were altered or deleted, and lists that were altered', async () => {
      await writeMany(6);
      await sealAudit(store, { ...NOW, entriesPerSeal: 2 });
      const path = sealPath(2);
      const seal = await store.get(path);
      await store.update(path, { count: 1 });
      expect(await problems()).toContain(`seal ${path}`);
      await store.delete(path);
      expect(await problems()).toEqual([`seal ${sealPath(3)}`]);
      await store.set(path, seal?.data ?? {});
      expect(await problems()).toEqual([]);
      await store.update(listPath(2), { entradas: '[]' });
      expect(await problems()).toEqual([`seal ${listPath(2)}`]);
    });

    it('detects a seal forged together with its list by the next seal, or by the last hash in the log', async () => {
      const [first = ''] = await writeMany(2);
      await sealAudit(store, NOW);
      await write();
      const { last } = await sealAudit(store, NOW);
      await store.delete(first);
      const seal = readSeal((await store.get(sealPath(1))) ?? { data: {} });
      const list = readList(readText((await store.get(listPath(1)))?.data ?? {}, 'entradas'))?.slice(1) ?? [];
      const forged = { ...seal, count: list.length, root: sha256(writeList(list)) };
      await store.update(sealPath(1), { ...forged, hash: sealHash(store.database, forged) });
      await store.update(listPath(1), { entradas: writeList(list) });
      expect(await problems()).toContain(`seal ${sealPath(2)}`);
      await store.delete(sealPath(2));
      const expected = { n: last?.n ?? 0, hash: last?.hash ?? '' };
      expect((await verifyAudit(store, { expected })).problems).toEqual([expect.objectContaining({ kind: 'seal', path: sealPath(2) })]);
    });
  });

  describe(`${name}: a restore that gives entries new times`, () => {
    const [altered, deleted, kept] = ['altered', 'deleted', 'kept'].map((id) => `${AUDIT_COLLECTION}/${id}`) as [string, string, string];

    /** Of an hour ago, as the backup of another place has them. @param wrong written again there, as the backup knows */
    const bringBack = async (wrong = '') => {
      const before = new Date(Date.now() - HOUR_MS);
      const version = BigInt(before.getTime()) * 1_000n;
      for (const path of [altered, deleted, kept]) await store.create(path, { action: 'X', user: 'ana', createdAt: before, at: before });
      const times = new Map(
        [altered, deleted, kept].map((path, n) => {
          const createdVersion = version + BigInt(n);
          return [path, { createdVersion, version: path === wrong ? createdVersion + 9n : createdVersion }];
        }),
      );
      expect(await problems()).toHaveLength(3);
      await sealRestored(store, { of: new Date(), times });
    };

    beforeEach(async () => {
      const long = new Date(Date.now() - 2 * HOUR_MS);
      const seal = { n: 1, from: '1:x', to: '1:x', count: 0, root: sha256('[]'), prev: '', at: long, restored: null };
      await store.set(sealPath(1), { ...seal, hash: sealHash(store.database, seal) });
      await store.set(listPath(1), { entradas: '[]' });
      // Lists whose seals an earlier test took away.
      for (const n of [2, 3, 4]) await store.delete(listPath(n));
    });

    it('passes verification, with the restored entries counted, and can be sealed further', async () => {
      await bringBack();
      expect(await verifyAudit(store)).toMatchObject({ entries: 3, unsealed: 0, problems: [], restored: { entries: 3 } });
      await write();
      expect(await sealAudit(store, NOW)).toMatchObject({ entries: 1 });
      expect(await verifyAudit(store)).toMatchObject({ entries: 4, unsealed: 0, problems: [], restored: { entries: 3 } });
      // Once more, from a backup of what was brought back.
      const all = await store.getMany([altered, deleted, kept]);
      await sealRestored(store, { of: new Date(), times: new Map(all.flatMap((entry) => (entry ? [[entry.path, entry]] : []))) });
      expect(await verifyAudit(store)).toMatchObject({ entries: 4, problems: [], restored: { entries: 4 } });
    });

    it('reports entries that are altered, rewritten, deleted or inserted afterwards', async () => {
      await bringBack();
      const entry = await store.get(kept);
      await store.update(altered, { user: 'beto' });
      await store.delete(deleted);
      await store.update(kept, { user: 'beto' });
      await store.set(kept, entry?.data ?? {});
      await store.create(`${AUDIT_COLLECTION}/inserted`, entry?.data ?? {});
      const expected = [`altered ${altered}`, `altered ${kept}`, `inserted ${AUDIT_COLLECTION}/inserted`, `missing ${deleted}`];
      expect(await problems()).toEqual(expected);
      await sealAudit(store, NOW);
      expect(await problems()).toEqual(expected);
      // What was deleted and put there anew is no longer what the restore stored.
      await store.create(deleted, entry?.data ?? {});
      expect((await verifyAudit(store)).problems.map(({ path }) => path)).toContain(deleted);
    });

    it('keeps reporting entries that were wrong in the backup, and detects when that note is removed', async () => {
      await bringBack(altered);
      expect((await verifyAudit(store)).problems).toMatchObject([
        { kind: 'altered', path: altered, reason: expect.stringContaining('(ya en el respaldo)') as string },
      ]);
      const seal = readSeal((await store.get(sealPath(2))) ?? { data: {} });
      await store.update(sealPath(2), { restored: { of: seal.restored?.of ?? new Date(), problems: [] } });
      expect(await problems()).toEqual([`seal ${sealPath(2)}`]);
    });
  });
}

const { sql } = await createTestDatabase();
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const store = documents.main;

describeAudit('embedded store', store, async (collection) => {
  await sql.query(`DELETE FROM documents.documents WHERE collection = $1 OR path LIKE $1 || '/%'`, [collection]);
});

describe('embedded store: specifics', () => {
  const now = () => sql.query(`SELECT documents.now_micros() AS micros`).then(({ rows }) => (rows[0] as { micros: bigint }).micros);
  const entry = (createdVersion: bigint) => ({
    action: 'X',
    at: new Date(Number(createdVersion / 1_000n)),
    createdAt: new Date(Number(createdVersion / 1_000n)),
  });

  const importTwo = () =>
    store.importDocuments(
      [1n, 2n].map((n) => ({
        path: `auditoria/e${n}`,
        data: entry(n * 1_000_000n),
        createdVersion: n * 1_000_000n,
        version: n * 1_000_000n,
      })),
    );

  it('reports an entry that SQL inserted between sealed ones, even when its times are consistent', async () => {
    await importTwo();
    await sealAudit(store);
    await store.importDocuments([{ path: 'auditoria/between', data: entry(1_500_000n), createdVersion: 1_500_000n, version: 1_500_000n }]);
    expect((await verifyAudit(store)).problems).toMatchObject([{ kind: 'inserted', path: 'auditoria/between' }]);
    await sealAudit(store);
    expect((await verifyAudit(store)).problems).toMatchObject([{ kind: 'inserted', path: 'auditoria/between' }]);
  });

  it('waits for an open transaction, then seals its entry together with the later one', async () => {
    await importTwo();
    await sealAudit(store);
    const client = await sql.connect();
    await client.query('BEGIN');
    const version = await now();
    await client.query(
      `INSERT INTO documents.documents (database, path, collection, collection_group, data, created_version, version)
       SELECT 'main', 'auditoria/slow', 'auditoria', 'auditoria', data, $1, $1 FROM documents.documents WHERE path = 'auditoria/e2'`,
      [version],
    );
    await store.create('auditoria/quick', entry(version));
    expect((await sealAudit(store, { minimumAgeMs: 0 })).entries).toBe(0);
    await client.query('COMMIT');
    client.release();
    expect((await sealAudit(store, { minimumAgeMs: 0 })).entries).toBe(2);
    expect((await verifyAudit(store)).unsealed).toBe(0);
  });

  it('stores the results of sealing and verifying for the screens, by database', async () => {
    const lines: { msg?: string; database?: string }[] = [];
    const log = createLog({ level: 'info', process: 'test' }, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
    const services = { documents, sql, log };
    await importTwo();
    await sealBoth(services);
    await sealBoth(services);
    await store.delete('auditoria/e1');
    await verifyBoth(services);
    expect(await readForScreen(sql, readAuditState)).toMatchObject([
      { database: 'main', problem: 'missing auditoria/e1' },
      { database: 'digitalization', problem: '', sealedUntil: null },
    ]);
    expect(lines.filter(({ msg }) => msg === 'newest audit seal')).toHaveLength(1);
  });
});

await describeOnFirestore('audit', (open) => {
  const store = open('digitalization');
  describeAudit('Firestore emulator', store, async (collection) => {
    for await (const page of store.scan(collection)) {
      await store.batch(page.map(({ path }) => ({ kind: 'delete', path })));
      await store.batch(page.map(({ path }) => ({ kind: 'delete', path: `${path}/entradas/lista` })));
    }
  });
});
