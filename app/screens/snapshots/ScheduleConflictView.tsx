import type { FormBase, FormValue } from '#server/domain/conflict.ts';
import { fieldText } from '#server/domain/field-text.ts';
import type { FieldDescription } from '#server/domain/fields.ts';
import { baseText, textsOf } from '#server/domain/form-base.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { FieldControl } from '../catalog/FieldControl.tsx';
import { ConflictForm } from '../forms/ConflictForm.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import type { ScheduleAnswer, ScheduleConflict } from './act-on-schedule.ts';
import type { ScheduleFormData } from './schedule-data.ts';
import { scheduleHref, schedulesCrumbs } from './snapshot-links.ts';

interface ScheduleConflictViewProps extends Omit<SaveFormState<never>, 'answer'> {
  data: ScheduleFormData;
  answer: ScheduleAnswer;
  conflict: ScheduleConflict;
}

/** Somebody else changed the same schedule first: both versions, one of which is kept. */
export function ScheduleConflictView({ data, answer, conflict, ...state }: ScheduleConflictViewProps) {
  const title = `Dos versiones de ${conflict.stored.title}`;
  const submitted: FormBase = conflict.submitted;
  const nameOf = (id: string) => data.people.find((person) => person.id === id)?.name ?? id;
  const show = (field: FieldDescription) => (value: FormValue) =>
    field.name === 'recipients' ? textsOf(value).map(nameOf).join(', ') : fieldText(field, value);
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
        fields={data.fields
          .filter(({ name }) => name !== 'reportId' && name !== 'estado')
          .map((field) => {
            const { name, label } = field;
            const text = baseText(submitted[name] ?? null);
            const control = <FieldControl field={{ ...field, help: '', required: false }} value={submitted[name]} />;
            return { name, label, text, show: show(field), control };
          })}
        {...state}
      />
    </>
  );
}
