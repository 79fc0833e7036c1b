/** What a state is called, as Configuración › Constantes has it. */
export interface StateName {
  id: string;
  value: string;
}

/** Of documents and packages, each complete and in the order of its list (docs/decisions/070-constants-that-act.md). */
export interface StateNames {
  documents: readonly StateName[];
  packages: readonly StateName[];
}

/** The state as people read it; one that no list names as it is stored. */
export function nameOfState(status: string, names: readonly StateName[]): string {
  return names.find(({ id }) => id === status)?.value || status || NO_STATE;
}

export const NO_STATE = 'Sin estado';

/** The word of a tab: `plural` while the name is the standard one; a chosen name stays as it is, because its plural is unknown. */
export function tabOfState(
  status: string,
  {
    names,
    standard,
    plurals,
  }: { names: readonly StateName[] } & Readonly<Record<'plurals' | 'standard', Readonly<Record<string, string>>>>,
): string {
  const name = nameOfState(status, names);
  return (name === standard[status] && plurals[status]) || name;
}

/** States that a list names and the portal does not know: those of other programs, in the order of the list. */
export function statesOfOthers(names: readonly StateName[], known: readonly string[]): string[] {
  return names.map(({ id }) => id).filter((id) => !known.includes(id));
}
