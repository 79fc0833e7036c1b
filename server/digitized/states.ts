import { findForeignStates, tabOfState, type StateName } from '../domain/state-names.ts';
import type { CountedColumn, ValueCount } from '../lists/count-rows.ts';
import { recordFilter, type ChoiceFilter } from '../lists/filters.ts';
import { fragment, identifier } from '../platform/sql/sql-fragment.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';

/** The states of a kind of record: those the portal knows, and any others named in Configuración. */
export interface States {
  /** View of their names; its last row stands for every state without a name. */
  records: ChoiceSource & { table: 'doc_states' | 'package_states' };
  /** In tab order. */
  known: readonly string[];
  /** Standard names, and tab titles for them. */
  standard: Readonly<Record<string, string>>;
  plurals: Readonly<Record<string, string>>;
  /** Id of that last row. */
  others: string;
}

/** SELECT expression over `t`, joined by `stateJoin`: the same as `nameOfState`. */
export const STATE_NAME = `coalesce(e.name, nullif(t.status, ''), 'Sin estado') AS "stateName"`;

export function stateJoin({ records }: Pick<States, 'records'>): string {
  return `LEFT JOIN ${records.table} e ON e.id = t.status`;
}

/** SQL text over `t`: the state, or the id for states without a name. */
export function stateKey({ records, others }: Pick<States, 'others' | 'records'>): string {
  return `CASE WHEN t.status = ANY(ARRAY(SELECT e.id FROM ${records.table} e)) THEN t.status ELSE '${others}' END`;
}

/** Shown as tabs. */
export function stateFilter({ records, others }: Pick<States, 'others' | 'records'>): ChoiceFilter {
  return recordFilter({
    name: 'status',
    label: 'Estado',
    all: 'Todos',
    place: 'own',
    records,
    where: (state) => [
      state === others
        ? fragment`t.status <> ALL(ARRAY(SELECT e.id FROM ${identifier(records.table)} e WHERE e.id <> ${others}))`
        : fragment`t.status = ${state}`,
    ],
  });
}

/** Counts each state with a name separately, and all others together. */
export function countedStates({ known, standard, others }: States, names: readonly StateName[]): CountedColumn<string> {
  const values = [...new Set([...known, ...findForeignStates(names, Object.keys(standard)), others])];
  return { column: 'status', values, valueOf: (stored) => (values.includes(stored) ? stored : others) };
}

/** A tab with its title and number of rows. */
export interface StateCount extends ValueCount<string> {
  label: string;
}

/** A tab's title. */
export function stateTab(state: string, { standard, plurals, others }: States, names: readonly StateName[]): string {
  return state === others ? 'Otros' : tabOfState(state, { names, standard, plurals });
}

/** One tab per known state, per state of other programs that has rows or is selected, and one for all others. */
export function stateTabs(
  states: States,
  counts: readonly ValueCount<string>[],
  { names, chosen }: { names: readonly StateName[]; chosen: string | undefined },
): StateCount[] {
  return counts
    .filter(({ value, count }) => states.known.includes(value) || value === states.others || count > 0 || value === chosen)
    .map((counted) => ({ ...counted, label: stateTab(counted.value, states, names) }));
}
