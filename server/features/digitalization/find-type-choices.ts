import { requireDocuments } from '../../digitized/document-kind.ts';
import { findTypes, typeLabel } from '../../digitized/find-types.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call, Services } from '../../services.ts';

/** Types that a document can be given by somebody, with their categories, by both names. Errors: `forbidden`. */
export async function findTypeChoices(services: Services, { actor }: Call): Promise<Choice[]> {
  requireDocuments(actor);
  const types = await findTypes(services, actor, 'edit');
  return types.map((type) => ({ id: type.id, name: typeLabel(type) }));
}
