import type { Staff } from '../domain/permissions.ts';
import { countOf } from '../domain/text.ts';
import type { RowsOfRecord } from './linked-rows.ts';
import { allOf, fragment, identifier, joinFragments, toQuery, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { presentRows } from '../read-model/pages/page-source.ts';
import type { Call, Services } from '../services.ts';

declare module '../services.ts' {
  interface Registries {
    /** Work that may lie with a person, in the order in which it is handed over. */
    heldKinds: readonly HeldKind[];
  }
}

/** From one person to another: at most 100 records of a kind at once, all or none. */
export interface HandOverCall extends Call {
  ids: readonly string[];
  from: string;
  to: string;
  formToken: string;
  /** As of an act: nothing is written. */
  dryRun?: boolean;
}

/**
 * Work of one kind that lies with a person and has to go to somebody else before they leave: what the list shows of them, to whoever sees all of
 * it. Each feature says its own.
 */
export interface HeldKind extends RowsOfRecord {
  id: string;
  how: string;
  /** Whoever takes it over must be able to change on the list's screen; without, what they cannot go on with stays, or is for anybody. */
  needsScreen?: true;
  /** Asked of who is offered to hand it over. Errors: `forbidden`. */
  admit: (actor: Staff) => void;
  /**
   * null for what cannot change hands as it is; it stays with the person. Answers what of `ids` stays because it is not for the
   * next person; none when all of it went.
   */
  handOver: ((services: Services, call: HandOverCall) => Promise<readonly Staying[]>) | null;
}

/** A record that stays with who has it, and why, in Spanish: «Cada mañana» · no puede abrir «Reportes del Maletín». */
export interface Staying {
  id: string;
  title: string;
  reason: string;
}

/** `4 documentos a su cargo`. */
export function heldText({ list: { noun }, how }: Pick<HeldKind, 'how' | 'list'>, count: number): string {
  return `${countOf(count, noun.singular, noun.plural)} ${how}`;
}

/** What of the list's table lies with a person, over `t`: what its link shows, but also what of it the actor does not see. */
export function heldBy({ list, params }: Pick<HeldKind, 'list' | 'params'>, actor: Staff, personId: string): SqlFragment {
  // Not read as an address is, which would leave out a value that cannot be: without it all rows would be this person's.
  const held = list.filters.flatMap((filter) => filter.where(params(personId), actor));
  return allOf([presentRows('active'), ...held]);
}

/** How much of each kind lies with a person, in the order of the kinds; of the read model. */
export async function countHeld(
  sql: Pick<Sql, 'query'>,
  kinds: readonly HeldKind[],
  { actor, id: personId }: { actor: Staff; id: string },
): Promise<number[]> {
  const counts = kinds.map(
    (kind) => fragment`SELECT ${kind.id}::text AS id, count(*)::int AS held
      FROM ${identifier(kind.list.source.table)} t WHERE ${heldBy(kind, actor, personId)}`,
  );
  const { text, values } = toQuery(joinFragments(counts, ' UNION ALL '));
  const { rows } = await sql.query<{ id: string; held: number }>(text, values);
  return kinds.map(({ id }) => rows.find((row) => row.id === id)?.held ?? 0);
}
