import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { errorCode } from '#server/platform/error-code.ts';
import { startScramCluster, type Account } from './scram-cluster.ts';

const cluster = await startScramCluster();
const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-bi-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const SUPERUSER: Account = { user: 'portal', database: 'propia' };
/** An account as a hosted PostgreSQL gives it: not a superuser, but allowed to create roles. */
const OWNER: Account = { user: 'duena', password: 'de-la-duena', database: 'alojada' };
const POWERLESS: Account = { user: 'simple', password: 'de-la-simple', database: 'simple' };

const REFUSED = new Set(['42501', '3F000', '25006', '0A000', '42704', '22023', '58P01']);
const passwordIn = (output: string) => /Contraseña .*: (\S+)/.exec(output)?.[1] ?? '';

beforeAll(async () => {
  await cluster.admin.query(`CREATE ROLE duena LOGIN CREATEROLE PASSWORD 'de-la-duena'; CREATE ROLE simple LOGIN PASSWORD 'de-la-simple'`);
  for (const account of [SUPERUSER, OWNER, POWERLESS]) await cluster.createDatabase(account);
  // Installed as people install it: by default everybody may call its functions.
  for (const { database } of [SUPERUSER, OWNER]) {
    const admin = await cluster.connect({ user: 'portal', database });
    await admin.query('CREATE EXTENSION dblink SCHEMA public');
  }
});

/** PostgreSQL's error code for the statement; '' when it succeeded. */
async function refusal(client: pg.Client, statement: string): Promise<string> {
  return client.query(statement).then(
    () => '',
    (error: unknown) => errorCode(error),
  );
}

describe.each([
  { name: 'a superuser', owner: SUPERUSER, role: 'consulta' },
  { name: 'an account with CREATEROLE', owner: OWNER, role: 'consulta_alojada' },
])('the role created by $name', ({ owner, role }) => {
  let reader: pg.Client;
  let account: Account;
  let own: pg.Client;

  beforeAll(async () => {
    own = await cluster.connect(owner);
    await own.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('norte', 'Norte', '2026-01-01T05:00:00Z', 1)`);
    const { code, output } = await cluster.biAccess(owner, '--role', role);
    expect(output).toContain(`Rol «${role}» creado.`);
    expect(code).toBe(0);
    account = { user: role, password: passwordIn(output), database: owner.database };
    reader = await cluster.connect(account);
  });

  it('reads every view without its schema name, in Guatemalan time', async () => {
    const { rows } = await own.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'consulta'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name } of rows) expect(await refusal(reader, `SELECT * FROM ${name}`), name).toBe('');
    const { rows: found } = await reader.query(`SELECT nombre, dia_creado::text AS dia, momento_creado::text AS momento FROM agencias`);
    expect(found).toEqual([{ nombre: 'Norte', dia: '2025-12-31', momento: '2025-12-31 23:00:00-06' }]);
  });

  it('is rejected with a wrong password; its own is stored as SCRAM-SHA-256', async () => {
    await expect(cluster.connect({ ...account, password: 'otra-cualquiera-1234' })).rejects.toMatchObject({ code: '28P01' });
    const { rows } = await cluster.admin.query<{ stored: string }>('SELECT rolpassword AS stored FROM pg_authid WHERE rolname = $1', [
      role,
    ]);
    expect(rows[0]?.stored).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('can neither read nor write a table of any schema', async () => {
    const { rows } = await own.query<{ table: string; column: string }>(`
      SELECT format('%I.%I', n.nspname, c.relname) AS "table", (SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum = 1) AS "column"
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'm', 'S') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_'`);
    expect(rows.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['identity.accounts', 'identity.sessions', 'documents.documents', 'public.usuarios']),
    );
    await reader.query('SET default_transaction_read_only = off');
    for (const { table, column } of rows) {
      for (const statement of [
        `SELECT 1 FROM ${table}`,
        `INSERT INTO ${table} DEFAULT VALUES`,
        `UPDATE ${table} SET ${column} = ${column}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
        `COPY ${table} TO STDOUT`,
      ])
        expect(await refusal(reader, statement), statement).toBe('42501');
    }
    await reader.query('RESET default_transaction_read_only');
  });

  it.each(['on', 'off'])('can do nothing else, with default_transaction_read_only turned %s', async (readOnly) => {
    await reader.query(`SET default_transaction_read_only = ${readOnly}`);
    const large = owner === SUPERUSER ? ['SELECT lo_create(0)', `SELECT lo_from_bytea(0, 'x')`] : [];
    for (const statement of [
      `INSERT INTO consulta.agencias (id) VALUES ('x')`,
      `UPDATE consulta.agencias SET nombre = 'x'`,
      'DELETE FROM consulta.agencias',
      'SELECT * FROM consulta.agencias FOR UPDATE',
      'CREATE TABLE consulta.mia (id int)',
      'CREATE TABLE public.mia (id int)',
      'CREATE TEMP TABLE mia (id int)',
      'CREATE SCHEMA mio',
      'CREATE VIEW consulta.mia AS SELECT 1 AS uno',
      `CREATE FUNCTION consulta.mia() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      'DROP VIEW consulta.agencias',
      'CREATE EXTENSION hstore',
      `SELECT public.dblink('host=127.0.0.1', 'SELECT 1')`,
      `SELECT public.keep_row_totals('usuarios')`,
      'SELECT public.guatemala_day(now())',
      'CREATE ROLE otro',
      `ALTER ROLE ${role} SUPERUSER`,
      `ALTER ROLE ${role} CONNECTION LIMIT 100`,
      `ALTER ROLE ${owner.user} PASSWORD 'tomada'`,
      `SET ROLE ${owner.user}`,
      `SET SESSION AUTHORIZATION ${owner.user}`,
      'SET ROLE pg_read_all_data',
      `SELECT pg_read_file('postgresql.conf')`,
      `SELECT pg_ls_dir('.')`,
      `SELECT lo_import('/etc/passwd')`,
      `COPY (SELECT 1) TO '/tmp/portal-bi'`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      'SELECT rolpassword FROM pg_authid',
      'SELECT pg_reload_conf()',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${owner.user}' AND pid <> pg_backend_pid()`,
      `SELECT stavalues1 FROM pg_statistic`,
      ...large,
    ])
      expect(REFUSED, statement).toContain((await refusal(reader, statement)) || `allowed: ${statement}`);
    await reader.query('RESET default_transaction_read_only');
  });

  it('sees no statistics of tables, and no queries of other sessions', async () => {
    await own.query('ANALYZE agencias');
    expect((await reader.query(`SELECT 1 FROM pg_stats WHERE schemaname IN ('public', 'documents', 'identity')`)).rowCount).toBe(0);
    const { rows } = await reader.query<{ query: string }>('SELECT DISTINCT query FROM pg_stat_activity WHERE usename <> current_user');
    expect(rows.map(({ query }) => query)).toEqual(['<insufficient privilege>']);
  });

  it('is denied advisory locks if a superuser created it', async () => {
    const lock = `hashtextextended('documents/main/auditoria', 0)`;
    const takers = ['lock', 'lock_shared', 'xact_lock', 'xact_lock_shared'].flatMap((name) =>
      [`pg_advisory_${name}`, `pg_try_advisory_${name}`].flatMap((taker) => [`${taker}(${lock})`, `${taker}(1, 2)`]),
    );
    // A hosted account cannot revoke PostgreSQL's built-in functions: the command then warns (below), and writes do not wait forever.
    const expected = owner === SUPERUSER ? '42501' : '';
    for (const taker of takers) expect(await refusal(reader, `SELECT ${taker}`), taker).toBe(expected);
    await reader.query('SELECT pg_advisory_unlock_all()');
    for (const taker of takers) expect(await refusal(own, `SELECT ${taker}`), taker).toBe('');
    await own.query('SELECT pg_advisory_unlock_all()');
  });

  it('is denied pg_logical_emit_message if a superuser created it', async () => {
    const written = `SELECT pg_logical_emit_message(false, 'x', 'x')`;
    expect(await refusal(reader, written)).toBe(owner === SUPERUSER ? '42501' : '');
  });

  it('starts with time limits, and has at most five connections', async () => {
    const { rows } =
      await reader.query(`SELECT current_setting('statement_timeout') AS statement, current_setting('idle_session_timeout') AS idle,
      current_setting('transaction_read_only') AS "readOnly"`);
    expect(rows).toEqual([{ statement: '1min', idle: '15min', readOnly: 'on' }]);
    await own.query(`ALTER ROLE ${role} SET statement_timeout = '200ms'`);
    const hurried = await cluster.connect(account);
    expect(await refusal(hurried, 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b')).toBe('57014');
    const others = [await cluster.connect(account), await cluster.connect(account), await cluster.connect(account)];
    await expect(cluster.connect(account)).rejects.toMatchObject({ code: '53300' });
    for (const client of [hurried, ...others]) await client.end();
  });

  it('reads views created later, but no tables created later', async () => {
    await own.query(
      `CREATE TABLE public.posterior AS SELECT 1 AS uno; CREATE SCHEMA posterior; CREATE TABLE posterior.tabla AS SELECT 1 AS uno`,
    );
    await own.query('CREATE VIEW consulta.posterior AS SELECT * FROM public.posterior');
    expect(await refusal(reader, 'SELECT * FROM consulta.posterior')).toBe('');
    expect(await refusal(reader, 'SELECT * FROM public.posterior')).toBe('42501');
    expect(await refusal(reader, 'SELECT * FROM posterior.tabla')).toBe('42501');
  });

  it('gets a new password and loses old sessions and extra grants when it is created again', async () => {
    await cluster.admin.query(`GRANT pg_read_all_data TO ${role}`);
    await own.query(
      `GRANT USAGE ON SCHEMA identity TO ${role}; GRANT SELECT ON identity.accounts TO ${role}; GRANT USAGE ON SCHEMA public TO ${role}`,
    );
    expect(await refusal(reader, 'SELECT 1 FROM identity.accounts')).toBe('');
    if (owner !== SUPERUSER) await cluster.admin.query(`REVOKE pg_read_all_data FROM ${role}`);
    const { code, output } = await cluster.biAccess(owner, '--role', role);
    expect(output).toMatch(/contraseña nueva, permisos puestos de nuevo, \d (?:sesión terminada|sesiones terminadas)/);
    expect(code).toBe(0);
    await expect(reader.query('SELECT 1')).rejects.toThrow();
    await expect(cluster.connect(account)).rejects.toMatchObject({ code: '28P01' });
    account = { ...account, password: passwordIn(output) };
    reader = await cluster.connect(account);
    expect(await refusal(reader, 'SELECT 1 FROM identity.accounts')).toBe('42501');
    expect(await refusal(reader, 'SELECT public.guatemala_day(now())')).toBe('42501');
    expect(await refusal(reader, 'SELECT * FROM usuarios')).toBe('');
    expect((await reader.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '1min' }]);
  });

  it('takes a long enough password from a file, and does not print it', async () => {
    const file = path.join(folder, role);
    await writeFile(file, 'corta\n');
    expect(await cluster.biAccess(owner, '--role', role, '--password-file', file)).toMatchObject({ code: 1 });
    await writeFile(file, 'escogida-por-la-gerencia-2026\n');
    const { code, output } = await cluster.biAccessProcess(owner, '--role', role, '--password-file', file);
    expect(code).toBe(0);
    expect(output).not.toContain('escogida');
    account = { ...account, password: 'escogida-por-la-gerencia-2026' };
    reader = await cluster.connect(account);
  });

  it('is dropped with its sessions by --revoke; a second --revoke is no error', async () => {
    expect(await cluster.biAccess(owner, '--revoke', '--role', role)).toMatchObject({ code: 0 });
    await expect(reader.query('SELECT 1')).rejects.toThrow();
    await expect(cluster.connect(account)).rejects.toMatchObject({ code: '28P01' });
    expect((await cluster.admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])).rowCount).toBe(0);
    const again = await cluster.biAccess(owner, '--revoke', '--role', role);
    expect(again).toEqual({ code: 0, output: `No hay ningún rol «${role}».\n` });
  });
});

it('names what an account that is no superuser cannot revoke', async () => {
  const { output } = await cluster.biAccess(OWNER, '--role', 'consulta_abierta');
  expect(output).toContain('puede crear objetos grandes con lo_create(oid)');
  expect(output).not.toMatch(/puede (?:usar|leer|crear en|crear tablas)/);
});

it('exits with 1 and creates no role when the account may not create roles', async () => {
  const { code, output } = await cluster.biAccessProcess(POWERLESS, '--role', 'consulta_simple');
  expect(code).toBe(1);
  expect(output).toContain('ALTER ROLE "simple" CREATEROLE;');
  expect((await cluster.admin.query(`SELECT 1 FROM pg_roles WHERE rolname = 'consulta_simple'`)).rowCount).toBe(0);
});

it.each(['portal', 'duena'])('refuses to change or revoke the role %s, which it did not create', async (role) => {
  const stored = async () =>
    (await cluster.admin.query<{ stored: string }>('SELECT rolpassword AS stored FROM pg_authid WHERE rolname = $1', [role])).rows;
  const before = await stored();
  for (const args of [
    ['--role', role],
    ['--revoke', '--role', role],
  ]) {
    const { code, output } = await cluster.biAccess(SUPERUSER, ...args);
    expect([code, output]).toEqual([1, expect.stringContaining(`Ya hay un rol «${role}» que este comando no creó`)]);
  }
  expect(await stored()).toEqual(before);
});

it.each([['--role', 'a"; DROP TABLE agencias; --'], ['--otra'], ['--revoke', '--password-file', 'x']])(
  'prints its usage and exits with 2 for the arguments %s %s',
  async (...args) => {
    const { code, output } = await cluster.biAccess(SUPERUSER, ...args);
    expect(code).toBe(2);
    expect(output).toContain('npm run bi-access');
  },
);

it('gives the same output and exit code in a process of its own as within the test', async () => {
  const wrong = await cluster.biAccess(SUPERUSER, '--otra');
  expect(await cluster.biAccessProcess(SUPERUSER, '--otra')).toEqual(wrong);
});
