import { Form } from '@remix-run/react';
import type { MenuId } from '#server/domain/menu.ts';
import { useMay } from '../../rights.ts';
import { buttonClass } from '../../ui/Button.tsx';

interface ActiveButtonProps {
  /** Whose records it takes: who may not delete there is not shown it. */
  menu: MenuId;
  /** Address of the record. */
  action: string;
  intent: 'deactivate' | 'restore';
  label: string;
  /** A line of a menu: where the page has acts that people need more often. */
  inMenu?: boolean;
}

/** Takes a record out of use, or back into it: the notice that follows offers to undo it. */
export function ActiveButton({ menu, action, intent, label, inMenu = false }: ActiveButtonProps) {
  if (!useMay()(menu, 'delete')) return null;
  return (
    <Form method="post" action={action}>
      <button
        type="submit"
        name="intent"
        value={intent}
        className={inMenu ? 'drop-item' : buttonClass(intent === 'restore' ? 'primary' : 'plain')}
      >
        {label}
      </button>
    </Form>
  );
}
