import { can } from '../../domain/document-permissions.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call } from '../../services.ts';
import type { DigitalizationServices } from './create-digitalization.ts';
import { requireDocuments } from '../../digitized/document-kind.ts';

/** A select with more than this is no help. */
const TYPES_MAX = 2_000;

/** Types that a document can be given by somebody, with their categories, by both names. Errors: `forbidden`. */
export async function findTypeChoices({ sql }: DigitalizationServices, { actor }: Call): Promise<Choice[]> {
  requireDocuments(actor);
  const { rows } = await sql.query<{ id: string; name: string; categoryId: string; category: string }>(
    `SELECT y.id, coalesce(nullif(y.nombre, ''), y.id) AS name, y."categoryId", coalesce(nullif(k.nombre, ''), k.id) AS category
     FROM tipos_documento y JOIN categorias k ON k.id = y."categoryId" AND k.estado AND k."isActive" AND NOT k.source_deleted
     WHERE y.estado AND y."isActive" AND NOT y.source_deleted ORDER BY k.nombre COLLATE "es-x-icu", y.nombre COLLATE "es-x-icu", y.id LIMIT ${TYPES_MAX}`,
  );
  return rows
    .filter(({ id, categoryId }) => can(actor, 'edit', categoryId, id))
    .map(({ id, name, category }) => ({ id, name: `${category} › ${name}` }));
}
