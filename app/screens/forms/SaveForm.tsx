import { Form, type FormProps } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import type { SaveFormState } from './use-save-form.ts';

interface SaveFormProps extends FormProps {
  state: Pick<SaveFormState<never>, 'lost' | 'saving' | 'warning'>;
  /** null for a form that only shows. */
  bar: ComponentProps<typeof SaveBar> | null;
}

/** A form with its bar to save, which asks before it is left with changes. */
export function SaveForm({ state: { lost, saving, warning }, bar, children, ...form }: SaveFormProps) {
  return (
    <>
      <Form method="post" onInput={warning.markChanged} onSubmit={warning.markSent} {...form}>
        {children}
        {bar ? <SaveBar {...bar} saving={saving} lost={lost} /> : null}
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
}
