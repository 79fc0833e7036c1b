import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime, formatDateTimeSeconds } from '#server/domain/dates.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { describeDrift } from '#server/domain/describe-drift.ts';
import type { TableStatus } from '#server/read-model/upkeep/status.ts';
import type { ReadModelRun, RunTarget } from '#server/features/operations/read-model-runs.ts';
import { requireStaff } from '../../context.ts';
import { formAction } from '../forms/form-action.ts';
import { describeRun, progressOf } from './read-model-texts.ts';

export type ReadModelData = Awaited<ReturnType<typeof loadReadModel>>;
export type TargetView = ReadModelData['targets'][number];
export type RunView = NonNullable<TargetView['underWay']>;

export async function loadReadModel({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-machinery');
  const { portal } = context;
  const [state, freshness] = await Promise.all([portal.operations.getReadModelState({ actor }), portal.readModel.freshness()]);
  const tables = new Map(state.tables.map((table) => [table.table, table]));
  return {
    at: formatDateTimeSeconds(new Date()),
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed, lag: lagText(freshness.lagSeconds) },
    streams: state.streams.map((stream) => ({
      name: stream.name,
      watched: stream.watched,
      freshAt: formatDateTimeSeconds(stream.freshAt) || 'Nunca',
      lag: stream.freshAt ? lagText((Date.now() - stream.freshAt.getTime()) / 1_000) : '',
      pending: formatCount(stream.pendingChanges),
      lastError: stream.lastError === null ? null : `${formatDateTimeSeconds(stream.lastErrorAt)}: ${stream.lastError.slice(0, 300)}`,
    })),
    targets: state.targets.map((target) =>
      toTarget(
        target,
        tables.get(target.target),
        state.runs.filter((run) => run.target === target.target),
      ),
    ),
    sweptOnly: state.targets.filter(({ target }) => state.sweptOnly.includes(target)).map(({ title }) => title),
    failures: state.failures.map(({ database, path, reason, failedAt }) => ({
      path: `${database}/${path}`,
      reason: describeDrift(reason.slice(0, 500)),
      failedAt: formatDateTimeSeconds(failedAt),
    })),
  };
}

function lagText(seconds: number): string {
  if (seconds < 2) return 'al día';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function toTarget(target: RunTarget, table: TableStatus | undefined, runs: readonly ReadModelRun[]) {
  const underWay = runs.find((run) => run.finishedAt === null);
  const latest = (kind: ReadModelRun['kind']) => runs.find((run) => run.kind === kind && run.finishedAt !== null);
  const verified = latest('verify');
  return {
    ...target,
    /** Adds the stored name, because two kinds have the same title. */
    name: target.stored === '' ? target.title : `${target.title} (${target.stored})`,
    rows: table ? formatCount(table.rows) : '',
    tombstones: table ? formatCount(table.tombstones) : '',
    failures: table ? formatCount(table.failures) : '',
    hasFailures: (table?.failures ?? 0) > 0,
    reconciled: table?.reconciledAt ? `${formatDateTime(table.reconciledAt)}: ${reconciledText(table)}` : table ? 'Todavía no' : '',
    underWay: toRun(underWay),
    verified: toRun(verified),
    rebuilt: toRun(latest('rebuild')),
    drift: (verified?.result?.drift ?? []).map(({ path, problem }) => ({ path, problem: describeDrift(problem) })),
    moreDrift: (verified?.result?.differences ?? 0) - (verified?.result?.drift.length ?? 0),
  };
}

function reconciledText({ missing, stale, extra }: TableStatus): string {
  if (missing + stale + extra === 0) return 'todo igual';
  return `${countOf(missing, 'faltaba', 'faltaban')}, ${countOf(stale, 'atrasada', 'atrasadas')}, ${countOf(extra, 'sobraba', 'sobraban')}`;
}

function toRun(run: ReadModelRun | undefined) {
  if (!run) return null;
  return {
    id: run.id,
    kind: run.kind,
    tone: run.status === 'failed' || (run.result?.differences ?? 0) + (run.result?.failed ?? 0) > 0 ? ('bad' as const) : ('good' as const),
    text: describeRun(run),
    progress: progressOf(run),
    by: run.requestedByName,
    at: formatDateTime(run.finishedAt ?? run.requestedAt),
  };
}

/** `verify` or `rebuild` hold the name of a collection, or `*` for all. */
export const actOnReadModel = formAction(
  {
    menu: 'settings-machinery',
    of: 'la página',
    kept: '',
    ownPage: ['forbidden'],
    tellsOutages: true,
    refused: (_act, { message }) => ({ message }),
  },
  async ({ portal, call, sent, text, done }) => {
    const kind = sent.has('rebuild') ? 'rebuild' : 'verify';
    const target = text(kind);
    const begun = await portal.operations.requestReadModelRuns({ ...call, kind, target: target === '*' ? null : target });
    const asked = kind === 'verify' ? 'verificar' : 'reconstruir';
    return done('/settings/read-model', `Se pidió ${asked} ${countOf(begun, 'colección', 'colecciones')}. El avance se ve aquí.`);
  },
);
