import type { Staff } from '../domain/permissions.ts';
import { countOf } from '../domain/text.ts';
import type { RowsOfRecord } from './linked-rows.ts';
import { allOf, fragment, joinFragments, toQuery, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { presentRows, rowsOf } from '../read-model/pages/page-source.ts';
import type { Call, Services } from '../services.ts';

declare module '../services.ts' {
  interface Registries {
    /** Kinds of work that a person may hold, in the order in which they are handed over. */
    heldKinds: readonly WorkKind[];
  }
}

/** Hands over at most 100 records of a kind from one person to another, all or none. */
export interface HandOverCall extends Call {
  ids: readonly string[];
  from: string;
  to: string;
  formToken: string;
  /** As in an act: checks everything and writes nothing. */
  dryRun?: boolean;
}

/**
 * One kind of work that a person holds and that must go to somebody else before they leave: the rows of a list that name them, as somebody
 * sees it who sees the whole list. Each feature declares its own.
 */
export interface WorkKind extends RowsOfRecord {
  id: string;
  how: string;
  /**
   * The new holder needs the permission to change on the list's screen; absent where work that they cannot
   * continue stays behind, or anybody can do it.
   */
  needsScreen?: true;
  /** Checks that the person may hand it over. Errors: `forbidden`. */
  admit: (actor: Staff) => void;
  /**
   * null for work that cannot change hands and stays with the person. Returns those of `ids` that stay because the next person may not have
   * them; none if all were handed over.
   */
  handOver: ((services: Services, call: HandOverCall) => Promise<readonly RemainingRecord[]>) | null;
}

/** A record that stays with its holder, and why, in Spanish: «Cada mañana» · no puede abrir «Reportes del Maletín». */
export interface RemainingRecord {
  id: string;
  title: string;
  reason: string;
}

/** `4 documentos a su cargo`. */
export function describeWork({ list: { noun }, how }: Pick<WorkKind, 'how' | 'list'>, count: number): string {
  return `${countOf(count, noun.singular, noun.plural)} ${how}`;
}

/** Condition over `t` for the rows that a person holds: those that the link shows, and also those that the actor may not see. */
export function assignedRows({ list, params }: Pick<WorkKind, 'list' | 'params'>, actor: Staff, personId: string): SqlFragment {
  // Not read like an address, which drops impossible values: without its condition all rows would count as this person's.
  const conditions = list.filters.flatMap((filter) => filter.where(params(personId), actor));
  return allOf([presentRows('active'), ...conditions]);
}

/** How many rows of each kind a person holds according to the read model, in the order of the kinds. */
export async function countAssignedWork(
  sql: Pick<Sql, 'query'>,
  kinds: readonly WorkKind[],
  { actor, id: personId }: { actor: Staff; id: string },
): Promise<number[]> {
  const counts = kinds.map(
    (kind) => fragment`SELECT ${kind.id}::text AS id, count(*)::int AS held
      FROM ${rowsOf(kind.list.source)} t WHERE ${assignedRows(kind, actor, personId)}`,
  );
  const { text, values } = toQuery(joinFragments(counts, ' UNION ALL '));
  const { rows } = await sql.query<{ id: string; held: number }>(text, values);
  return kinds.map(({ id }) => rows.find((row) => row.id === id)?.held ?? 0);
}
