import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/sql/sql.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { renewIfEmpty, withoutIndexes } from './without-indexes.ts';

const { sql } = await createTestDatabase();

beforeEach(async () => {
  await sql.query('DROP TABLE IF EXISTS "Filas"');
  await sql.query('CREATE TABLE "Filas" (id text PRIMARY KEY, nombre text NOT NULL, "esActiva" boolean NOT NULL)');
  await sql.query('CREATE UNIQUE INDEX "Filas_una" ON "Filas" (nombre, id)');
  await sql.query('CREATE INDEX "Filas_texto" ON "Filas" USING gin (nombre gin_trgm_ops) WHERE "esActiva"');
});

async function indexes(): Promise<string[]> {
  const { rows } = await sql.query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE tablename = 'Filas' ORDER BY 1`);
  return rows.map(({ indexdef }) => indexdef);
}

it('restores the indexes over all loaded rows', async () => {
  const before = await indexes();
  expect(before).toHaveLength(3);
  const during = await inTransaction(sql, (client) =>
    withoutIndexes(client, ['Filas'], async () => {
      await client.query(`INSERT INTO "Filas" SELECT n::text, 'Fila ' || n, true FROM generate_series(1, 500) n`);
      const { rows } = await client.query<{ name: string }>(
        `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'Filas' ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    }),
  );
  expect(during).toEqual(['Filas_pkey', 'Filas_una']);
  expect(await indexes()).toEqual(before);
  await sql.query('SET enable_seqscan = off');
  const found = await sql.query(`SELECT id FROM "Filas" WHERE nombre LIKE '%la 499%' AND "esActiva"`);
  expect(found.rows).toEqual([{ id: '499' }]);
});

it('restores everything when the load fails', async () => {
  const before = await indexes();
  const failing = inTransaction(sql, (client) =>
    withoutIndexes(client, ['Filas'], async () => {
      await client.query(`INSERT INTO "Filas" VALUES ('1', 'Una', true)`);
      throw new Error('no');
    }),
  );
  await expect(failing).rejects.toThrow('no');
  expect(await indexes()).toEqual(before);
  expect((await sql.query('SELECT 1 FROM "Filas"')).rowCount).toBe(0);
});

it('recreates only an empty table', async () => {
  const file = async () => (await sql.query<{ file: string }>(`SELECT pg_relation_filepath('"Filas"') AS file`)).rows[0]?.file;
  const first = await file();
  await inTransaction(sql, (client) => renewIfEmpty(client, '"Filas"'));
  const second = await file();
  expect(second).not.toBe(first);
  await sql.query(`INSERT INTO "Filas" VALUES ('1', 'Una', true)`);
  await inTransaction(sql, (client) => renewIfEmpty(client, '"Filas"'));
  expect(await file()).toBe(second);
  expect((await sql.query('SELECT 1 FROM "Filas"')).rowCount).toBe(1);
});
