import { describe, expect, it } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { recountDocumentTotals, verifyDocumentTotals } from './document-totals.ts';
import { clerk, createDocumentsFixture } from './testing/documents-fixture.ts';

const { sql, digitalization } = await createDocumentsFixture();

/** The same numbers at every run. */
let seed = 7;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const one = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

const STATES = ['INDEXED', 'ASSIGNED', 'RETURNED', 'ARCHIVED', 'REVISION', ''];
const kindOf = () => [
  one(['a', 'b']),
  one(['t1', 't2', 't3']),
  one(STATES),
  one(['norte', 'sur']),
  one(['norte', 'sur']),
  one(['', 'ana', 'luis']),
  random(5) > 0,
];

async function insert(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await sql.query(
      `INSERT INTO documentos (id, "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId", "isActive", "createdAt", source_version, search_text)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), 1, 'x') ON CONFLICT (id) DO UPDATE SET status = excluded.status`,
      [id, ...kindOf()],
    );
}

const idsFrom = (start: number, count: number) => Array.from({ length: count }, (_none, at) => `d${start + at}`);

describe('totals of documents', () => {
  it('stay correct through single and bulk changes, and a recount repairs a wrong one', async () => {
    await insert(idsFrom(0, 60));
    expect(await verifyDocumentTotals(sql)).toEqual([]);
    await insert(idsFrom(40, 40));
    for (let step = 0; step < 60; step += 1) {
      const [category, type, status, agency, origin, holder, active] = kindOf();
      await sql.query(
        `UPDATE documentos SET "categoryId" = $2, "documentId" = $3, status = $4, "agencyId" = $5, "agencyFromDoc" = $6, "userId" = $7, "isActive" = $8,
           source_deleted = $9 WHERE id = $1`,
        [`d${random(80)}`, category, type, status, agency, origin, holder, active, random(8) === 0],
      );
    }
    await sql.query(`UPDATE documentos SET status = 'ARCHIVED' WHERE "categoryId" = 'a'`);
    await sql.query(`DELETE FROM documentos WHERE id IN ('d1', 'd2', 'd3')`);
    expect(await verifyDocumentTotals(sql)).toEqual([]);
    await sql.query('UPDATE document_totals SET total = total + 1 WHERE id = (SELECT id FROM document_totals WHERE total > 0 LIMIT 1)');
    expect(await verifyDocumentTotals(sql)).toHaveLength(1);
    await recountDocumentTotals(sql);
    expect(await verifyDocumentTotals(sql)).toEqual([]);
  });

  it('are not written by a change that does not affect them', async () => {
    await insert(['quieto']);
    const before = await sql.query('SELECT xmin::text, * FROM document_totals ORDER BY id');
    await sql.query(`UPDATE documentos SET "documentName" = 'Otro' WHERE id = 'quieto'`);
    expect((await sql.query('SELECT xmin::text, * FROM document_totals ORDER BY id')).rows).toEqual(before.rows);
  });

  it('equal the totals of the list in every tab, for each permission and filter', async () => {
    const people: Staff[] = [
      testStaff(),
      testEditor(),
      clerk('ana', { a: { t1: ['view'], t2: ['view', 'edit'] }, b: { t3: ['view'] } }),
      clerk('ana', { a: { t1: ['view'], t2: ['view'] } }, { agencyScope: 'own', agencyId: 'norte' }),
      clerk('luis', { a: { t1: ['view'] }, b: { t1: ['view'], t2: ['create'] } }, { agencyScope: 'own', agencyId: '' }),
    ];
    for (const actor of people)
      for (const query of [
        '',
        'categoryId=a',
        'documentId=t1&agencyId=norte',
        'userId=ana',
        'isActive=false',
        'q=x',
        'sinArchivo=true&categoryId=b',
      ]) {
        const { counts } = await digitalization.findDocuments({ actor, params: new URLSearchParams(query) });
        for (const { value: status, count, isCapped } of counts) {
          const params = new URLSearchParams(`${query}&status=${status}&pageSize=100`);
          const page = await digitalization.findDocuments({ actor, params });
          expect([actor.id, query, status, count, isCapped]).toEqual([actor.id, query, status, page.total, false]);
        }
        const all = await digitalization.findDocuments({ actor, params: new URLSearchParams(`${query}&pageSize=100`) });
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
      }
  });

  it('count a search with 50,001 results up to the cap of 10,000', async () => {
    await sql.query(
      `INSERT INTO documentos (id, "categoryId", "documentId", "documentName", status, "createdAt", source_version, search_text)
       SELECT 'm' || i, 'a', 't1', 'Masivo', CASE WHEN i <= 7 THEN 'RETURNED' WHEN i % 3 = 0 THEN 'ARCHIVED' ELSE 'INDEXED' END, now(), 1, 'masivo'
       FROM generate_series(1, 50_001) i`,
    );
    const actor = clerk('ana', { a: { t1: ['view'] } });
    const find = (query: string) => digitalization.findDocuments({ actor, params: new URLSearchParams(query) });
    const { counts, total, totalIsCapped } = await find('q=masivo');
    const told = counts.map(({ value, count, isCapped }) => [value, count, isCapped]);
    expect(told).toEqual([
      ['INDEXED', 10_000, true],
      ['ASSIGNED', 0, false],
      ['RETURNED', 7, false],
      ['ARCHIVED', 10_000, true],
      ['OTHERS', 0, false],
    ]);
    expect([total, totalIsCapped]).toEqual([10_000, true]);
    expect(await find('q=masivo&status=RETURNED')).toMatchObject({ total: 7, totalIsCapped: false });
    expect(await find('q=masivo&status=ARCHIVED')).toMatchObject({ total: 10_000, totalIsCapped: true });
  });
});
