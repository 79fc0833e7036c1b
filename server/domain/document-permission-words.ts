import {
  DOCUMENT_ACTIONS,
  type AgencyScope,
  type DocumentAction,
  type PermissionReason,
  type PermissionSet,
  type TypeDifference,
} from './document-permissions.ts';
import { capitalize } from './grammar.ts';
import { countOf, plural } from './text.ts';

/** Verbs in the infinitive, so that they also fit into sentences: "pierden imprimir". */
const VERBS: Readonly<Record<DocumentAction, string>> = {
  create: 'crear',
  view: 'ver',
  print: 'imprimir',
  download: 'descargar',
  edit: 'editar',
};

export function actionLabel(action: DocumentAction): string {
  return capitalize(VERBS[action]);
}

export const SCOPE_LABELS: Readonly<Record<AgencyScope, string>> = {
  all: 'Todas las agencias',
  own: 'Su agencia y lo asignado',
};

export const typesText = (count: number) => countOf(count, 'tipo', 'tipos');
export const peopleText = (count: number) => countOf(count, 'persona', 'personas');

/** Explains why an action on a type is allowed or denied, in Spanish. */
export function reasonText(reason: PermissionReason, set: Pick<PermissionSet, 'title'> | null): string {
  const named = `El conjunto «${set?.title ?? ''}»`;
  switch (reason) {
    case 'administrator':
      return 'Un Administrador puede todo.';
    case 'set':
      return `${named} lo permite.`;
    case 'not-in-set':
      return `${named} no lo permite.`;
    case 'no-view':
      return `${named} lo nombra, pero sin «Ver» no vale.`;
    case 'set-gone':
      return 'El conjunto que se le dio ya no existe o está desactivado.';
    case 'no-set':
      return 'No tiene ningún conjunto de permisos.';
  }
}

/**
 * Describes whom a change affects, one sentence per action: "17 personas pierden imprimir en 3 tipos." Losses come first.
 * @param people active people who have the set
 */
export function describePermissionChange(
  differences: readonly TypeDifference[],
  { people, scope }: { people: number; scope: { before: AgencyScope; after: AgencyScope } },
): string[] {
  const who = people === 0 ? 'Quien reciba el conjunto' : peopleText(people);
  const verb = (one: string, many: string) => plural(people === 0 ? 1 : people, one, many);
  const sentencesFor = (side: 'removed' | 'added', one: string, many: string) =>
    DOCUMENT_ACTIONS.flatMap((action) => {
      const types = differences.filter((difference) => difference[side].includes(action)).length;
      return types > 0 ? [`${who} ${verb(one, many)} ${VERBS[action]} en ${typesText(types)}.`] : [];
    });
  return [
    ...describeScopeChange(scope, who, verb),
    ...sentencesFor('removed', 'pierde', 'pierden'),
    ...sentencesFor('added', 'gana', 'ganan'),
  ];
}

function describeScopeChange(
  { before, after }: { before: AgencyScope; after: AgencyScope },
  who: string,
  verb: (one: string, many: string) => string,
): string[] {
  if (before === after) return [];
  return after === 'own'
    ? [`${who} ${verb('deja', 'dejan')} de ver documentos de otras agencias, salvo los que ${verb('tiene', 'tienen')} asignados.`]
    : [`${who} ${verb('pasa', 'pasan')} a ver documentos de todas las agencias.`];
}
