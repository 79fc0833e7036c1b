import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();

it('applies nothing to a database that is up to date', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

it('records each migration as Prisma does', async () => {
  const { rows } = await database.sql.query<{ migration_name: string; steps: number }>(
    'SELECT migration_name, applied_steps_count AS steps FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
  );
  expect(rows[0]).toEqual({ migration_name: '20261125000000_documents', steps: 1 });
});

it('lets a database be that is ahead, and adds nothing to one that other migrations made', async () => {
  const ahead = await createTestDatabase();
  await ahead.sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '20991231000000_later', now())`,
  );
  expect(await migrate(ahead.url)).toEqual([]);
  await ahead.sql.query(`DELETE FROM _prisma_migrations WHERE migration_name = '20261125000090_consulta'`);
  await expect(migrate(ahead.url)).rejects.toThrow('20991231000000_later');
});

it('refuses a history whose file was changed afterwards', async () => {
  await database.sql.query(`UPDATE _prisma_migrations SET checksum = 'other'`);
  await expect(migrate(database.url)).rejects.toThrow('was changed after it was applied');
});
