/** The name of a state, as set in Configuración › Constantes. */
export interface StateName {
  id: string;
  value: string;
}

/** All states of documents and packages, in list order (docs/decisions/070-constants-that-act.md). */
export interface StateNames {
  documents: readonly StateName[];
  packages: readonly StateName[];
}

/** The state's name; one that no list names is shown as stored. */
export function nameOfState(status: string, names: readonly StateName[]): string {
  return names.find(({ id }) => id === status)?.value || status || NO_STATE;
}

export const NO_STATE = 'Sin estado';

/** A tab's title: `plural` while the state has its standard name; a custom name is used as it is, because its plural is unknown. */
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

/** States that a list names but the portal does not know, i.e. those of other programs, in list order. */
export function findForeignStates(names: readonly StateName[], known: readonly string[]): string[] {
  return names.map(({ id }) => id).filter((id) => !known.includes(id));
}
