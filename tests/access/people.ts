import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { putStaffRow } from '#server/testing/staff-rows.ts';
import { PASSWORD, type TestWeb } from '../http/test-web.ts';

export interface Person {
  /** Id of the account and of the person's row. */
  id: string;
  /** Headers of the person's browser. */
  headers: Record<string, string>;
}

/**
 * A person with an account, an agency and a session; `folders` are the Maletín folders that they may open, `permissionSet` applies to
 * digitized documents.
 */
export async function signInAs(
  web: TestWeb,
  person: { name: string; role: string; folders: readonly string[]; permissionSet?: string },
): Promise<Person> {
  const email = `${person.name}@prueba.coop`;
  const { uid } = await web.portal.identity.createAccount({ email, password: PASSWORD });
  await putStaffRow(web.portal.sql, {
    id: uid,
    email,
    role: person.role,
    briefcase_permissions: { folders: person.folders },
    digitalization_permission_id: person.permissionSet ?? '',
  });
  const session = await web.portal.identity.signIn({ email, password: PASSWORD, userAgent: 'test' });
  return { id: uid, headers: { Cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}` } };
}

/** Everything stored except audit entries of refusals and reads: a denied request must leave it unchanged. */
export async function writtenSoFar(web: TestWeb): Promise<unknown> {
  const { rows } = await web.portal.sql.query(
    `WITH told AS (SELECT path FROM documents.documents WHERE collection_group = 'auditoria' AND data ->> 'action' = ANY($1)),
       written AS (SELECT version FROM documents.documents WHERE path NOT IN (SELECT path FROM told))
     SELECT count(*)::int AS documents, max(version)::text AS newest,
       (SELECT count(*)::int FROM documents.changes WHERE path NOT IN (SELECT path FROM told)) AS changes FROM written`,
    [[AUDIT_ACTIONS.openingDenied, AUDIT_ACTIONS.programRead]],
  );
  return rows[0];
}
