import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { REGISTRIES } from '#server/registries.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { declaredTables } from './declared-tables.ts';
import { differenceFrom } from './missing-statements.ts';
import { prismaSchema } from './prisma-models.ts';

const client = await openDatabase();
/** A database whose tables may be dropped and created again. */
const copy = await openDatabase();

const TABLES = declaredTables();
const SCHEMA = readFileSync(path.resolve(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8');
const SOME = TABLES.filter(({ name }) => ['agencias', 'puestos', 'usuarios'].includes(name));
const NONE = { statements: [], problems: [] };

async function openDatabase(): Promise<pg.Client> {
  const { url } = await createTestDatabase();
  const opened = new pg.Client({ connectionString: url });
  await opened.connect();
  afterAll(() => opened.end());
  return opened;
}

describe('the migrations', () => {
  it('create every declared table, column and index (npm run schema)', async () => {
    expect(TABLES.length).toBeGreaterThan(25);
    expect(await differenceFrom(client, TABLES)).toEqual(NONE);
  });

  it.each([
    'DROP TABLE puestos CASCADE',
    'ALTER TABLE puestos DROP COLUMN descripcion CASCADE',
    'DROP INDEX puestos_sort_nombre',
    'CREATE INDEX puestos_sort_descripcion ON puestos (descripcion)',
    ['insert', 'update', 'delete', 'truncate'].map((event) => `DROP TRIGGER row_totals_${event} ON puestos`).join('; '),
  ])('are completed by generated statements after %s', async (drift) => {
    await copy.query(drift);
    const { statements, problems } = await differenceFrom(copy, SOME);
    expect(problems).toEqual([]);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) await copy.query(statement);
    expect(await differenceFrom(copy, SOME)).toEqual(NONE);
  });

  it.each([
    ['ALTER TABLE puestos ADD COLUMN extra text', 'ALTER TABLE puestos DROP COLUMN extra', 'puestos.extra'],
    [
      'ALTER TABLE agencias ALTER COLUMN latitud SET NOT NULL',
      'ALTER TABLE agencias ALTER COLUMN latitud DROP NOT NULL',
      'agencias.latitud',
    ],
    [
      'ALTER TABLE usuarios ALTER COLUMN state SET DEFAULT false',
      'ALTER TABLE usuarios ALTER COLUMN state SET DEFAULT true',
      'usuarios.state',
    ],
    [
      'ALTER TABLE usuarios DROP CONSTRAINT usuarios_pkey',
      'ALTER TABLE usuarios ADD CONSTRAINT usuarios_pkey PRIMARY KEY (id)',
      'usuarios_pkey',
    ],
  ])('differ from the declarations by one named problem, without a statement, after %s', async (drift, undo, named) => {
    await client.query(drift);
    expect(await differenceFrom(client, SOME)).toEqual({ statements: [], problems: [expect.stringContaining(named)] });
    await client.query(undo);
    expect(await differenceFrom(client, SOME)).toEqual(NONE);
  });

  // A cursor over sorted rows needs a value in every row.
  it('make every sort column NOT NULL unless its list declares it nullable, with one exception', () => {
    const empty = REGISTRIES.lists.flatMap(({ sorted }) =>
      Object.entries(sorted?.sorts ?? {}).flatMap(([named, { nullable, reverseOf }]) => {
        const definition = TABLES.find(({ name }) => name === sorted?.table)?.columns[reverseOf ?? named];
        return nullable || definition === undefined || definition.includes('NOT NULL') ? [] : [`${sorted?.table}.${named}`];
      }),
    );
    // The list of tokens shows only valid ones, which have an end.
    expect(empty).toEqual(['accesos_programas.expiresAt']);
  });
});

describe('schema.prisma', () => {
  it('describes the migrated tables and views: every column, type, default, key and index (npm run schema)', async () => {
    expect(await prismaSchema(client, SCHEMA)).toBe(SCHEMA);
  });

  it.each([
    ['ALTER TABLE agencias ADD COLUMN extra text', 'ALTER TABLE agencias DROP COLUMN extra'],
    ['ALTER TABLE agencias ALTER COLUMN latitud SET NOT NULL', 'ALTER TABLE agencias ALTER COLUMN latitud DROP NOT NULL'],
    ['ALTER TABLE unfinished_uploads ALTER COLUMN bytes TYPE integer', 'ALTER TABLE unfinished_uploads ALTER COLUMN bytes TYPE bigint'],
    ['ALTER TABLE usuarios ALTER COLUMN state SET DEFAULT false', 'ALTER TABLE usuarios ALTER COLUMN state SET DEFAULT true'],
    ['ALTER TABLE usuarios DROP CONSTRAINT usuarios_pkey', 'ALTER TABLE usuarios ADD CONSTRAINT usuarios_pkey PRIMARY KEY (id)'],
    ['CREATE TABLE sin_modelo (id text PRIMARY KEY)', 'DROP TABLE sin_modelo'],
    ['CREATE VIEW consulta.sin_modelo AS SELECT 1 AS uno', 'DROP VIEW consulta.sin_modelo'],
  ])('differs from the database after %s', async (drift, undo) => {
    await client.query(drift);
    expect(await prismaSchema(client, SCHEMA)).not.toBe(SCHEMA);
    await client.query(undo);
    expect(await prismaSchema(client, SCHEMA)).toBe(SCHEMA);
  });

  it('rejects a column of an unknown type', async () => {
    await client.query('CREATE TABLE con_bytes (id text PRIMARY KEY, datos bytea)');
    await expect(prismaSchema(client, SCHEMA)).rejects.toThrow('con_bytes.datos: bytea');
    await client.query('DROP TABLE con_bytes');
  });
});
