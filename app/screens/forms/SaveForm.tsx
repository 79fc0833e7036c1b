import { Form, type FormProps } from '@remix-run/react';
import { useRef, type ComponentProps } from 'react';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { useDraft } from './use-draft.ts';
import type { SaveFormState } from './use-save-form.ts';

interface SaveFormProps extends FormProps {
  state: Pick<SaveFormState<never>, 'lost' | 'saving' | 'warning'>;
  /** null for a read-only form. */
  bar: ComponentProps<typeof SaveBar> | null;
}

/**
 * A form with a save bar, an unsaved-changes warning and a draft that survives closing the browser. The server validates, all fields at
 * once: browsers would report one error at a time, in their own language.
 */
export function SaveForm({ state: { lost, saving, warning }, bar, children, ...form }: SaveFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const draft = useDraft(element, form.action);
  return (
    <>
      <Form ref={element} method="post" noValidate onInput={warning.markChanged} onSubmit={warning.markSent} {...form}>
        <DraftNotice draft={draft} />
        {children}
        {bar ? <SaveBar {...bar} saving={saving} lost={lost} /> : null}
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
}
