import { describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../documents/embedded/embedded.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { describeAudit } from './audit.contract.ts';
import { readAuditState } from './audit-state.ts';
import { sealBoth, verifyBoth } from './both-databases.ts';
import { sealAudit } from './seal-entries.ts';
import { verifyAudit } from './verify-audit.ts';

const { sql } = await createTestDatabase();
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const store = documents.main;

describeAudit('embedded store', store, async (collection) => {
  await sql.query(`DELETE FROM documents.documents WHERE collection = $1 OR path LIKE $1 || '/%'`, [collection]);
});

describe('embedded store: its own ways', () => {
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

  it('names an entry that SQL put between sealed ones, whatever it says of its time', async () => {
    await importTwo();
    await sealAudit(store);
    await store.importDocuments([{ path: 'auditoria/between', data: entry(1_500_000n), createdVersion: 1_500_000n, version: 1_500_000n }]);
    expect((await verifyAudit(store)).problems).toMatchObject([{ kind: 'inserted', path: 'auditoria/between' }]);
    await sealAudit(store);
    expect((await verifyAudit(store)).problems).toMatchObject([{ kind: 'inserted', path: 'auditoria/between' }]);
  });

  it('seals an entry of a slow transaction once it is visible, in its place', async () => {
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

  it('keeps for the screens what sealing and proving said, of each database', async () => {
    const lines: { msg?: string; database?: string }[] = [];
    const log = createLog({ level: 'info', process: 'test' }, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
    const services = { documents, sql, log };
    await importTwo();
    await sealBoth(services);
    await sealBoth(services);
    await store.delete('auditoria/e1');
    await verifyBoth(services);
    expect(await readAuditState(sql)).toMatchObject([
      { database: 'main', problem: 'missing auditoria/e1' },
      { database: 'digitalization', problem: '', sealedUntil: null },
    ]);
    expect(lines.filter(({ msg }) => msg === 'newest audit seal')).toHaveLength(1);
  });
});
