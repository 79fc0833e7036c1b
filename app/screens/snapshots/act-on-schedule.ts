import type { Conflict } from '#server/domain/conflict.ts';
import { requireAnyReport } from '#server/domain/permissions.ts';
import { FREQUENCIES, MONTH_DAY, storedTimes, toParamLines, WEEKDAY } from '#server/features/snapshots/domain/report-schedules.ts';
import type { ScheduleValues } from '#server/features/snapshots/schedule.ts';
import type { RecordForm } from '#server/domain/form-base.ts';
import { formAction, givenBack, NOT_REFUSED, type Act, type GivenBack, type Refusal, type Verbs } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { actionOfScreen, readRecordAddress } from '../forms/record-screen.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { shownTiming } from './schedule-data.ts';
import { runHref, scheduleHref } from './snapshot-links.ts';

export type ScheduleConflict = Conflict<ScheduleValues>;

/** Answer to a form that was not saved, with everything that was typed. */
export interface ScheduleAnswer extends Refusal<ScheduleConflict>, GivenBack {
  /** The meaning of the typed times, if the person asked for the preview. */
  timing: { sentence: string; next: string[] } | null;
}

interface ScheduleAct extends Act {
  id: string;
  isNew: boolean;
  form: RecordForm;
}

const onSchedule = (verbs: Verbs<ScheduleAct>) =>
  formAction(
    {
      menu: requireAnyReport,
      of: 'el reporte programado',
      read: ({ portal, params, sent }: Act) => {
        const { id, screen } = readRecordAddress(params, 'report schedules');
        return { id, isNew: screen === 'new', form: withParams(portal.snapshots.scheduleForm.read, withTimes(sent)) };
      },
      refused: (act, refusal: Refusal<ScheduleConflict>): ScheduleAnswer => ({ ...returnedForm(act), ...refusal }),
    },
    verbs,
  );

const onForm: Verbs<ScheduleAct> = { save: (act) => (act.isNew ? create(act) : update(act)), preview };

const onStored: Verbs<ScheduleAct> = {
  ...onForm,
  'run-now': async ({ portal, call, id, form: { formToken }, done }) => {
    const run = await portal.snapshots.runScheduleNow({ ...call, id, formToken });
    return done(runHref(run.id), 'Se pidió la ejecución. Esta página dice cuándo está lista.');
  },
  pause: async ({ portal, call, id, done }) => {
    await portal.snapshots.setPaused({ ...call, id, paused: true });
    return done(scheduleHref(id), 'Se puso en pausa: no se ejecuta hasta que lo reanude.');
  },
  resume: async ({ portal, call, id, done }) => {
    await portal.snapshots.setPaused({ ...call, id, paused: false });
    return done(scheduleHref(id), 'Se reanudó: vuelve a ejecutarse a sus horas.');
  },
  deactivate: async ({ portal, call, id, done }) => {
    await portal.snapshots.deactivateSchedule({ ...call, id });
    return done(scheduleHref(id), 'Se desactivó el reporte programado. Sus ejecuciones se conservan.');
  },
  restore: async ({ portal, call, id, done }) => {
    await portal.snapshots.restoreSchedule({ ...call, id });
    return done(scheduleHref(id), 'Se restauró el reporte programado.');
  },
};

/** `intent` save, preview (when it would run; stores nothing), run-now, pause, resume, deactivate or restore. */
export const actOnSchedule = actionOfScreen('report schedules', {
  new: onSchedule({ ...onForm, 'run-now': runOnce }),
  view: onSchedule(onStored),
  edit: onSchedule(onStored),
});

function returnedForm({ form }: ScheduleAct): ScheduleAnswer {
  return { ...NOT_REFUSED, ...givenBack(form), timing: null };
}

async function preview(act: ScheduleAct): Promise<ScheduleAnswer> {
  const timing = await act.portal.snapshots.previewTiming({ actor: act.actor, given: act.form.values });
  return { ...returnedForm(act), timing: shownTiming(timing) };
}

async function runOnce({ portal, actor, form: { values: given, formToken }, done }: ScheduleAct): Promise<Response> {
  const run = await portal.snapshots.runReportOnce({ actor, given, formToken });
  return done(runHref(run.id), 'Se pidió el reporte. Esta página dice cuándo está listo.');
}

async function create({ portal, call, text, form: { values: given, formToken }, done }: ScheduleAct): Promise<Response> {
  const { id } = await portal.snapshots.createSchedule({ ...call, given, formToken });
  return done(scheduleHref(id), `Se programó «${text('title').trim()}».`);
}

async function update({ portal, call, id, form: { values: given, version, base }, done }: ScheduleAct): Promise<Response> {
  const { snapshots } = portal;
  const merged = await snapshots.updateSchedule({ ...call, id, given, ifVersion: version, base });
  const mergedNote = describeMerged(merged, (name) => labelOf(snapshots.scheduleForm.fields, name));
  return done(scheduleHref(id), `Se guardó el reporte programado.${mergedNote}`);
}

/** Combines the day of the week or month, a separate control, with the frequency into the stored times. */
function withTimes(sent: FormData): FormData {
  const sentText = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [frequency, hora] = [FREQUENCIES.find((one) => one === sentText('frequency')), sentText('hora')];
  if (frequency) {
    const stored = storedTimes({ frequency, hora, cron: sentText('cron'), weekday: sentText(WEEKDAY), monthDay: sentText(MONTH_DAY) });
    for (const [name, value] of Object.entries(stored)) if (sent.has(name) || value !== '') sent.set(name, value);
  }
  sent.delete(WEEKDAY);
  sent.delete(MONTH_DAY);
  return sent;
}

const PARAM_PREFIX = 'params.';

/** Controls `params.<name>` form one field; the conflict screen sends all of them as lines. */
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
