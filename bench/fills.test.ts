import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { addOthers } from './catalogue.ts';
import { documentsOf } from './digitized-documents.ts';
import { addPeople } from './home.ts';
import { fillAgencies } from './lists.ts';
import { addAgencies } from './pages.ts';
import { fillLedger } from './reports.ts';

const FEW = 40;

/** What groups write by SQL, which names columns that only the database knows: a new column would otherwise show when the bench runs. */
const FILLS: Readonly<Record<string, (sql: Sql, url: string) => Promise<void>>> = {
  packages: (sql) => addOthers(sql, FEW),
  documentos: (sql, url) => documentsOf(FEW).fill({ sql, url }),
  actividad_usuarios: (sql) => addPeople(sql, FEW),
  agencias: (sql) => fillAgencies(sql, FEW),
  'agencias beside others': (sql) => addAgencies(sql, FEW),
  eventos_archivos: (sql) => fillLedger(sql, FEW),
};

it.each(Object.keys(FILLS))('fills %s with at least 40 rows', async (what) => {
  const { sql, url } = await createTestDatabase();
  await FILLS[what]?.(sql, url);
  const { rows } = await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what.split(' ')[0]}`);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(FEW);
});
