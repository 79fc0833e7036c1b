import type { DocumentType } from '#prisma/generated/client.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { DocumentStore, StoredDocument } from '../ports/documents/document-store.ts';
import { can, type DocumentAction } from '../domain/document-permissions.ts';
import { readExtraFields, type ExtraField } from '../domain/extra-fields.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Sql } from '../platform/sql/sql.ts';

/** A longer select is of no help. */
const TYPES_MAX = 2_000;

/** An active type of an active category. */
export interface OfferedType {
  id: string;
  name: string;
  categoryId: string;
  categoryName: string;
  /** As stored in its catalog. */
  extensiones: string[];
  /** Extra fields of its documents. */
  fields: ExtraField[];
}

/** Types that the person may do this to, sorted by names of category and type. */
export async function findTypes({ sql }: { sql: Pick<Sql, 'query'> }, actor: Staff, action: DocumentAction): Promise<OfferedType[]> {
  const { rows } = await sql.query<Omit<OfferedType, 'fields'> & Pick<DocumentType, 'campos'>>(
    `SELECT y.id, coalesce(nullif(y.nombre, ''), y.id) AS name, y."categoryId", coalesce(nullif(k.nombre, ''), k.id) AS "categoryName",
       y.extensiones, y.campos
     FROM tipos_documento y JOIN categorias k ON k.id = y."categoryId" AND k.estado AND k."isActive" AND NOT k.source_deleted
     WHERE y.estado AND y."isActive" AND NOT y.source_deleted
     ORDER BY k.nombre COLLATE "es-x-icu", k.id, y.nombre COLLATE "es-x-icu", y.id LIMIT ${TYPES_MAX}`,
  );
  return rows
    .filter(({ id, categoryId }) => can(actor, action, categoryId, id))
    .map(({ campos, ...type }) => ({ ...type, fields: readExtraFields(campos) }));
}

/** A type as one line of a select. */
export function typeLabel({ name, categoryName }: Pick<OfferedType, 'categoryName' | 'name'>): string {
  return `${categoryName} › ${name}`;
}

/** The type of a document, even if deactivated; null when missing. */
export async function readType(store: Pick<DocumentStore, 'get'>, documentId: string): Promise<StoredDocument | null> {
  return isDocumentId(documentId) ? store.get(`tipos_documento/${documentId}`) : null;
}
