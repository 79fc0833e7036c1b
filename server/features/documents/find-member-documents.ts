import type { DocumentType } from '#prisma/generated/client.ts';
import { readExtraFields } from '../../domain/extra-fields.ts';
import { requireDocuments } from '../../digitized/document-kind.ts';
import { STATE_NAME, stateJoin } from '../../digitized/states.ts';
import { allOf, fragment, joinFragments, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { Call, Services } from '../../services.ts';
import { documentAccess } from '../../staff/document-access.ts';
import { STATES } from './document-list.ts';

/** At most so many on the page of a member. */
const SHOWN_MAX = 50;

/** A document that names a member; JSON for the browser. */
export interface MemberDocument {
  id: string;
  documentName: string;
  typeName: string;
  stateName: string;
  hasFile: boolean;
  /** ISO text. */
  createdAt: string;
}

/**
 * The newest active documents that name a member in a field of kind `asociado`, among those that the person may see.
 * Errors: `forbidden`.
 */
export async function findMemberDocuments(
  { sql }: Pick<Services, 'sql'>,
  { actor, memberId }: Call & { memberId: string },
): Promise<{ documents: MemberDocument[]; hasMore: boolean }> {
  requireDocuments(actor);
  const naming = await findNamingFields({ sql }, memberId.replaceAll('\0', ''));
  if (naming.length === 0) return { documents: [], hasMore: false };
  const { rows } = await sql.query<Omit<MemberDocument, 'createdAt'> & { createdAt: Date }>(
    // Few documents name a member: find them first, or the planner walks the list in its order, hoping to meet them soon.
    toQuery(fragment`WITH naming AS MATERIALIZED (SELECT t.id FROM documentos t
        WHERE t."isActive" AND NOT t.source_deleted AND (${joinFragments(naming, ' OR ')}))
      SELECT t.id, t."documentName", ${trusted(STATE_NAME)}, t.url <> '' AS "hasFile", t."createdAt",
        coalesce(nullif(y.nombre, ''), t."documentId") AS "typeName"
      FROM naming JOIN documentos t USING (id) LEFT JOIN tipos_documento y ON y.id = t."documentId" ${trusted(stateJoin(STATES))}
      WHERE ${allOf(documentAccess(actor))}
      ORDER BY t."createdAt" DESC, t.id DESC LIMIT ${SHOWN_MAX + 1}`),
  );
  const documents = rows.slice(0, SHOWN_MAX).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { documents, hasMore: rows.length > SHOWN_MAX };
}

/** One condition for each key under which types name members; access to their documents is checked elsewhere. */
async function findNamingFields({ sql }: Pick<Services, 'sql'>, memberId: string): Promise<SqlFragment[]> {
  const { rows } = await sql.query<Pick<DocumentType, 'id' | 'campos'>>(
    `SELECT id, campos FROM tipos_documento WHERE NOT source_deleted AND campos::text LIKE '%asociado%'`,
  );
  const typesOf = new Map<string, string[]>();
  for (const { id, campos } of rows)
    for (const { clave, tipo } of readExtraFields(campos)) if (tipo === 'asociado') typesOf.set(clave, [...(typesOf.get(clave) ?? []), id]);
  return [...typesOf].map(
    ([clave, types]) => fragment`(t.campos @> ${JSON.stringify({ [clave]: memberId })}::jsonb AND t."documentId" = ANY(${types}::text[]))`,
  );
}
