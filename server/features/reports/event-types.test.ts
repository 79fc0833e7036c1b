import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPermissions } from '../../domain/document-permissions.ts';
import type { Staff } from '../../domain/permissions.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { errorCode } from '../../platform/error-code.ts';
import { inTransaction, type SqlClient } from '../../platform/sql/sql.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { FILE_EVENTS } from './event-list.ts';
import { rebuildEventTypes, verifyEventTypes } from './event-types.ts';
import { runs } from '../../testing/run-seed.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();
const { findPage } = listVerbs(FILE_EVENTS);
// Connections that are opened from now on: circles are many here, and each would wait for a second.
await sql.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''20ms''', current_database()); END $$`);

const MENUS = ['briefcase-reports', 'digitalization-documents'] as const;
const clerk = (agencyScope: 'all' | 'own', change: Partial<Staff> = {}) => {
  const permissions = readPermissions({ a: { t1: ['view'] }, b: { t2: ['view'] } });
  return testEditor(
    { agencyId: 'norte', permissionSet: { id: 's', title: 'S', agencyScope, permissions }, pageSize: 100, ...change },
    MENUS,
  );
};
const TYPED = `NOT d.source_deleted AND d."categoryId" || '/' || d."documentId" IN ('a/t1', 'b/t2')`;
/** Somebody, and what documents `d` must hold for their events to be theirs to see. */
const PEOPLE: readonly (readonly [Staff, string])[] = [
  [testStaff({ pageSize: 100 }), 'TRUE'],
  [testEditor({ pageSize: 100 }, ['briefcase-reports']), 'FALSE'],
  [clerk('all'), TYPED],
  [clerk('own'), `${TYPED} AND 'norte' IN (d."agencyId", d."agencyFromDoc")`],
  [clerk('all', { permissionSet: null }), 'FALSE'],
];
const seenBy = async (actor: Staff, search = '') =>
  (await findPage(someServices({ sql, liveSettings: unchangedSettings() }), { actor, params: new URLSearchParams(search) })).rows
    .map(({ id }) => id)
    .sort();

/** The same from events and documents alone. */
async function theirs(condition: string, area = ''): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT e.id FROM eventos_archivos e LEFT JOIN documentos d ON d.id = e."fileId"
     WHERE NOT e.source_deleted AND (e.area = 'briefcase' OR coalesce(${condition}, ${condition === 'TRUE'})) AND $1 IN ('', e.area) ORDER BY e.id COLLATE "C"`,
    [area],
  );
  return rows.map(({ id }) => id);
}

async function expectRight(): Promise<void> {
  expect(await verifyEventTypes(sql)).toEqual([]);
  for (const [place, [actor, condition]] of PEOPLE.entries())
    for (const area of ['', 'digitalization'])
      expect([place, area, await seenBy(actor, `area=${area}`)]).toEqual([place, area, await theirs(condition, area)]);
}

interface Step {
  what: 'event' | 'file-event' | 'document' | 'gone' | 'deleted';
  id: number;
  type: string;
  agency: string;
}

/** As the sync writes rows: new ones, and others anew; and as a row is mended, which goes first. */
async function take({ what, id, type, agency }: Step, client: Pick<SqlClient, 'query'>): Promise<void> {
  const [category = '', kind = ''] = type.split('/');
  if (what === 'event' || what === 'file-event')
    await client.query(
      `INSERT INTO eventos_archivos (id, kind, area, "fileId", at, source_version) VALUES ($1, 'view', $2, $3, now(), 1)
       ON CONFLICT (id) DO UPDATE SET area = excluded.area, "fileId" = excluded."fileId"`,
      [`e${id}`, what === 'event' ? 'digitalization' : 'briefcase', `d${id % 4}`],
    );
  else if (what === 'deleted') await client.query('DELETE FROM documentos WHERE id = $1', [`d${id % 4}`]);
  else
    await client.query(
      `INSERT INTO documentos (id, "categoryId", "documentId", "agencyId", source_deleted, "createdAt", source_version) VALUES ($1, $2, $3, $4, $5, now(), 1)
       ON CONFLICT (id) DO UPDATE SET "categoryId" = $2, "documentId" = $3, "agencyId" = $4, source_deleted = $5`,
      [`d${id % 4}`, category, kind, agency, what === 'gone'],
    );
}

/** Whoever is chosen to end a circle tries again, as the sync does. */
async function inOwnTransaction(steps: readonly Step[]): Promise<void> {
  try {
    await inTransaction(sql, async (client) => {
      for (const step of steps) await take(step, client);
    });
  } catch (error) {
    if (errorCode(error) !== '40P01') throw error;
    await inOwnTransaction(steps);
  }
}

const EVENT: Step = { what: 'event', id: 1, type: 'a/t1', agency: 'norte' };
const DOCUMENT: Step = { ...EVENT, what: 'document' };
const keyOfEvent = async () =>
  (await sql.query<{ document_type_key: string }>(`SELECT document_type_key FROM eventos_archivos WHERE id = 'e1'`)).rows[0]
    ?.document_type_key;

describe('types of events', () => {
  beforeEach(async () => {
    await sql.query('TRUNCATE eventos_archivos, documentos');
  });

  it('equal those of their documents and decide who sees the events, under concurrent writes', async () => {
    const step = fc.record<Step>({
      what: fc.constantFrom('event', 'event', 'file-event', 'document', 'document', 'gone', 'deleted'),
      id: fc.nat(12),
      type: fc.constantFrom('a/t1', 'a/t2', 'b/t2', '/', `a/${'x'.repeat(600)}`),
      agency: fc.constantFrom('norte', 'sur'),
    });
    const transactions = fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(transactions, async (all) => {
        await sql.query('TRUNCATE eventos_archivos, documentos');
        await Promise.all(all.map((steps) => inOwnTransaction(steps)));
        await expectRight();
        await rebuildEventTypes(sql);
        await expectRight();
      }),
      { numRuns: runs(10) },
    );
  });

  it('are filled in when the document comes after the event, and follow its changes', async () => {
    await take(EVENT, sql);
    expect(await keyOfEvent()).toBe('');
    await take(DOCUMENT, sql);
    expect(await keyOfEvent()).toBe('a/t1');
    await take({ ...DOCUMENT, what: 'gone' }, sql);
    expect(await keyOfEvent()).toBe('/');
    await take({ ...DOCUMENT, type: 'b/t2' }, sql);
    expect(await keyOfEvent()).toBe('b/t2');
    await sql.query('TRUNCATE documentos');
    expect(await keyOfEvent()).toBe('');
  });

  it('are filled in by `findEventTypes` when event and document come in concurrent transactions', async () => {
    await inTransaction(sql, async (client) => {
      await take(DOCUMENT, client);
      // Sees no document: the other transaction is still open.
      await take(EVENT, sql);
    });
    expect(await keyOfEvent()).toBe('');
    await expectRight();
    expect(await seenBy(clerk('all'))).toEqual(['e1']);
    await rebuildEventTypes(sql);
    expect(await keyOfEvent()).toBe('a/t1');
  });

  it('are updated when the document changes while the transaction of the event is open', async () => {
    await take(DOCUMENT, sql);
    let changed: Promise<void> | undefined;
    await inTransaction(sql, async (client) => {
      await take(EVENT, client);
      changed = take({ ...DOCUMENT, type: 'b/t2' }, sql);
      // Waits for the event, or it would not see it.
      expect(await Promise.race([changed.then(() => 'done'), waitingForLocks()])).toBe('waits');
    });
    await changed;
    expect(await keyOfEvent()).toBe('b/t2');
  });

  it('are rejected by a constraint when an event of digitalization has the key of the Maletín', async () => {
    const wrong = `INSERT INTO eventos_archivos (id, area, "fileId", document_type_key, at, source_version) VALUES ('x', 'digitalization', 'd1', '-', now(), 1)`;
    await sql.query('ALTER TABLE eventos_archivos DISABLE TRIGGER USER');
    await expect(sql.query(wrong)).rejects.toThrow(/eventos_archivos_document_type_key/);
    await sql.query('ALTER TABLE eventos_archivos ENABLE TRIGGER USER');
  });

  it('are reported by `verifyEventTypes` when wrong, and repaired by `findEventTypes`', async () => {
    await take(DOCUMENT, sql);
    await take(EVENT, sql);
    await sql.query(`UPDATE eventos_archivos SET document_type_key = 'a/t2'`);
    expect(await verifyEventTypes(sql)).toEqual(['eventos_archivos e1: dice a/t2, el documento a/t1']);
    await rebuildEventTypes(sql);
    expect(await keyOfEvent()).toBe('a/t1');
  });
});

/** Resolves when somebody waits for a lock. */
async function waitingForLocks(): Promise<string> {
  await expect
    .poll(
      async () =>
        (
          await sql.query(
            `SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
  return 'waits';
}
