import { Form } from '@remix-run/react';
import type { MenuId } from '#server/domain/menu.ts';
import { useMay } from '../../rights.ts';
import { buttonClass } from '../../ui/Button.tsx';

interface ActiveButtonProps {
  /** Menu of the record: shown only to staff who may delete there. */
  menu: MenuId;
  /** Address of the record. */
  action: string;
  intent: 'deactivate' | 'restore';
  label: string;
  /** Rendered as a menu item, where the page has more frequent actions. */
  inMenu?: boolean;
}

/** Deactivates or restores a record: the toast that follows offers an undo. */
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
