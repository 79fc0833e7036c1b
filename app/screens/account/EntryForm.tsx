import { Form, useNavigation, type FormProps } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/Button.tsx';
import { Notice } from '#app/ui/Notice.tsx';
import { Spinner } from '#app/ui/Spinner.tsx';
import type { FormField } from '../forms/FieldControl.tsx';
import type { Refusal } from './refusal.ts';

export const EMAIL: FormField = {
  name: 'email',
  label: 'Correo electrónico',
  required: true,
  input: { type: 'email', autoComplete: 'username', inputMode: 'email', spellCheck: false, maxLength: 254 },
};

interface EntryFormProps extends FormProps {
  refusal: Refusal | null;
  label: string;
  busyLabel: string;
  /** Shown under the button. */
  link?: React.ReactNode;
}

/** A form shown before signing in, with its button. */
export function EntryForm({ refusal, label, busyLabel, link, children, ...form }: EntryFormProps) {
  const busy = useNavigation().state !== 'idle';
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [refusal]);
  return (
    <Form ref={element} method="post" noValidate className="grid gap-4" {...form}>
      {refusal && !refusal.fields ? (
        // A new key makes screen readers announce the same refusal again.
        <Notice key={String(busy)} kind="error" live={!busy}>
          {refusal.message}
        </Notice>
      ) : null}
      {children}
      <Button type="submit" look="primary" className="btn-block" disabled={busy}>
        {busy ? <Spinner /> : null}
        {busy ? busyLabel : label}
      </Button>
      {link}
    </Form>
  );
}
