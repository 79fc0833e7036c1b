import { can } from '../domain/document-permissions.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { typeName } from './names.ts';

/**
 * Why documents of these types cannot be given to a person; names both, as the beginning of a sentence (`Ana no puede ver documentos
 * del tipo «Poder»`). null when the person may view them all.
 */
export async function viewProblem(
  services: { sql: Pick<Sql, 'query'> },
  person: Staff,
  types: readonly { categoryId: string; documentId: string }[],
): Promise<string | null> {
  const hidden = types.find(({ categoryId, documentId }) => !can(person, 'view', categoryId, documentId));
  if (!hidden) return null;
  return `${person.name || person.email || person.id} no puede ver documentos del tipo «${await typeName(services, hidden.documentId)}»`;
}
