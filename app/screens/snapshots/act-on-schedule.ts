import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { requireAnyReport } from '#server/domain/permissions.ts';
import { toParamLines } from '#server/domain/report-schedules.ts';
import type { ScheduleValues } from '#server/features/snapshots/schedule.ts';
import type { RecordForm } from '#server/records/record-form.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { labelOf } from '../forms/labels.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { shownTiming } from './schedule-data.ts';
import { runHref, scheduleHref } from './snapshot-links.ts';

export type ScheduleConflict = Conflict<ScheduleValues>;

/** What comes back of a form that was not saved, with everything that was typed. */
export interface ScheduleAnswer extends Refusal<ScheduleConflict> {
  values: RecordForm['shown'];
  formToken: string;
  version: string;
  base: FormBase | null;
  /** What the typed times mean, where the person asked for that. */
  timing: { sentence: string; next: string[] } | null;
}

const NOTHING: Refusal<ScheduleConflict> = { message: '', errors: {}, conflict: null, question: null };

/** `intent` save, preview (when it would run; stores nothing), run-now, pause, resume, deactivate or restore. */
export async function actOnSchedule({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  requireAnyReport(actor);
  const { snapshots } = context.portal;
  const { id, screen } = readRecordAddress(params, 'report schedules');
  const isNew = screen === 'new';
  const { formToken, version, base, intent, values: given, shown } = withParams(snapshots.scheduleForm.read, await request.formData());
  const call = { actor, id, requestId: context.requestId };
  const back = (timing: ScheduleAnswer['timing'] = null) => ({ values: shown, formToken, version, base, timing });
  try {
    if (intent === 'preview') return { ...NOTHING, ...back(shownTiming(await snapshots.previewTiming({ actor, given }))) };
    if (isNew && intent === 'save') {
      const created = await snapshots.createSchedule({ ...call, given, formToken });
      return redirectDone(context, scheduleHref(created.id), `Se programó «${String(given['title']).trim()}».`);
    }
    if (isNew && intent === 'run-now') {
      const run = await snapshots.runReportOnce({ actor, given, formToken });
      return redirectDone(context, runHref(run.id), 'Se pidió el reporte. Esta página dice cuándo está listo.');
    }
    if (isNew) throw unknownIntent('el reporte programado');
    switch (intent) {
      case 'save': {
        const merged = await snapshots.updateSchedule({ ...call, given, ifVersion: version, base });
        const told = tellMerged(merged, (name) => labelOf(snapshots.scheduleForm.fields, name));
        return redirectDone(context, scheduleHref(id), `Se guardó el reporte programado.${told}`);
      }
      case 'run-now': {
        const run = await snapshots.runScheduleNow({ ...call, formToken });
        return redirectDone(context, runHref(run.id), 'Se pidió la ejecución. Esta página dice cuándo está lista.');
      }
      case 'pause':
        await snapshots.setPaused({ ...call, paused: true });
        return redirectDone(context, scheduleHref(id), 'Se puso en pausa: no se ejecuta hasta que lo reanude.');
      case 'resume':
        await snapshots.setPaused({ ...call, paused: false });
        return redirectDone(context, scheduleHref(id), 'Se reanudó: vuelve a ejecutarse a sus horas.');
      case 'deactivate':
        await snapshots.deactivateSchedule(call);
        return redirectDone(context, scheduleHref(id), 'Se desactivó el reporte programado. Sus ejecuciones se conservan.');
      case 'restore':
        await snapshots.restoreSchedule(call);
        return redirectDone(context, scheduleHref(id), 'Se restauró el reporte programado.');
      default:
        throw unknownIntent('el reporte programado');
    }
  } catch (error) {
    const { refusal, answer } = giveBack<ScheduleConflict>(error, context);
    return data<ScheduleAnswer>({ ...back(), ...refusal }, answer);
  }
}

const PARAM_PREFIX = 'params.';

/** Controls `params.<name>` are one field; the conflict screen sends all of them as lines. */
function withParams(read: (form: FormData) => RecordForm, sent: FormData): RecordForm {
  const named = [...sent.entries()].filter(
    (entry): entry is [string, string] => entry[0].startsWith(PARAM_PREFIX) && typeof entry[1] === 'string',
  );
  for (const [name] of named) sent.delete(name);
  const form = read(sent);
  if (named.length === 0) return form;
  const params = toParamLines(Object.fromEntries(named.map(([name, value]) => [name.slice(PARAM_PREFIX.length), value.trim()])));
  return { ...form, values: { ...form.values, params }, shown: { ...form.shown, params } };
}
