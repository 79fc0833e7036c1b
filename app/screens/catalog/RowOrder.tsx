import { Form } from '@remix-run/react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';

const ORDER_FORM = 'orden-de-filas';
const ICON_SIZE = 15;

/** The form to which the arrows of the rows belong; they work without JavaScript. */
export function OrderForm({ action }: { action: string }) {
  return <Form id={ORDER_FORM} method="post" action={action} preventScrollReset />;
}

/** The arrows that move a row. */
export function orderCell({ id, title, isFirst, isLast }: { id: string; title: string; isFirst: boolean; isLast: boolean }) {
  return (
    <>
      <button
        type="submit"
        form={ORDER_FORM}
        name="move"
        value={`up/${id}`}
        disabled={isFirst}
        className="btn btn-quiet btn-sm btn-square"
        aria-label={`Subir ${title}`}
        title="Subir"
      >
        <ArrowUp size={ICON_SIZE} aria-hidden />
      </button>
      <button
        type="submit"
        form={ORDER_FORM}
        name="move"
        value={`down/${id}`}
        disabled={isLast}
        className="btn btn-quiet btn-sm btn-square"
        aria-label={`Bajar ${title}`}
        title="Bajar"
      >
        <ArrowDown size={ICON_SIZE} aria-hidden />
      </button>
    </>
  );
}
