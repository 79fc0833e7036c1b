import type { DocumentTransaction } from '../../documents/document-store.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import { tidyWithin } from '../../domain/bounded-text.ts';
import {
  AGENCY_SCOPES,
  DOCUMENT_ACTIONS,
  fromGrantLines,
  fromGrants,
  parseGrant,
  SET_TITLE_MAX,
  SET_TYPES_MAX,
  splitTypeKey,
  toGrantLines,
  type AgencyScope,
} from '../../domain/document-permissions.ts';
import { comparableName } from '../../domain/names.ts';
import { countOf, plural } from '../../domain/text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readId } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import type { PermissionSetInput, PermissionSetValues } from './permission-sets.ts';
import { readSet, SETS_COLLECTION } from './set-kind.ts';

const CONTROL = /[\p{Cc}\p{Cs}]/u;
const TYPES_COLLECTION = 'tipos_documento';

/** Errors: `invalid-input` by field: `title`, `agencyScope`, `p`. */
export function readSetInput({ title, agencyScope, grants }: PermissionSetInput): Partial<PermissionSetValues> {
  const problems: Record<string, string[]> = {};
  const values: Partial<PermissionSetValues> = {};
  const found = { title: title === undefined ? null : readTitle(title), scope: agencyScope === undefined ? null : readScope(agencyScope) };
  const permissions = readGrants(grants);
  if (typeof found.title === 'string') values.title = found.title;
  else if (found.title) problems['title'] = [found.title.problem];
  if (typeof found.scope === 'string') values.agencyScope = found.scope;
  else if (found.scope) problems['agencyScope'] = [found.scope.problem];
  if (Array.isArray(permissions)) values.permissions = permissions;
  else problems['p'] = [permissions.problem];
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 'problems');
  return values;
}

interface Problem {
  problem: string;
}

function readTitle(given: string): string | Problem {
  const title = tidyWithin(given, SET_TITLE_MAX);
  if (title === '') return { problem: 'Escriba el nombre del conjunto.' };
  if (title.length > SET_TITLE_MAX) return { problem: `El nombre admite hasta ${SET_TITLE_MAX} caracteres.` };
  return CONTROL.test(title) ? { problem: 'El nombre tiene caracteres que no se pueden guardar.' } : title;
}

function readScope(given: string): AgencyScope | Problem {
  return AGENCY_SCOPES.find((scope) => scope === given) ?? { problem: 'Elija de la lista de qué agencias son los documentos.' };
}

function readGrants(given: readonly string[]): string[] | Problem {
  if (given.length > SET_TYPES_MAX * DOCUMENT_ACTIONS.length) return { problem: TOO_MANY };
  const grants = given.map(parseGrant);
  if (!grants.every((grant) => grant !== null)) return { problem: 'Hay permisos que el portal no conoce. Vuelva a cargar la página.' };
  const permissions = fromGrants(grants);
  return permissions.size > SET_TYPES_MAX ? { problem: TOO_MANY } : toGrantLines(permissions);
}

const TOO_MANY = `Un conjunto admite hasta ${SET_TYPES_MAX} tipos de documento.`;

/** People tell sets apart by their titles. Errors: `invalid-input` at `title`. */
export async function requireOwnTitle(tx: Pick<DocumentTransaction, 'query'>, title: string, id: string): Promise<void> {
  const sets = await tx.query({ collection: SETS_COLLECTION });
  const same = sets.find((set) => set.id !== id && comparableName(readSet(set.data).title) === comparableName(title));
  if (!same) return;
  const restore = isActive(same.data) ? '' : ', desactivado: restáurelo';
  throw invalidFields(
    { title: [`Ya hay un conjunto que se llama «${readSet(same.data).title}»${restore} o use otro nombre.`] },
    'problems',
  );
}

/**
 * What a set newly allows must be a type of that category; what it allows already may stay, also when the type is gone.
 * Errors: `invalid-input` at `p`.
 */
export async function requireKnownTypes(
  tx: Pick<DocumentTransaction, 'getMany'>,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const known = fromGrantLines(before);
  const added = [...fromGrantLines(after).keys()].filter((key) => !known.has(key)).map(splitTypeKey);
  const possible = added.filter(({ categoryId, typeId }) => isDocumentId(categoryId) && isDocumentId(typeId));
  const types = await tx.getMany(possible.map(({ typeId }) => `${TYPES_COLLECTION}/${typeId}`));
  const fitting = possible.filter(({ categoryId }, index) => {
    const type = types[index];
    return type && isActive(type.data) && readId(type.data, 'categoryId') === categoryId;
  });
  const lost = added.length - fitting.length;
  if (lost === 0) return;
  const which = `${countOf(lost, 'tipo de documento', 'tipos de documento')} ya no ${plural(lost, 'existe', 'existen')}`;
  throw invalidFields({ p: [`${which} o ${plural(lost, 'cambió', 'cambiaron')} de categoría. Vuelva a cargar la página.`] }, 'problems');
}
