import type { ComponentProps } from 'react';
import type { FormBase } from '#server/domain/conflict.ts';
import type { SaveBar } from '../../ui/SaveBar.tsx';
import { Baseline } from './Baseline.tsx';
import type { EditFailure } from './edit.ts';
import { FormFailure } from './FormFailure.tsx';
import { FieldControl, type DrawControls, type FieldErrorsByName, type FormField } from './FieldControl.tsx';
import { labelsOf } from './labels.ts';
import { RecordConflict } from './RecordConflict.tsx';
import { SaveForm } from './SaveForm.tsx';
import { useSaveForm } from './use-save-form.ts';

interface EditFormProps {
  fields: readonly FormField[];
  /** Version of the stored record; `values` holds the stored values of its fields. */
  version: string;
  values: FormBase;
  /** Address of the form. */
  action: string;
  /** Custom controls, by field name. */
  draw?: DrawControls;
  bar: ComponentProps<typeof SaveBar> & { cancelHref: string };
}

/** The form of an existing record, with its conflict screen. */
export function EditForm({ fields, version, values, action, draw = {}, bar }: EditFormProps) {
  const { answer: failure, ...state } = useSaveForm<EditFailure>();
  const control = (field: FormField, errors?: FieldErrorsByName) => (
    <FieldControl
      key={field.name}
      field={field}
      value={failure && field.name in failure.values ? failure.values[field.name] : values[field.name]}
      errors={errors}
      draw={draw[field.name]}
    />
  );
  if (failure?.conflict)
    return (
      <RecordConflict
        action={action}
        cancelHref={bar.cancelHref}
        message={failure.message}
        conflict={failure.conflict}
        fields={fields}
        controlOf={(field) => control(field)}
        {...state}
      />
    );
  return (
    <>
      <FormFailure failure={failure} labels={labelsOf(fields)} />
      <SaveForm action={action} state={state} bar={bar}>
        <Baseline {...(failure ?? { version, base: values })} />
        {[...new Set(fields.map(({ section = '' }) => section))].map((heading) => (
          <section key={heading} className="form-column mb-6">
            {heading === '' ? null : <h2>{heading}</h2>}
            {fields.filter(({ section = '' }) => section === heading).map((field) => control(field, failure?.errors))}
          </section>
        ))}
      </SaveForm>
    </>
  );
}
