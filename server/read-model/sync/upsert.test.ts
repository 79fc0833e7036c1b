import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOGS } from '../../catalogs/registry.ts';
import { quotesProjection } from '../../features/quotes/quotes.projection.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { inTransaction } from '../../platform/sql/sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import type { AnyProjection } from '../projection.ts';
import { applyRows, forgetFailures } from './apply-rows.ts';
import { createProjectionIndex, projectAll, projectTombstones } from './project-documents.ts';
import { readChangedDocuments } from './read-documents.ts';
import type { SourceRow } from './recordset.ts';
import { upsertRows } from './upsert.ts';
import { runs } from '../../testing/run-seed.ts';

const { sql } = await createTestDatabase();
const store = createEmbeddedDocumentStore({ sql, database: 'main' });
const index = createProjectionIndex([CATALOGS.agencias.projection]);
beforeEach(() => sql.query('TRUNCATE agencias, cotizaciones, productos_servicios_productos, sync_failures, unread_fields'));

const row = (id: string, version: bigint, nombre: string): SourceRow => {
  const [projected] = projectAll(CATALOGS.agencias.projection, [
    { path: `agencias/${id}`, id, collection: 'agencias', data: { nombre }, version, createdVersion: 1n },
  ]).rows;
  if (!projected) throw new Error('not projected');
  return projected;
};
const write = (rows: readonly SourceRow[], mode: 'newer' | 'repair' = 'newer') =>
  inTransaction(sql, (client) => upsertRows(client, CATALOGS.agencias.projection, rows, mode));
const stored = async () =>
  (
    await sql.query<{ id: string; nombre: string; source_version: bigint; source_deleted: boolean }>(
      'SELECT id, nombre, source_version, source_deleted FROM agencias ORDER BY id',
    )
  ).rows;

describe('upsertRows', () => {
  it('says what it really inserted and updated', async () => {
    expect(await write([row('a', 2n, 'A'), row('b', 2n, 'B')])).toEqual({ inserted: 2, updated: 0, failures: [] });
    expect(await write([row('a', 3n, 'A3'), row('b', 1n, 'old'), row('c', 1n, 'C')])).toEqual({ inserted: 1, updated: 1, failures: [] });
    expect(await write([row('a', 3n, 'replayed')])).toEqual({ inserted: 0, updated: 0, failures: [] });
    expect((await stored()).map(({ id, nombre }) => id + nombre)).toEqual(['aA3', 'bB', 'cC']);
  });

  it('replaces a row of the same version only in repair mode', async () => {
    await write([row('a', 2n, 'A')]);
    await sql.query(`UPDATE agencias SET nombre = 'by hand'`);
    expect(await write([row('a', 2n, 'A')])).toMatchObject({ updated: 0 });
    expect(await write([row('a', 1n, 'older')], 'repair')).toMatchObject({ updated: 0 });
    expect(await write([row('a', 2n, 'A')], 'repair')).toMatchObject({ updated: 1 });
    expect(await write([row('a', 2n, 'A')], 'repair')).toMatchObject({ updated: 0 });
  });

  it('keeps the newest version of each id, whatever the order and batches', async () => {
    const versions = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.bigInt(1n, 9n)), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(versions, fc.integer({ min: 1, max: 7 }), async (arrivals, size) => {
        await sql.query('TRUNCATE agencias');
        for (let start = 0; start < arrivals.length; start += size)
          await write(arrivals.slice(start, start + size).map(([id, version]) => row(id, version, `v${version}`)));
        const newest = new Map<string, bigint>();
        for (const [id, version] of arrivals) if ((newest.get(id) ?? 0n) < version) newest.set(id, version);
        expect(new Map((await stored()).map((entry) => [entry.id, entry.source_version]))).toEqual(newest);
        expect((await stored()).every((entry) => entry.nombre === `v${entry.source_version}`)).toBe(true);
      }),
      { numRuns: runs(15) },
    );
  });

  it('writes the other rows when the database refuses some, and names those with the reason', async () => {
    const bad = (id: string) => ({ ...row(id, 5n, id), values: { ...row(id, 5n, id).values, createdAt: 'not a time' } });
    const rows = Array.from({ length: 2_300 }, (_, n) => (n === 3 || n === 1_500 ? bad(`r${n}`) : row(`r${n}`, 5n, `n${n}`)));
    const result = await write(rows);
    expect(result).toMatchObject({ inserted: 2_298 });
    expect(result.failures.map((failure) => failure.path).sort()).toEqual(['agencias/r1500', 'agencias/r3']);
    expect(result.failures[0]?.reason).toMatch(/invalid input syntax/);
  });

  it('removes characters that Postgres cannot store', async () => {
    const odd = { ...row('a', 1n, ''), values: { ...row('a', 1n, '').values, nombre: 'a\0b\ud800\\u0000' } };
    expect(await write([odd])).toMatchObject({ inserted: 1 });
    expect((await stored())[0]?.nombre).toBe('ab\\u0000');
  });

  it('keeps only a tombstone of a deleted document, which a later creation replaces', async () => {
    await write([row('a', 2n, 'A')]);
    const [tombstone] = projectTombstones(CATALOGS.agencias.projection, [{ path: 'agencias/a', version: 3n }]).rows;
    if (!tombstone) throw new Error('no tombstone');
    await write([tombstone, row('a', 1n, 'late')]);
    expect(await stored()).toEqual([{ id: 'a', nombre: '', source_version: 3n, source_deleted: true }]);
    await write([row('a', 4n, 'again')]);
    expect(await stored()).toEqual([{ id: 'a', nombre: 'again', source_version: 4n, source_deleted: false }]);
  });
});

describe('applyRows', () => {
  it('succeeds when many transactions write the same rows at once', async () => {
    const writers = Array.from({ length: 8 }, (_, writer) => {
      const rows = Array.from({ length: 50 }, (_entry, n) => row(`r${(n * 7 + writer) % 50}`, BigInt(writer + 1), `w${writer}`));
      return applyRows(sql, [{ projection: CATALOGS.agencias.projection, rows, failures: [] }]);
    });
    await Promise.all(writers);
    expect((await stored()).every((entry) => entry.source_version === 8n)).toBe(true);
  });

  it('writes nothing when the work in the same transaction fails', async () => {
    const alongside = () => Promise.reject(new Error('no position'));
    await expect(
      applyRows(sql, [{ projection: CATALOGS.agencias.projection, rows: [row('a', 1n, 'A')], failures: [] }], { alongside }),
    ).rejects.toThrow('no position');
    expect(await stored()).toEqual([]);
  });
});

describe('a document that no index can hold', () => {
  const PRODUCTS = CATALOGS.productos_servicios_productos.projection;
  /** Text of that many characters that Postgres cannot compress. */
  const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
  const document = (path: string, data: Fields): StoredDocument => {
    const separator = path.lastIndexOf('/');
    return { path, id: path.slice(separator + 1), collection: path.slice(0, separator), data, version: 1n, createdVersion: 1n };
  };
  const apply = (projection: AnyProjection, documents: readonly StoredDocument[]) =>
    applyRows(sql, [{ projection, ...projectAll(projection, documents) }]);
  const found = async (query: string) => (await sql.query<Record<string, unknown>>(query)).rows;

  it('has its row and is listed to review when a text longer than any id stands for a person', async () => {
    const registradaPor = randomText(4_000);
    const quotes = [document('cotizaciones/larga', { registradaPor }), document('cotizaciones/otra', { registradaPor: 'Nadie' })];
    expect(await apply(quotesProjection, quotes)).toEqual({ inserted: 2, updated: 0, failed: 0 });
    expect(await found('SELECT id, "registradaPor" FROM cotizaciones ORDER BY id')).toEqual([
      { id: 'larga', registradaPor },
      { id: 'otra', registradaPor: 'Nadie' },
    ]);
    expect(
      await found(`SELECT row_id, target, raw, left(value, 20) AS value FROM unread_fields WHERE resolved = '' ORDER BY row_id`),
    ).toEqual([
      { row_id: 'larga', target: '', raw: '', value: registradaPor.slice(0, 20) },
      { row_id: 'otra', target: 'usuarios', raw: 'Nadie', value: 'Nadie' },
    ]);
  });

  it('is set aside alone when only its unread fields cannot be stored', async () => {
    const unread = (field: string) => [{ field, value: 'nunca', reason: 'No se entiende.' }];
    const rows = ['a', 'b', 'c'].map((id) => ({ ...row(id, 1n, id), unread: unread(id === 'b' ? 'campo\0' : 'campo') }));
    expect(await applyRows(sql, [{ projection: CATALOGS.agencias.projection, rows, failures: [] }])).toEqual({
      inserted: 2,
      updated: 0,
      failed: 1,
    });
    expect((await stored()).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(await found('SELECT row_id FROM unread_fields ORDER BY row_id')).toEqual([{ row_id: 'a' }, { row_id: 'c' }]);
    expect(await found('SELECT path FROM sync_failures')).toEqual([{ path: 'agencias/b' }]);
  });

  it('is set aside once under the beginning of its path, and forgotten once it reads well', async () => {
    const path = `productos_servicios/${randomText(1_500)}/productos/${randomText(1_500)}`;
    const others = [`${path.slice(0, -1)}+`, 'productos_servicios/s/productos/p'];
    for (let round = 0; round < 2; round += 1)
      expect(
        await apply(
          PRODUCTS,
          [path, ...others].map((one) => document(one, { nombre: 'Ahorro' })),
        ),
      ).toMatchObject({ failed: 2 });
    const failures = await found('SELECT path FROM sync_failures');
    expect(failures.map((failure) => String(failure['path']).slice(0, 400))).toEqual([path.slice(0, 400), path.slice(0, 400)]);
    expect(await found('SELECT id FROM productos_servicios_productos')).toEqual([{ id: 's/p' }]);
    await forgetFailures(sql, 'main', [path]);
    expect(await found('SELECT path FROM sync_failures')).toHaveLength(1);
  });

  it('is set aside with a reason that Postgres can store', async () => {
    const failures = [{ path: 'agencias/a', version: 1n, reason: 'projection: a\0b\ud800' }];
    await applyRows(sql, [{ projection: CATALOGS.agencias.projection, rows: [], failures }]);
    expect(await found('SELECT reason FROM sync_failures')).toEqual([{ reason: 'projection: ab' }]);
  });
});

describe('a document that cannot be read', () => {
  const fail = (version: bigint) => {
    const failures = [{ path: 'agencias/a', version, reason: `de la ${version}` }];
    return applyRows(sql, [{ projection: CATALOGS.agencias.projection, rows: [], failures }]);
  };

  it('is recorded with its latest version, whatever the order of its failures', async () => {
    for (const version of [5n, 4n]) await fail(version);
    const { rows } = await sql.query('SELECT source_version, reason FROM sync_failures');
    expect(rows).toEqual([{ source_version: 5n, reason: 'de la 5' }]);
  });
});

describe('readChangedDocuments', () => {
  const read = (change: { version?: bigint; deleted?: boolean }) =>
    readChangedDocuments({ sql, store, index }, [{ path: 'agencias/gone', ...change }]);
  const tombstoneVersion = async (change: { version?: bigint; deleted?: boolean }) =>
    (await read(change))[0]?.rows.map(({ deleted, version }) => ({ deleted, version }));

  it('makes the tombstone of a missing document newer than every known version', async () => {
    expect(await tombstoneVersion({ version: 7n, deleted: true })).toEqual([{ deleted: true, version: 7n }]);
    // The change was announced at version 7, so the deletion is later.
    expect(await tombstoneVersion({ version: 7n })).toEqual([{ deleted: true, version: 8n }]);
    expect(await tombstoneVersion({})).toEqual([]);
    await write([row('gone', 20n, 'was here')]);
    expect(await tombstoneVersion({})).toEqual([{ deleted: true, version: 21n }]);
  });

  it('skips collections without a table', async () => {
    expect(
      await readChangedDocuments({ sql, store, index }, [
        { path: 'nowhere/x', version: 1n },
        { path: 'agencias/x/fotos/y', version: 1n },
      ]),
    ).toEqual([]);
  });
});
