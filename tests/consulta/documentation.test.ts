import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { readViews } from './read-views.ts';
import { renderConsulta } from './render-consulta.ts';

const { sql } = await createTestDatabase();

it('docs/consulta.md matches the descriptions in the database', async () => {
  await expect(renderConsulta(await readViews(sql))).toMatchFileSnapshot('../../docs/consulta.md');
});

it('every view and column is described, and describe_view rejects missing and unknown columns', async () => {
  const views = await readViews(sql);
  expect(views.length).toBeGreaterThan(20);
  for (const { name, about, columns } of views) {
    expect(about, name).not.toBe('');
    for (const column of columns) expect(column.about, `${name}.${column.name}`).not.toBe('');
  }
  await sql.query('CREATE VIEW consulta.nueva AS SELECT 1 AS uno, 2 AS dos');
  await expect(sql.query(`SELECT describe_view('nueva', 'Nueva', '{"uno": "Uno"}')`)).rejects.toThrow(
    'consulta.nueva.dos is not described',
  );
  await expect(sql.query(`SELECT describe_view('nueva', 'Nueva', '{"uno": "Uno", "dos": "Dos", "tres": "Tres"}')`)).rejects.toThrow(
    'has no column tres',
  );
});
