import { Form } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';

interface ActiveButtonProps {
  /** Address of the record. */
  action: string;
  intent: 'deactivate' | 'restore';
  label: string;
}

/** Takes a record out of use, or back into it: the notice that follows offers to undo it. */
export function ActiveButton({ action, intent, label }: ActiveButtonProps) {
  return (
    <Form method="post" action={action}>
      <Button type="submit" name="intent" value={intent} look={intent === 'restore' ? 'primary' : 'plain'}>
        {label}
      </Button>
    </Form>
  );
}
