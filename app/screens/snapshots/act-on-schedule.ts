import type { Conflict } from '#server/domain/conflict.ts';
import { AppError } from '#server/domain/errors.ts';
import { requireAnyReport } from '#server/domain/permissions.ts';
import { textsOf } from '#server/domain/form-value.ts';
import {
  findWrongDay,
  FREQUENCIES,
  MONTH_DAY,
  storedTimes,
  toParamLines,
  WEEKDAY,
} from '#server/features/snapshots/domain/report-schedules.ts';
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
  /** By control: what is wrong with those that the form has beside its fields. */
  problems: Record<string, string[]>;
}

const onSchedule = (verbs: Verbs<ScheduleAct>) =>
  formAction(
    {
      menu: requireAnyReport,
      of: 'el reporte programado',
      read: ({ portal, params, sent }: Act) => {
        const { id, screen } = readRecordAddress(params, 'report schedules');
        const isWithoutDays = DAY_CONTROLS.every((name) => sent.get(name) === '');
        const problems = takeTimes(sent);
        const form = withParams(portal.snapshots.scheduleForm.read, sent);
        // What was stored without days may stay so: the report then chooses them.
        if (isWithoutDays && (form.base === null || hasDays(form.base['params'])))
          problems[DAY_CONTROLS[0]] = ['Elija de qué días es el reporte, o escriba las fechas.'];
        return { id, isNew: screen === 'new', form, problems };
      },
      refused: (act, refusal: Refusal<ScheduleConflict>): ScheduleAnswer => ({ ...returnedForm(act), ...refusal }),
    },
    verbs,
  );

const onForm: Verbs<ScheduleAct> = { save, preview };

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

function requireNoProblems({ problems }: ScheduleAct): void {
  if (Object.keys(problems).length === 0) return;
  const userMessage = Object.values(problems).flat().join(' ');
  throw new AppError('invalid-input', `schedule: ${Object.keys(problems).join(', ')}`, { userMessage, fields: problems });
}

async function save(act: ScheduleAct): Promise<Response> {
  requireNoProblems(act);
  return act.isNew ? create(act) : update(act);
}

async function preview(act: ScheduleAct): Promise<ScheduleAnswer> {
  requireNoProblems(act);
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

/** Combines the day of the week or month, a separate control, with the frequency into the stored times. @returns problems of that day */
function takeTimes(sent: FormData): Record<string, string[]> {
  const sentText = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [frequency, hora] = [FREQUENCIES.find((one) => one === sentText('frequency')), sentText('hora')];
  const days = { weekday: sentText(WEEKDAY), monthDay: sentText(MONTH_DAY) };
  if (frequency) {
    const stored = storedTimes({ frequency, hora, cron: sentText('cron'), ...days });
    for (const [name, value] of Object.entries(stored)) if (sent.has(name) || value !== '') sent.set(name, value);
  }
  sent.delete(WEEKDAY);
  sent.delete(MONTH_DAY);
  return frequency ? findWrongDay({ frequency, ...days }) : {};
}

const PARAM_PREFIX = 'params.';
const DAY_CONTROLS = ['params.relative', 'params.from', 'params.to'] as const;
const hasDays = (lines: Parameters<typeof textsOf>[0] = null) => textsOf(lines).some((line) => /^(relative|from|to)=/.test(line));

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
