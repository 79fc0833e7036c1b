import type pg from 'pg';
import { errorCode } from '../../../platform/error-code.ts';

const READING_SCHEMA = 'consulta';
const OLDEST_SERVER = 140_000;
const CONNECTIONS = 5;
const END_TIMEOUT_MS = 5_000;

/**
 * Default settings of its sessions. PostgreSQL lets every session change them: they only keep a well-meant query from burdening the portal.
 * What the role may see does not depend on them.
 */
const ROLE_SETTINGS: Readonly<Record<string, string>> = {
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
  idle_session_timeout: '15min',
  max_parallel_workers_per_gather: '0',
  search_path: READING_SCHEMA,
  timezone: 'America/Guatemala',
};

/** Functions with which any role may fill the disk with large objects. */
const LARGE_OBJECT_WRITERS = ['lo_creat(integer)', 'lo_create(oid)', 'lo_from_bytea(oid, bytea)'];

/** Lets any role write gigabytes a minute to the write-ahead log, even from a read-only session. Its arguments differ by version. */
const LOG_WRITER = 'pg_logical_emit_message';

/**
 * Functions with which any role may take the locks that writes, exports and migrations wait for
 * (server/ports/documents/embedded/writes.ts): session locks outlive their statement without a time limit, and the `try` variants can be
 * repeated until they succeed.
 */
const LOCK_FUNCTIONS = ['lock', 'lock_shared', 'xact_lock', 'xact_lock_shared'].flatMap((name) =>
  [`pg_advisory_${name}`, `pg_try_advisory_${name}`].flatMap((lockFunction) => [
    `${lockFunction}(bigint)`,
    `${lockFunction}(integer, integer)`,
  ]),
);

/** Explains privilege errors of the statements together with their fix. */
async function asOperator<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
    const name = rows[0]?.name ?? '';
    throw new ReadingRoleError(
      `La cuenta «${name}» de DATABASE_URL no puede hacer esto en PostgreSQL: le falta CREATEROLE, o el rol es de otra cuenta.\n` +
        `Quien administra PostgreSQL lo permite con: ALTER ROLE "${name}" CREATEROLE;\n(PostgreSQL dice: ${error instanceof Error ? error.message : ''})`,
    );
  }
}

/** Runs the work in one transaction. */
async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  return asOperator(client, async () => {
    await client.query('BEGIN');
    try {
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

export interface GrantedAccess {
  existed: boolean;
  /** Sessions that were ended because they used the previous password. */
  ended: number;
}

/**
 * Creates the role, or gives the existing one a new password and exactly the rights it should have: any others granted since are revoked.
 * All or nothing, and safe to repeat.
 * @param role a plain lower-case name
 * @param verifier see scramVerifier
 * @throws ReadingRoleError
 */
export async function grantReadingAccess(client: pg.Client, role: string, verifier: string): Promise<GrantedAccess> {
  await refuseOldServer(client);
  const existed = await refuseForeignRole(client, role);
  const name = client.escapeIdentifier(role);
  await inTransaction(client, async () => {
    if (!existed) await client.query(`CREATE ROLE ${name}`);
    await client.query(`COMMENT ON ROLE ${name} IS ${client.escapeLiteral(ROLE_MARK)}`);
    await client.query(`ALTER ROLE ${name} LOGIN NOINHERIT CONNECTION LIMIT ${CONNECTIONS} PASSWORD ${client.escapeLiteral(verifier)}`);
    for (const [setting, value] of Object.entries(ROLE_SETTINGS))
      await client.query(`ALTER ROLE ${name} SET ${setting} = ${client.escapeLiteral(value)}`);
    await revokeEverything(client, role);
    await grantViews(client, name);
    await revokeFromPublic(client);
  });
  return { existed, ended: await endSessions(client, role) };
}

/**
 * Ends the role's sessions and drops it. @returns null when there is no such role
 * @throws ReadingRoleError also if another database of the server granted it rights: it can no longer sign in then, but still exists
 */
export async function revokeReadingAccess(client: pg.Client, role: string): Promise<{ ended: number } | null> {
  if (!(await refuseForeignRole(client, role))) return null;
  const name = client.escapeIdentifier(role);
  await inTransaction(client, async () => {
    await client.query(`ALTER ROLE ${name} NOLOGIN`);
    await revokeEverything(client, role);
  });
  const ended = await endSessions(client, role);
  try {
    await asOperator(client, () => client.query(`DROP ROLE ${name}`));
  } catch (error) {
    if (errorCode(error) !== '2BP01') throw error;
    throw new ReadingRoleError(
      `El rol «${role}» ya no puede entrar ni ver nada de esta base, pero no se pudo borrar: tiene permisos en otra base del mismo servidor.`,
    );
  }
  return { ended };
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; views: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version, to_regnamespace('${READING_SCHEMA}') IS NOT NULL AS views`,
  );
  if ((rows[0]?.version ?? 0) < OLDEST_SERVER) throw new ReadingRoleError('Hace falta PostgreSQL 14 o más nuevo.');
  if (!rows[0]?.views) throw new ReadingRoleError('La base de datos no tiene el esquema consulta: ejecute antes npm run migrate.');
}

/** Revokes memberships, rights in this database and default privileges; the role owns nothing (refuseForeignRole). */
async function revokeEverything(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT g.rolname AS name FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = $1::regrole`,
    [name],
  );
  for (const group of rows) await client.query(`REVOKE ${client.escapeIdentifier(group.name)} FROM ${name}`);
  await asMember(client, name, () => client.query(`DROP OWNED BY ${name}`));
}

/**
 * DROP OWNED and ending sessions require membership of the role, which is granted to the current user meanwhile; inside a transaction, so
 * never for longer.
 */
async function asMember<Result>(client: pg.Client, name: string, work: () => Promise<Result>): Promise<Result> {
  await client.query(`GRANT ${name} TO CURRENT_USER`);
  const result = await work();
  await client.query(`REVOKE ${name} FROM CURRENT_USER`);
  return result;
}

async function grantViews(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ database: string; functions: string[] }>(`
    SELECT current_database() AS database, ARRAY(
      SELECT DISTINCT d.refobjid::regprocedure::text FROM pg_depend d
      JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
      JOIN pg_class v ON v.oid = r.ev_class AND v.relnamespace = '${READING_SCHEMA}'::regnamespace
      JOIN pg_proc f ON d.refclassid = 'pg_proc'::regclass AND f.oid = d.refobjid AND f.pronamespace <> 'pg_catalog'::regnamespace) AS functions`);
  const { database = '', functions = [] } = rows[0] ?? {};
  const grants = [
    `CONNECT ON DATABASE ${client.escapeIdentifier(database)}`,
    `USAGE ON SCHEMA ${READING_SCHEMA}`,
    `SELECT ON ALL TABLES IN SCHEMA ${READING_SCHEMA}`,
    ...functions.map((signature) => `EXECUTE ON FUNCTION ${signature}`),
  ];
  for (const grant of grants) await client.query(`GRANT ${grant} TO ${name}`);
  // For views created or recreated by later versions.
  await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${READING_SCHEMA} GRANT SELECT ON TABLES TO ${name}`);
}

/**
 * Revokes from PUBLIC what this role must not have: functions of the schema public (and of extensions in it), temporary tables, large
 * objects, writing to the server's log, and advisory locks, which accounts that write the portal's documents keep. If the account may not
 * revoke something, PostgreSQL only warns; `findOpenings` reports it.
 */
async function revokeFromPublic(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: string }>('SELECT current_database() AS database');
  await client.query(`REVOKE TEMPORARY ON DATABASE ${client.escapeIdentifier(rows[0]?.database ?? '')} FROM PUBLIC`);
  await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
  for (const writer of LARGE_OBJECT_WRITERS) await client.query(`REVOKE EXECUTE ON FUNCTION pg_catalog.${writer} FROM PUBLIC`);
  const { rows: logWriters } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc WHERE proname = $1 AND pronamespace = 'pg_catalog'::regnamespace`,
    [LOG_WRITER],
  );
  for (const { signature } of logWriters) await client.query(`REVOKE EXECUTE ON FUNCTION ${signature} FROM PUBLIC`);
  const { rows: writers } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE NOT rolsuper AND rolname !~ '^pg_'
       AND has_schema_privilege(oid, 'documents', 'USAGE') AND has_table_privilege(oid, 'documents.documents', 'INSERT')`,
  );
  for (const lockFunction of LOCK_FUNCTIONS) {
    for (const { name } of writers)
      await client.query(`GRANT EXECUTE ON FUNCTION pg_catalog.${lockFunction} TO ${client.escapeIdentifier(name)}`);
    await client.query(`REVOKE EXECUTE ON FUNCTION pg_catalog.${lockFunction} FROM PUBLIC`);
  }
}

async function endSessions(client: pg.Client, role: string): Promise<number> {
  const ended = () => client.query('SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity WHERE usename = $1', [role, END_TIMEOUT_MS]);
  return inTransaction(client, async () => (await asMember(client, client.escapeIdentifier(role), ended)).rows.length);
}

/** What the role could do besides reading the views, as lines for the operator; ideally empty. */
export async function findOpenings(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `SELECT 'usar el esquema ' || nspname AS line FROM pg_namespace
       WHERE nspname NOT IN ('${READING_SCHEMA}', 'information_schema', 'pg_catalog') AND nspname !~ '^pg_(toast|temp)' AND has_schema_privilege($1, oid, 'USAGE')
     UNION ALL SELECT 'crear en el esquema ' || nspname FROM pg_namespace WHERE has_schema_privilege($1, oid, 'CREATE')
     UNION ALL SELECT 'crear tablas temporales' WHERE has_database_privilege($1, current_database(), 'TEMPORARY')
     UNION ALL SELECT 'crear esquemas' WHERE has_database_privilege($1, current_database(), 'CREATE')
     UNION ALL SELECT 'crear objetos grandes con ' || writer FROM unnest($2::text[]) AS writer WHERE has_function_privilege($1, 'pg_catalog.' || writer, 'EXECUTE')
     UNION ALL SELECT 'llenar el registro del servidor con ' || oid::regprocedure FROM pg_proc
       WHERE proname = $4 AND pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege($1, oid, 'EXECUTE')
     UNION ALL SELECT 'hacer esperar lo que se guarda con ' || taker FROM unnest($3::text[]) AS taker WHERE has_function_privilege($1, 'pg_catalog.' || taker, 'EXECUTE')
     UNION ALL SELECT 'leer o cambiar ' || c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('${READING_SCHEMA}', 'information_schema', 'pg_catalog') AND n.nspname !~ '^pg_(toast|temp)'
         AND has_schema_privilege($1, n.oid, 'USAGE') AND has_any_column_privilege($1, c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')`,
    [role, LARGE_OBJECT_WRITERS, LOCK_FUNCTIONS, LOG_WRITER],
  );
  return rows.map(({ line }) => line);
}

/** Comment that marks roles made by this command: no others are changed or dropped. */
const ROLE_MARK = 'Lectura de las vistas de consulta del portal (npm run bi-access)';

interface FoundRole {
  mark: string | null;
  powerful: boolean;
  owns: string[];
}

/**
 * Whether the role already exists. Refuses a role that this command did not create, that has privileges beyond signing in, or that owns
 * something: a typo in the name must not give the portal's own account a new password.
 * @throws ReadingRoleError
 */
async function refuseForeignRole(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<FoundRole>(
    `SELECT shobj_description(r.oid, 'pg_authid') AS mark,
       r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls OR r.rolname = current_user AS powerful,
       ARRAY(SELECT DISTINCT coalesce(pg_describe_object(d.classid, d.objid, d.objsubid), 'otra base') FROM pg_shdepend d
         WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid AND d.deptype = 'o' AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS owns
     FROM pg_roles r WHERE r.rolname = $1`,
    [role],
  );
  const found = rows[0];
  if (!found) return false;
  if (found.mark !== ROLE_MARK)
    throw new ReadingRoleError(`Ya hay un rol «${role}» que este comando no creó: elija otro nombre con --role.`);
  if (found.powerful || found.owns.length > 0) {
    throw new ReadingRoleError(
      `Alguien le dio al rol «${role}» poderes que este comando no da${found.owns.length > 0 ? `; es dueño de: ${found.owns.join(', ')}` : ''}.\n` +
        'No se cambió nada: quítelos, o bórrelo, y repita.',
    );
  }
  return true;
}

/** Why access was not granted or revoked, as a Spanish sentence for the operator. Nothing was changed unless it says so. */
export class ReadingRoleError extends Error {
  override name = 'ReadingRoleError';
}
