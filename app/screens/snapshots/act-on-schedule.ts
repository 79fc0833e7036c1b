import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { chosenText, keptNames, readBase, textsOf } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import { requireAnyReport, type Staff } from '#server/domain/permissions.ts';
import type { ScheduleInput, ScheduleValues } from '#server/features/snapshots/schedule-values.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { EMPTY_SCHEDULE, shownTiming } from './schedule-data.ts';
import { runHref, scheduleHref, scheduleLabel } from './snapshot-links.ts';

export type ScheduleConflict = Conflict<ScheduleValues>;

/** What comes back of a form that was not saved, with everything that was typed. */
export interface ScheduleAnswer extends Refusal<ScheduleConflict> {
  input: ScheduleInput | null;
  formToken: string;
  version: string;
  base: FormBase | null;
  /** What the typed times mean, where the person asked for that. */
  timing: { sentence: string; next: string[] } | null;
}

interface Act {
  actor: Staff;
  id: string;
  isNew: boolean;
  sent: FormData;
  context: RequestContext;
  formToken: string;
  base: FormBase | null;
}

/** `intent` save, preview (when it would run; stores nothing), run-now, pause, resume, deactivate or restore. */
export async function actOnSchedule({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  requireAnyReport(actor);
  const { id, screen } = readRecordAddress(params, 'report schedules');
  const sent = await request.formData();
  const act: Act = { actor, id, isNew: screen === 'new', sent, context, formToken: formText(sent, 'formToken'), base: readBase(sent) };
  let input: ScheduleInput | null = null;
  const given = () => ({ input, formToken: act.formToken, version: formText(sent, 'version'), base: act.base, timing: null });
  try {
    const intent = formText(sent, 'intent');
    if (act.isNew || intent === 'save' || intent === 'preview') input = readInput(act, await storedValues(act));
    if (intent === 'preview' && input) return { ...NOTHING, ...given(), timing: await preview(act, input) };
    return await perform(act, intent, input);
  } catch (error) {
    const { refusal, answer } = giveBack<ScheduleConflict>(error, context);
    return data<ScheduleAnswer>({ ...given(), ...refusal }, answer);
  }
}

const NOTHING: Refusal<ScheduleConflict> = { message: '', errors: {}, conflict: null, question: null };

async function preview({ actor, context }: Act, input: ScheduleInput): Promise<ScheduleAnswer['timing']> {
  return shownTiming(await context.portal.snapshots.previewTiming({ actor, input }));
}

async function perform(act: Act, intent: string, input: ScheduleInput | null): Promise<Response> {
  const { id, actor, context, isNew, formToken } = act;
  const { snapshots } = context.portal;
  const call = { actor, id, requestId: context.requestId };
  if (input && intent === 'save') return isNew ? create(act, input) : update(act, input);
  if (input && isNew && intent === 'run-now') {
    const run = await snapshots.runReportOnce({ actor, input, formToken });
    return redirectDone(context, runHref(run.id), 'Se pidió el reporte. Esta página dice cuándo está listo.');
  }
  if (!isNew)
    switch (intent) {
      case 'run-now': {
        const run = await snapshots.runScheduleNow({ ...call, formToken });
        return redirectDone(context, runHref(run.id), 'Se pidió la ejecución. Esta página dice cuándo está lista.');
      }
      case 'pause':
      case 'resume':
        await snapshots.setPaused({ ...call, paused: intent === 'pause' });
        return redirectDone(
          context,
          scheduleHref(id),
          intent === 'pause' ? 'Se puso en pausa: no se ejecuta hasta que lo reanude.' : 'Se reanudó: vuelve a ejecutarse a sus horas.',
        );
      case 'deactivate':
        await snapshots.deactivateSchedule(call);
        return redirectDone(context, scheduleHref(id), 'Se desactivó el reporte programado. Sus ejecuciones se conservan.');
      case 'restore':
        await snapshots.restoreSchedule(call);
        return redirectDone(context, scheduleHref(id), 'Se restauró el reporte programado.');
    }
  throw unknownIntent('el reporte programado');
}

async function create({ actor, context, formToken }: Act, input: ScheduleInput): Promise<Response> {
  const { id } = await context.portal.snapshots.createSchedule({ actor, requestId: context.requestId, input, formToken });
  return redirectDone(context, scheduleHref(id), `Se programó «${input.title.trim()}».`);
}

async function update({ actor, id, context, sent, base }: Act, input: ScheduleInput): Promise<Response> {
  const call = { actor, id, requestId: context.requestId, input, ifVersion: formText(sent, 'version'), base };
  const merged = await context.portal.snapshots.updateSchedule(call);
  return redirectDone(context, scheduleHref(id), `Se guardó el reporte programado.${tellMerged(merged, scheduleLabel)}`);
}

/** What holds for the fields that a form does not send. */
async function storedValues({ actor, id, isNew, context }: Act): Promise<ScheduleValues> {
  return isNew ? EMPTY_SCHEDULE : context.portal.snapshots.getSchedule({ actor, id });
}

const PARAM_PREFIX = 'params.';
const LINES_MAX = 200;

function readInput({ sent, base }: Act, stored: ScheduleValues): ScheduleInput {
  const text = (name: keyof ScheduleValues) => (sent.has(name) ? chosenText(sent, name, base) : String(stored[name]));
  const every = sent.getAll('everyDueTime').at(-1);
  return {
    reportId: text('reportId'),
    title: text('title'),
    frequency: text('frequency'),
    cron: text('cron'),
    hora: text('hora'),
    format: text('format'),
    delivery: text('delivery'),
    retentionRuns: text('retentionRuns'),
    params: readParamInput(sent, base, stored),
    recipients: sent.has('recipients') ? readIds(sent, base) : stored.recipients,
    everyDueTime:
      every === undefined ? stored.everyDueTime : keptNames(sent).includes('everyDueTime') ? base?.['everyDueTime'] === true : isOn(every),
  };
}

const isOn = (value: FormDataEntryValue) => value === 'on' || value === 'true' || value === '1';

/** Controls `params.<name>`; the conflict screen sends all of them as lines. */
function readParamInput(sent: FormData, base: FormBase | null, stored: ScheduleValues): Record<string, string> {
  const named = [...sent.entries()].filter(
    (entry): entry is [string, string] => entry[0].startsWith(PARAM_PREFIX) && typeof entry[1] === 'string',
  );
  if (named.length > 0)
    return Object.fromEntries(named.slice(0, LINES_MAX).map(([name, value]) => [name.slice(PARAM_PREFIX.length), value.trim()]));
  const lines = sent.has('params') ? linesOf(chosenText(sent, 'params', base)) : stored.params;
  return Object.fromEntries(
    lines.filter((line) => line.includes('=')).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function readIds(sent: FormData, base: FormBase | null): string[] {
  if (keptNames(sent).includes('recipients')) return textsOf(base?.['recipients'] ?? null);
  return sent.getAll('recipients').flatMap((value) => (typeof value === 'string' ? linesOf(value) : []));
}

function linesOf(text: string): string[] {
  return text
    .split('\n', LINES_MAX)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
