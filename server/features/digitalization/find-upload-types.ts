import { can } from '../../domain/document-permissions.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { requireDocuments } from '../../digitized/document-kind.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call } from '../../services.ts';
import { normalizeExtensions } from '../../stored-files/check-content.ts';
import type { FileServices } from '../../stored-files/file-area.ts';
import { documentMaxBytes } from './documents-area.ts';

/** A select with more than this is no help. */
const TYPES_MAX = 2_000;

/** A type of which the person may create documents. */
export interface UploadType extends Choice {
  categoryId: string;
  categoryName: string;
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
  /** What is asked of its documents. */
  fields: ExtraField[];
}

/** What documents can be indexed as; JSON for the browser. */
export interface UploadTypes {
  /** By the names of category and type. */
  types: UploadType[];
  maxBytes: number;
  /** Nobody uploads without one (specification section 5). */
  hasAgency: boolean;
}

/** Errors: `forbidden`. */
export async function findUploadTypes(services: Pick<FileServices, 'liveSettings' | 'sql'>, { actor }: Call): Promise<UploadTypes> {
  requireDocuments(actor);
  const { rows } = await services.sql.query<Omit<UploadType, 'extensions' | 'fields'> & { extensiones: string[]; campos: unknown }>(
    `SELECT y.id, coalesce(nullif(y.nombre, ''), y.id) AS name, y."categoryId", coalesce(nullif(k.nombre, ''), k.id) AS "categoryName",
       y.extensiones, y.campos
     FROM tipos_documento y JOIN categorias k ON k.id = y."categoryId" AND k.estado AND k."isActive" AND NOT k.source_deleted
     WHERE y.estado AND y."isActive" AND NOT y.source_deleted
     ORDER BY k.nombre COLLATE "es-x-icu", k.id, y.nombre COLLATE "es-x-icu", y.id LIMIT ${TYPES_MAX}`,
  );
  const types = rows
    .filter(({ id, categoryId }) => can(actor, 'create', categoryId, id))
    .map(({ extensiones, campos, ...type }) => ({
      ...type,
      extensions: normalizeExtensions(extensiones),
      fields: readExtraFields(campos),
    }));
  return { types, maxBytes: documentMaxBytes(services), hasAgency: actor.agencyId !== '' };
}
