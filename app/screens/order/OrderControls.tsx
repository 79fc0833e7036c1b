import { Form } from '@remix-run/react';
import { useRef } from 'react';
import { ONE_DOWN, ONE_UP, type Places } from '#server/domain/record-order.ts';
import { useHydrated } from '../../ui/form-events.ts';
import { placeText, standingOf } from './order-places.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import type { RowOrder } from './use-row-order.ts';
import { Icon } from '../../ui/Icon.tsx';

/** The form of the rows' move buttons, which work without JavaScript. */
export function OrderForm({ id, action, message }: { id: string; action: string; message: string }) {
  const form = useRef<HTMLFormElement>(null);
  useKeptFocus(form);
  return (
    <Form ref={form} id={id} method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <p className="sr-only" role="status">
        {message}
      </p>
      <p className="sr-only" role="status" data-place="" />
      <p id={`${id}-ayuda`} hidden>
        Espacio levanta, las flechas mueven, espacio suelta, Escape lo deja donde estaba.
      </p>
    </Form>
  );
}

interface OrderControlsProps {
  /** Id of the OrderForm. */
  form: string;
  id: string;
  title: string;
  order: Places;
  rowOrder: RowOrder;
  layout?: 'rows' | 'tiles';
}

/**
 * Position, buttons for one step up or down, and with JavaScript a drag handle, whose room is reserved. Plain elements with few words,
 * because they repeat in every row.
 */
export function OrderControls({ form, id, title, order, rowOrder, layout = 'rows' }: OrderControlsProps) {
  const { position, isFirst, isLast } = standingOf(order, id);
  const ready = useHydrated();
  const isRows = layout === 'rows';
  const steps = [
    { to: ONE_UP, isEnd: isFirst, label: isRows ? 'Subir' : 'Mover antes', icon: isRows ? 'arrow-up' : 'arrow-left' },
    { to: ONE_DOWN, isEnd: isLast, label: isRows ? 'Bajar' : 'Mover después', icon: isRows ? 'arrow-down' : 'arrow-right' },
  ] as const;
  return (
    <span className="order-controls">
      {ready ? <DragHandle helpId={`${form}-ayuda`} id={id} title={title} rowOrder={rowOrder} /> : null}
      <span className="order-place">{position}</span>
      {steps.map(({ to, isEnd, label, icon }) => (
        <button
          key={to}
          className={`icon-${icon}`}
          form={form}
          name="place"
          value={placeText(id, to)}
          disabled={isEnd}
          title={`${label} ${title}`}
          data-step=""
        />
      ))}
    </span>
  );
}

/** The handle for dragging with the pointer or moving by keys; `helpId` is the id of the text that explains it. */
export function DragHandle({ helpId, id, title, rowOrder }: Pick<OrderControlsProps, 'id' | 'title' | 'rowOrder'> & { helpId: string }) {
  const ready = useHydrated();
  // Its room is reserved without scripts, so that nothing jumps.
  return (
    <button
      type="button"
      className={ready ? 'drag-handle' : 'drag-handle invisible'}
      data-handle=""
      aria-label={`Arrastrar ${title}`}
      title="Arrastrar"
      aria-describedby={helpId}
      {...rowOrder.handle(id)}
    >
      <Icon name="grip-vertical" />
    </button>
  );
}
