import type pg from 'pg';
import { Refusal } from '#server/platform/refusal.ts';
import { scramVerifier } from '#server/platform/sql/scram-verifier.ts';

/** Schemas whose rows the portal writes; of `consulta` it only reads. `bullmq` is there where the queue is on PostgreSQL. */
const WRITTEN = ['public', 'documents', 'identity', 'bullmq'];
/** What a write of documents needs, and `bi-access` takes from everybody. */
const LOCKS = 'FUNCTION pg_catalog.pg_advisory_xact_lock(bigint), pg_catalog.pg_advisory_xact_lock_shared(bigint)';
const OWN_ROLE = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;

/**
 * Gives the account of `appUrl` exactly what web and worker need: rows, no tables. It is made when it is not there, and has the
 * password of the address. Entries and seals of the audit it may add, not change.
 * @param client of the account that owns the tables
 * @returns its name. @throws Refusal when the address names the owner itself
 */
export async function grantAppAccess(client: pg.Client, appUrl: string): Promise<string> {
  const { username, password } = new URL(appUrl);
  const role = decodeURIComponent(username);
  const { rows } = await client.query<{ isOwner: boolean; exists: boolean; excess: string[]; schemas: string[]; database: string }>(
    `SELECT current_user = $1 AS "isOwner", r.oid IS NOT NULL AS exists, current_database() AS database,
       array_remove(ARRAY[CASE WHEN r.rolcreatedb THEN 'NOCREATEDB' END, CASE WHEN r.rolcreaterole THEN 'NOCREATEROLE' END], NULL) AS excess,
       ARRAY(SELECT nspname::text FROM pg_namespace WHERE nspname = ANY ($2)) AS schemas
     FROM (SELECT) AS one LEFT JOIN pg_roles r ON r.rolname = $1`,
    [role, WRITTEN],
  );
  const { isOwner = true, exists = false, excess = [], schemas = [], database = '' } = rows[0] ?? {};
  if (!OWN_ROLE.test(role) || isOwner)
    throw new Refusal('DATABASE_URL debe nombrar otra cuenta que DATABASE_OWNER_URL: letras minúsculas, cifras y _.');
  const name = client.escapeIdentifier(role);
  const secret = client.escapeLiteral(scramVerifier(decodeURIComponent(password)));
  await client.query('BEGIN');
  try {
    // PostgreSQL lets only who may create databases say NOCREATEDB of an existing role, even where nothing would change.
    await client.query(`${exists ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN ${excess.join(' ')} PASSWORD ${secret}`);
    await client.query(`GRANT CONNECT ON DATABASE ${client.escapeIdentifier(database)} TO ${name}; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      GRANT EXECUTE ON ${LOCKS} TO ${name}`);
    for (const schema of schemas) {
      await client.query(`
        GRANT USAGE ON SCHEMA ${schema} TO ${name};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name};
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name};
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${name}`);
    }
    await client.query(`GRANT USAGE ON SCHEMA consulta TO ${name}; GRANT SELECT ON ALL TABLES IN SCHEMA consulta TO ${name}`);
    await client.query(`REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${name}`);
    await client.query(protectAuditStatement(client.escapeLiteral(role)));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return role;
}

/** A trigger and no policy, which would be asked at every read, too. */
const protectAuditStatement = (role: string) => `
  CREATE OR REPLACE FUNCTION documents.refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'entries and seals of the audit stay as they were written' USING ERRCODE = 'insufficient_privilege';
  END $$;
  CREATE OR REPLACE TRIGGER documents_audit_stays BEFORE UPDATE OR DELETE ON documents.documents FOR EACH ROW
    WHEN (OLD.collection IN ('auditoria', 'auditoria_sellos') AND current_user = ${role})
    EXECUTE FUNCTION documents.refuse_change_of_audit()`;
