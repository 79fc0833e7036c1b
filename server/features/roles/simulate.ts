import { storeAuditOnce } from '../../records/write-audit.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { DOCUMENT_ACTIONS, reasonOf, splitTypeKey, type DocumentAction, type PermissionReason } from '../../domain/document-permissions.ts';
import { AppError } from '../../domain/errors.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { QUERY_MAX } from '../../domain/bounded-text.ts';
import { byMember } from '../../digitized/members-documents.ts';
import { matchTypes } from './domain/type-matrix.ts';
import { fragment, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { readPage } from '../../read-model/pages/page-query.ts';
import { planPage } from '../../read-model/pages/page-plan.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { Call, Services } from '../../services.ts';
import { documentAccess } from '../../staff/document-access.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { readMatrix } from './find-matrix.ts';
import type { SimulatedType } from './permission-sets.ts';
import { requireSets } from './set-kind.ts';
import { AGENCIES, DIGITIZED_TYPES, distinctName, PEOPLE } from '../../read-model/pages/choices.ts';

const DOCUMENTS_SHOWN = 10;

/** A document as the person would find it. */
interface SimulatedDocument {
  id: string;
  documentName: string;
  typeName: string;
  agencyName: string;
  createdAt: Date;
}

export interface Simulation {
  person: Pick<Staff, 'id' | 'name' | 'email' | 'role' | 'roleTitle' | 'agencyId' | 'permissionSetId'> & {
    set: { id: string; title: string; agencyScope: 'own' | 'all' } | null;
    /** Whether they have the list of documents in their menu: without it the server opens no document, whatever their set allows. */
    opensDocuments: boolean;
    /** Whether they send or receive packages, whose lines follow the set also without that menu. */
    handlesPackages: boolean;
  };
  categories: { id: string; name: string; types: SimulatedType[] }[];
  /** The newest documents of the list that the person and the actor may both see, and how many there are. */
  documents: { rows: Listed<SimulatedDocument>[]; total: number; totalIsCapped: boolean };
}

const documentsFor = (actor: Staff): PageSource => ({
  table: 'documentos',
  select: `t.id, coalesce(nullif(t."documentName", ''), t.id) AS "documentName", coalesce(nullif(y.nombre, ''), t."documentId") AS "typeName",
    coalesce(nullif(a.nombre, ''), t."agencyId") AS "agencyName", t."createdAt"`,
  joins: 'LEFT JOIN tipos_documento y ON y.id = t."documentId" LEFT JOIN agencias a ON a.id = t."agencyId"',
  named: [{ column: 'documentId', ...DIGITIZED_TYPES }, { column: 'agencyId', ...AGENCIES }, byMember(actor)],
});

/** Whom one can simulate: everybody who may sign in, by name, namesakes with their e-mail. Errors: `forbidden`. */
export async function findSimulatablePeople({ sql }: Services, { actor }: Call): Promise<{ id: string; name: string }[]> {
  requireSets(actor);
  const people = trusted(`SELECT id, email, coalesce(nullif(name, ''), nullif(email, ''), id) AS name FROM usuarios
     WHERE state AND "isActive" AND NOT source_deleted`);
  const { rows } = await sql.query<{ id: string; name: string }>(
    toQuery(fragment`SELECT t.id, ${distinctName(PEOPLE)} AS name FROM (${people}) t ORDER BY t.name COLLATE "es-x-icu", t.id`),
  );
  return rows;
}

/**
 * What one person may do with digitized documents now, and why, read as for their next request. Nothing can be done in their name, and no
 * document is shown that the actor may not see; that somebody looked is audited before anything is shown, once an hour for the same
 * question.
 * @param call.q words in names of types, their categories and documents
 * Errors: `forbidden`, `not-found` for somebody who may not sign in.
 */
export async function simulate(services: Services, call: Call & { userId: string; q: string }): Promise<Simulation> {
  requireSets(call.actor);
  const person = isDocumentId(call.userId) ? await loadStaff(services, { uid: call.userId, sessionId: '' }) : null;
  if (!person)
    throw new AppError('not-found', 'nobody to simulate', {
      userMessage: 'La persona no existe o está desactivada: no puede entrar al portal.',
    });
  const q = call.q.slice(0, QUERY_MAX);
  const entry = {
    actor: call.actor,
    requestId: call.requestId,
    action: AUDIT_ACTIONS.digitizationPermissionsSimulated,
    targetPath: `usuarios/${person.id}`,
    beforeData: null,
    newData: q === '' ? null : { q },
  };
  await storeAuditOnce(services.documents.digitalization, entry, [entry.targetPath, 'simulate', q]);
  const matrix = await readMatrix(services.sql, [...(person.permissionSet?.permissions.keys() ?? [])]);
  return {
    person: describePerson(person),
    categories: matchTypes(matrix, q).map(({ id, name, types }) => ({
      id,
      name,
      types: types.map((type) => ({ key: type.key, name: type.name, actions: reasonsFor(person, type.key) })),
    })),
    documents: canOpen(person, 'digitalization-documents')
      ? await readDocuments(services, call.actor, [...documentAccess(person), ...documentAccess(call.actor)], q)
      : { rows: [], total: 0, totalIsCapped: false },
  };
}

function describePerson(person: Staff): Simulation['person'] {
  const { id, name, email, role, roleTitle, agencyId, permissionSetId, permissionSet: set } = person;
  return {
    id,
    name,
    email,
    role,
    roleTitle,
    agencyId,
    permissionSetId,
    set: set && { id: set.id, title: set.title, agencyScope: set.agencyScope },
    opensDocuments: canOpen(person, 'digitalization-documents'),
    handlesPackages: canOpen(person, 'packages-sent') || canOpen(person, 'packages-received'),
  };
}

function reasonsFor(person: Staff, key: string): Record<DocumentAction, PermissionReason> {
  const { categoryId, typeId } = splitTypeKey(key);
  const reasons = DOCUMENT_ACTIONS.map((action) => [action, reasonOf(person, action, categoryId, typeId)] as const);
  return Object.fromEntries(reasons) as Record<DocumentAction, PermissionReason>;
}

async function readDocuments({ sql }: Services, actor: Staff, access: SqlFragment[], q: string): Promise<Simulation['documents']> {
  const request = { q, page: 1, pageSize: DOCUMENTS_SHOWN, sort: 'createdAt', dir: 'desc' } as const;
  const page = await readForScreen(sql, (read) => readPage<SimulatedDocument>(read, planPage(documentsFor(actor), request, access)));
  return { rows: page.rows, total: page.total, totalIsCapped: page.totalIsCapped };
}
