import { expect, expectTypeOf, it } from 'vitest';
import type { Agency } from '#prisma/generated/client.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { selectColumns, type SelectedRow } from './sql-columns.ts';

const { sql } = await createTestDatabase();
const PLACE = selectColumns<Agency>()('id', 'isActive', 'latitud', 'source_version', 'fotos');

it('selects the named columns with the types of the schema', async () => {
  await sql.query(`INSERT INTO agencias (id, "createdAt", source_version) VALUES ('norte', now(), 7)`);
  const bare = await sql.query<SelectedRow<typeof PLACE>>(`SELECT ${PLACE.sql()} FROM agencias`);
  const joined = await sql.query<SelectedRow<typeof PLACE>>(`SELECT ${PLACE.sql('a')} FROM agencias a CROSS JOIN (SELECT 'otra' AS id) o`);
  expect(bare.rows).toEqual([{ id: 'norte', isActive: true, latitud: null, source_version: 7n, fotos: [] }]);
  expect(joined.rows).toEqual(bare.rows);
  expectTypeOf<SelectedRow<typeof PLACE>>().toEqualTypeOf<Pick<Agency, 'id' | 'isActive' | 'latitud' | 'source_version' | 'fotos'>>();
});

it('does not compile with a column that the table does not have', () => {
  // @ts-expect-error: agencies have no colour
  expect(selectColumns<Agency>()('color').sql('a')).toBe('a."color"');
});
