import { Form, type FormProps } from '@remix-run/react';
import { forwardRef, type ComponentProps } from 'react';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import type { SaveFormState } from './use-save-form.ts';

interface SaveFormProps extends FormProps {
  state: Pick<SaveFormState<never>, 'lost' | 'saving' | 'warning'>;
  /** null for a form that only shows. */
  bar: ComponentProps<typeof SaveBar> | null;
}

/** A form with its bar to save, which asks before it is left with changes. */
export const SaveForm = forwardRef<HTMLFormElement, SaveFormProps>(function SaveForm(
  { state: { lost, saving, warning }, bar, children, ...form },
  ref,
) {
  return (
    <>
      <Form method="post" onInput={warning.markChanged} onSubmit={warning.markSent} ref={ref} {...form}>
        {children}
        {bar ? <SaveBar {...bar} saving={saving} lost={lost} /> : null}
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
});
