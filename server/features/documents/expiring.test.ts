import { expect, it } from 'vitest';
import { fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { DOCUMENTS } from './document-list.ts';
import { createDocumentsFixture } from './testing/documents-fixture.ts';

const { sql, put } = await createDocumentsFixture();
const RECENT = 3_000;

const expiringOnes = () => {
  const conditions = DOCUMENTS.filters.find(({ select }) => select?.name === 'porVencer')?.where({ porVencer: 'true' }, testStaff()) ?? [];
  return fragment`SELECT t.id FROM documentos t WHERE t."isActive" AND NOT t.source_deleted AND ${conditions[0] ?? fragment`FALSE`}
    ORDER BY t."createdAt" DESC, t.id DESC LIMIT 26`;
};

it('finds documents near the end of their retention without reading the recent ones', async () => {
  await sql.query('DELETE FROM documentos');
  await sql.query(
    `INSERT INTO tipos_documento (id, "retencionAnios", "createdAt", source_version) VALUES ('t1', 1, now(), 1), ('t2', 5, now(), 1)
     ON CONFLICT (id) DO UPDATE SET "retencionAnios" = excluded."retencionAnios"`,
  );
  await sql.query(
    `INSERT INTO documentos (id, "documentId", "createdAt", source_version)
     SELECT 'young' || i, 't' || 1 + i % 2, now() - i * interval '1 minute', 1 FROM generate_series(1, $1) i
     UNION ALL SELECT 'ends', 't1', now() - interval '11 months', 1
     UNION ALL SELECT 'leap day', 't1', timestamptz '2024-02-29', 1
     UNION ALL SELECT 'kept', 't2', now() - interval '2 years', 1`,
    [RECENT],
  );
  await sql.query('ANALYZE documentos');
  const { text, values } = toQuery(expiringOnes());
  expect((await sql.query<{ id: string }>(text, values)).rows.map(({ id }) => id)).toEqual(['ends', 'leap day']);
  const { rows } = await sql.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const read = [...JSON.stringify(rows[0]?.['QUERY PLAN']).matchAll(/"Relation Name":"documentos".*?"Actual Rows":([\d.]+)/g)];
  expect(Math.max(...read.map(([, count]) => Number(count)))).toBeLessThan(RECENT / 10);
});

it('finds them whatever number of years another program gave a type', async () => {
  await sql.query('DELETE FROM documentos');
  await sql.query('DELETE FROM tipos_documento');
  for (const [id, retencionAnios] of [
    ['siempre', 999_999],
    ['nunca', -999_999],
    ['uno', 1],
  ] as const) {
    await put('digitalization', `tipos_documento/${id}`, { nombre: id, retencionAnios });
    await sql.query(
      `INSERT INTO documentos (id, "documentId", "createdAt", source_version) VALUES ($1, $1, now() - interval '2 years', 1)`,
      [id],
    );
  }
  expect((await sql.query<{ id: string }>(toQuery(expiringOnes()))).rows.map(({ id }) => id)).toEqual(['uno', 'nunca']);
});
