import type { FormValue } from '#server/domain/conflict.ts';
import { baseText } from '#server/domain/form-base.ts';
import { TextArea, TextInput } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ConflictForm } from '../forms/ConflictForm.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import type { ScheduleAnswer, ScheduleConflict } from './act-on-schedule.ts';
import type { ScheduleFormData } from './schedule-data.ts';
import { SCHEDULE_LABELS, scheduleHref, schedulesCrumbs } from './snapshot-links.ts';

interface ScheduleConflictViewProps extends Omit<SaveFormState<never>, 'answer'> {
  data: ScheduleFormData;
  answer: ScheduleAnswer;
  conflict: ScheduleConflict;
}

const FIELDS = [
  'title',
  'params',
  'frequency',
  'hora',
  'cron',
  'recipients',
  'format',
  'delivery',
  'everyDueTime',
  'retentionRuns',
] as const;
const LINES: readonly string[] = ['params', 'recipients'];

/** Somebody else changed the same schedule first: both versions, one of which is kept. */
export function ScheduleConflictView({ data, answer, conflict, ...state }: ScheduleConflictViewProps) {
  const title = `Dos versiones de ${conflict.stored.title}`;
  const nameOf = (id: string) => data.people.find((person) => person.id === id)?.name ?? id;
  const show = (name: string) => (value: FormValue) =>
    name === 'recipients' ? baseText(value).split('\n').map(nameOf).join(', ') : baseText(value);
  return (
    <>
      <PageHead title={title} crumbs={[...schedulesCrumbs(data.opensAll), { label: title }]} />
      <ConflictForm
        key={conflict.version}
        action={scheduleHref(data.id, 'edit')}
        cancelHref={scheduleHref(data.id)}
        message={answer.message}
        updatedAt={null}
        conflict={conflict}
        stored={{ ...conflict.stored }}
        fields={FIELDS.map((name) => {
          const text = baseText(conflict.submitted[name]);
          const label = SCHEDULE_LABELS[name];
          const control = LINES.includes(name) ? (
            <TextArea name={name} defaultValue={text} aria-label={label} />
          ) : (
            <TextInput name={name} defaultValue={text} aria-label={label} />
          );
          return { name, label, text, show: show(name), control };
        })}
        {...state}
      />
    </>
  );
}
