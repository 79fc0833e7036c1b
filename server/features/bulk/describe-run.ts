import { bulkUrl, isBulkOver } from '../../domain/bulk.ts';
import { agree, type Noun } from '../../domain/grammar.ts';
import { canOpen } from '../../domain/permissions.ts';
import { countOf, formatCount } from '../../domain/text.ts';
import type { BulkOutcomes, ShownRun } from '../../lists/bulk-act.ts';
import { findWaiting } from '../../ports/queue/work-leases.ts';
import type { Call, Services } from '../../services.ts';
import { openAct } from './open-act.ts';
import { markEndSeen } from './run-alerts.ts';
import { countOutcomes, findChanged, findOwnRun, findRefusals, leaseKeyOf, type Refusals } from './stored-run.ts';

type RunCall = Pick<Call, 'actor'> & { id: string };

/** One's own act. Errors: `not-found`. */
export async function describeRun(services: Services, { actor, id }: RunCall): Promise<ShownRun> {
  const run = await findOwnRun(services.sql, { userId: actor.id, id });
  const outcomes = await countOutcomes(services.sql, id);
  const { act, noun, menu } = openAct(services, run);
  const isOver = isBulkOver(run.state);
  if (isOver) await markEndSeen(services, run);
  const refused = run.state === 'undone' ? outcomes.kept : outcomes.refused;
  const [only] = refused === 1 ? await findRefusals(services.sql, id) : [];
  const changed = isOver && act.tell && canOpen(actor, menu) ? await findChanged(services.sql, run) : [];
  const actSentence = changed.length > 0 ? await act.tell?.(services, { actor, ids: changed, asked: run.asked }) : '';
  const [first] = act.asks ?? [];
  const removed = first && run.asked[first.name] === '' ? act.none : undefined;
  const sentences =
    run.state === 'undone' ? undone(noun, outcomes) : done(removed ?? act, noun, { chosen: removed ? '' : run.chosen, only }, outcomes);
  return {
    id,
    state: run.state,
    isOver,
    noun,
    label: act.label,
    chosen: run.chosen,
    total: run.total,
    outcomes,
    waits: isOver ? '' : await findWaiting(services.sql, leaseKeyOf(id)),
    sentence: isOver ? [...sentences].join(' ') + (actSentence ?? '') : '',
    hasRefused: refused > 0,
    canUndo: run.state === 'done' && act.isFinal !== true && outcomes.done > 0,
    source: run.search === '' ? run.url : `${run.url}?${run.search}`,
    href: bulkUrl(id),
  };
}

/** The same, with what was refused and why. Errors: `not-found`. */
export async function getBulk(services: Services, call: RunCall) {
  const summary = await describeRun(services, call);
  return { ...summary, refused: summary.hasRefused ? await findRefusals(services.sql, call.id) : [] };
}

const records = (noun: Noun, count: number) => countOf(count, noun.singular, noun.plural);

function* done(
  { done: [one, many], joins = ': ' }: { done: readonly [string, string]; joins?: string },
  noun: Noun,
  { chosen, only }: { chosen: string; only: Refusals | undefined },
  { done, same, refused }: BulkOutcomes,
): Generator<string> {
  if (done > 0) yield `${done === 1 ? one : many} ${records(noun, done)}${chosen === '' ? '' : `${joins}«${chosen}»`}.`;
  if (same > 0)
    yield done > 0
      ? `${formatCount(same)} ya ${same === 1 ? 'estaba' : 'estaban'} así.`
      : `No cambió nada: ya ${same === 1 ? 'estaba' : 'estaban'} así.`;
  const name = only?.records[0]?.name ?? '';
  if (only) yield `No se pudo con ${name === '' ? records(noun, 1) : `«${name}»`}: ${only.reason}`;
  else if (refused > 0) yield `No se pudo con ${records(noun, refused)}.`;
}

function* undone(noun: Noun, { undone, kept }: BulkOutcomes): Generator<string> {
  if (undone > 0)
    yield `Se deshizo: ${records(noun, undone)} ${undone === 1 ? 'volvió' : 'volvieron'} a como ${undone === 1 ? 'estaba' : 'estaban'}.`;
  if (kept > 0) yield `${records(noun, kept)} ${kept === 1 ? 'quedó' : 'quedaron'} sin deshacer, ${agree(noun, 'cambiado', kept)} después.`;
}
