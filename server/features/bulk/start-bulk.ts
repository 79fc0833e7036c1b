import { BULK_MAX, CONFIRM_CONTROL, IMMEDIATE_BULK_MAX, NONE } from '../../domain/bulk.ts';
import { formatDay } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import { withIndefinite } from '../../domain/grammar.ts';
import type { FieldOption } from '../../domain/fields.ts';
import { requireFresh } from '../../domain/proof.ts';
import { countOf, formatCount } from '../../domain/text.ts';
import type { ActInput, ShownRun } from '../../lists/bulk-act.ts';
import { planListQuery, requireListMenu } from '../../lists/list.ts';
import { ownId } from '../../platform/document-id.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { inTurn, type Sql, type SqlClient } from '../../platform/sql/sql.ts';
import { enqueueWork } from '../../ports/queue/work-leases.ts';
import { streamRows } from '../../read-model/pages/stream-rows.ts';
import { auditIdOf } from '../../records/form-token.ts';
import { checkValues } from '../../records/record-fields.ts';
import { readControls } from '../../records/record-form.ts';
import type { Call, Services } from '../../services.ts';
import { performBulkJob } from './bulk-jobs.ts';
import { openAct, type OpenedAct } from './open-act.ts';
import { performBulk } from './perform-bulk.ts';
import { describeRun } from './describe-run.ts';
import { findRun } from './stored-run.ts';

/** Unfinished acts per person. */
const UNDER_WAY_EACH = 3;

export interface StartCall extends Call {
  /** Address of the list. */
  url: string;
  /** What the list is asked, as in its address. */
  params: URLSearchParams;
  /** Id of the act. */
  act: string;
  /** The ticked rows. */
  ids: readonly string[];
  /** Instead of ids: everything that the list finds for this person. */
  all: boolean;
  /** The person confirmed the act; required above IMMEDIATE_BULK_MAX. */
  confirmed?: boolean;
  /** Values of the form, by the name of the control; those that the act does not ask for are ignored. */
  typed: Readonly<Record<string, string>>;
  /** Created once per page: the same form sent twice acts once. '' for none. */
  formToken: string;
}

/**
 * Does an act to each of the selected records by itself, as the person's own forms would: up to 100 before it answers, more by a worker.
 * Which records are meant, and which results of a search this person sees, is decided here; whether each may be changed is checked again
 * when its turn comes. Errors: `forbidden`, `invalid-input` (no record, too many, by field, at CONFIRM_CONTROL), `too-many-requests`.
 */
export async function startBulk(services: Services, call: StartCall): Promise<ShownRun> {
  const opened = openAct(services, call);
  const list = await opened.open(services);
  requireListMenu(call.actor, list, 'change');
  if (opened.act.givesRights) requireFresh(call.actor);
  const { asked, chosen } = await readActInput(services, opened, call);
  const params = withoutDisplayParams(call.params);
  const search = params.toString();
  // Of a search its words, not its results: the act itself, or somebody else, may have changed what it finds before the form is sent again.
  const selection = JSON.stringify(call.all ? { search } : [...new Set(call.ids)]);
  const id = auditIdOf({ actor: call.actor, id: call.url, formToken: call.formToken }, [call.act, JSON.stringify(asked), selection]);
  let total = (await findRun(services.sql, id))?.total;
  if (total === undefined) {
    const ids = call.all ? await findAll(services, list, { actor: call.actor, params }) : [...new Set(call.ids)];
    requireSome(opened, ids);
    if (ids.length > IMMEDIATE_BULK_MAX && !call.confirmed) throw unconfirmed(opened, ids.length);
    await storeRun(services, { ...call, id, asked, chosen, ids, search });
    total = ids.length;
  }
  if (total <= IMMEDIATE_BULK_MAX) await performBulk(services, id, new AbortController().signal, call.actor);
  const summary = await describeRun(services, { actor: call.actor, id });
  if (!summary.isOver) await enqueueRuns(services, [id]);
  return summary;
}

/** Parameters that only say how a page looks. */
const DISPLAY_PARAMS = ['page', 'cursor', 'index'];

function withoutDisplayParams(given: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...given].filter(([name, value]) => !DISPLAY_PARAMS.includes(name) && value !== ''));
}

async function readActInput(
  services: Services,
  { act }: OpenedAct,
  { typed, actor }: Pick<StartCall, 'actor' | 'typed'>,
): Promise<{ asked: ActInput; chosen: string }> {
  const { asks = [] } = act;
  const [first] = asks;
  if (!first) return { asked: {}, chosen: '' };
  const removed = typed[first.name] === NONE ? act.none : undefined;
  const given = removed ? { ...typed, [first.name]: '' } : typed;
  const controls = readControls(asks, new Map(Object.entries(given).map(([name, text]) => [name, [text]])));
  const asked = checkValues(asks, controls, (values, problems) => {
    act.check?.(values as ActInput, problems);
    return {};
  }) as ActInput;
  if (removed) return { asked, chosen: removed.label };
  const { name, kind, label, options: fixed = [] } = first;
  const value = asked[name] ?? '';
  if (value === '') throw invalidFields({ [name]: [`Complete «${label}».`] }, 'problems');
  if (kind === 'text') return { asked, chosen: value };
  if (kind === 'date') return { asked, chosen: formatDay(value) };
  const options: readonly FieldOption[] = (await act.findOptions?.(services, { actor }))?.[name] ?? fixed;
  const option = options.find((one) => one.value === value);
  if (!option) throw invalidFields({ [name]: ['Elija de la lista: lo que eligió ya no existe o usted no puede darlo.'] }, 'problems');
  return { asked, chosen: option.label };
}

/** In the order of the list, at most one more than the maximum. */
async function findAll(
  { sql }: Services,
  list: Parameters<typeof planListQuery>[0],
  call: Parameters<typeof planListQuery>[1],
): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of streamRows<{ id: string }>(sql, planListQuery(list, call).plan)) {
    ids.push(...rows.map(({ id }) => ownId(id)));
    if (ids.length > BULK_MAX) break;
  }
  return ids;
}

function requireSome({ noun }: OpenedAct, ids: readonly string[]): void {
  if (ids.length > 0 && ids.length <= BULK_MAX) return;
  throw new AppError('invalid-input', `${ids.length} records in one bulk act`, {
    userMessage:
      ids.length === 0
        ? `Seleccione al menos ${withIndefinite(noun)}.`
        : `Seleccione hasta ${formatCount(BULK_MAX)} ${noun.plural} a la vez.`,
  });
}

function unconfirmed({ noun }: OpenedAct, count: number): AppError {
  const records = countOf(count, noun.singular, noun.plural);
  return invalidFields({ [CONFIRM_CONTROL]: [`Marque la casilla: la acción alcanza a ${records}.`] }, 'problems');
}

interface NewRun extends Pick<StartCall, 'act' | 'actor' | 'requestId' | 'url'> {
  id: string;
  asked: ActInput;
  chosen: string;
  ids: readonly string[];
  search: string;
}

/** Stores nothing if the same form was sent before. */
function storeRun({ sql }: Services, run: NewRun): Promise<void> {
  return storeWithinLimit(sql, run, async (client) => {
    await client.query(
      `WITH run AS (INSERT INTO bulk_runs (id, user_id, url, search, act, asked, chosen, request_id, total)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, cardinality($9::text[])) ON CONFLICT (id) DO NOTHING RETURNING id)
       INSERT INTO bulk_items (run_id, place, record_id)
       SELECT run.id, given.place, given.record_id FROM run, unnest($9::text[]) WITH ORDINALITY AS given(record_id, place)`,
      [run.id, run.actor.id, run.url, run.search, run.act, JSON.stringify(run.asked), run.chosen, run.requestId ?? '', run.ids],
    );
  });
}

/** Stores one more act of the person. Errors: `too-many-requests`. */
export function storeWithinLimit(
  sql: Sql,
  { id, actor }: Pick<NewRun, 'actor' | 'id'>,
  store: (client: SqlClient) => Promise<void>,
): Promise<void> {
  return inTurn(sql, `bulk acts of ${actor.id}`, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM bulk_runs WHERE user_id = $1 AND id <> $2 AND state IN ('waiting', 'working', 'undoing') LIMIT ${UNDER_WAY_EACH}`,
      [actor.id, id],
    );
    if (rowCount === UNDER_WAY_EACH)
      throw new AppError('too-many-requests', `${UNDER_WAY_EACH} bulk acts of one person under way`, {
        userMessage: `Ya tiene ${UNDER_WAY_EACH} acciones en curso. Espere a que termine una e intente de nuevo.`,
        retryAfterSeconds: 60,
      });
    await store(client);
  });
}

export const enqueueRuns = (services: Services, ids: readonly string[]) =>
  enqueueWork(services, performBulkJob, ids, (runId) => ({ runId }));
