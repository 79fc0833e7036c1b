import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { droppedAt, neighbourOf, placeText, stepped } from './order-places.ts';

interface RowOrderOptions {
  /** Ids of the rows that show, as the server ordered them. */
  ids: readonly string[];
  /** Ids of the whole list. */
  order: readonly string[];
  /** Address that takes `intent` move and `place`. */
  action: string;
  /** How rows lie: under each other, or beside each other. */
  layout: 'rows' | 'tiles';
}

export interface RowOrder {
  /** The ids as they show now: with what was just moved, before the server has answered. */
  ids: readonly string[];
  /** For the live region. */
  message: string;
  /** Marks of an item: spread them on the row or tile. */
  marks(id: string): { 'data-item': string; 'data-lifted': true | undefined; 'data-drop': 'before' | 'after' | undefined };
  /** Handlers of an item's handle. */
  handle(id: string): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(): void;
    onPointerCancel(): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

interface Drop {
  id: string;
  side: 'before' | 'after';
}

const EDGE_PX = 70;
const SCROLL_PX = 12;

/**
 * Order by dragging a handle, or by its keys: space lifts, arrows move, space drops, Escape puts back. What is dropped
 * shows at once and is sent as one move.
 */
export function useRowOrder({ ids: given, order, action, layout }: RowOrderOptions): RowOrder {
  const submit = useSubmit();
  const [local, setLocal] = useState<readonly string[] | null>(null);
  const [lifted, setLifted] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const [message, setMessage] = useState('');
  const focused = useRef<string | null>(null);
  const ids = local ?? given;

  // The server has answered: its order is the one that shows.
  useEffect(() => setLocal(null), [given]);
  useEffect(() => {
    if (focused.current !== null) document.querySelector<HTMLElement>(`[data-item="${CSS.escape(focused.current)}"] [data-handle]`)?.focus();
  }, [local]);

  const place = (id: string, shown: readonly string[]): string => `Lugar ${shown.indexOf(id) + 1} de ${shown.length}.`;
  const send = (id: string, shown: readonly string[]): void => {
    setLifted(null);
    setDrop(null);
    if (shown.every((other, index) => other === given[index])) return setLocal(null);
    setLocal(shown);
    setMessage(`Movido. ${place(id, shown)}`);
    submit({ intent: 'move', place: placeText(id, neighbourOf(order, shown, id)) }, { method: 'post', action, preventScrollReset: true });
  };
  const putBack = (): void => {
    setLifted(null);
    setDrop(null);
    setLocal(null);
    setMessage('Quedó donde estaba.');
  };
  const press = (id: string, key: string): boolean => {
    const by = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : key === 'ArrowDown' || key === 'ArrowRight' ? 1 : 0;
    focused.current = id;
    if (key === ' ' || key === 'Enter') {
      if (lifted === id) send(id, ids);
      else {
        setLifted(id);
        setMessage(`Levantado. ${place(id, ids)} Muévalo con las flechas y suéltelo con espacio.`);
      }
    } else if (by !== 0 && lifted === id) {
      const next = stepped(ids, id, by);
      setLocal(next);
      setMessage(place(id, next));
    } else if (key === 'Escape' && lifted === id) putBack();
    else return false;
    return true;
  };

  return {
    ids,
    message,
    marks: (id) => ({ 'data-item': id, 'data-lifted': lifted === id || undefined, 'data-drop': drop?.id === id ? drop.side : undefined }),
    handle: (id) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        focused.current = null;
        setLifted(id);
      },
      onPointerMove(event) {
        if (lifted !== id || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        scrollAtEdge(event.clientY);
        setDrop(dropAt(event, layout, id, given));
      },
      onPointerUp() {
        if (lifted !== id || focused.current !== null) return;
        if (drop) send(id, droppedAt(given, id, drop.id, drop.side));
        else setLifted(null);
      },
      onPointerCancel: putBack,
      onKeyDown(event) {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && press(id, event.key)) event.preventDefault();
      },
    }),
  };
}

/** The item under the pointer, and on which side of it the dragged one would land; null over itself or nothing. */
function dropAt({ clientX, clientY }: PointerEvent, layout: 'rows' | 'tiles', id: string, ids: readonly string[]): Drop | null {
  const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-item]');
  const over = item?.dataset['item'];
  if (!item || over === undefined || over === id || !ids.includes(over)) return null;
  const { left, top, width, height } = item.getBoundingClientRect();
  const behind = layout === 'rows' ? clientY > top + height / 2 : clientX > left + width / 2;
  return { id: over, side: behind ? 'after' : 'before' };
}

function scrollAtEdge(clientY: number): void {
  if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  else if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}
