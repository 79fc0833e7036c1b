import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, useState, type DOMAttributes, type KeyboardEvent, type PointerEvent } from 'react';
import { droppedAt, neighbourOf, placeText, stepped } from './order-places.ts';

interface RowOrderOptions {
  /** Ids of the visible rows in the server's order. */
  ids: readonly string[];
  /** Called with the moved id and all ids in their new order. */
  drop: (id: string, ids: readonly string[]) => void;
  /** Rows in a column, or tiles beside each other. */
  layout: 'rows' | 'tiles';
}

export interface RowOrder {
  /** The ids in the order shown now, including a move that the server has not answered yet. */
  ids: readonly string[];
  /** Text for the live region. */
  message: string;
  /** Data attributes of an item: spread them on the row or tile. */
  marks: (id: string) => { 'data-item': string; 'data-lifted': true | undefined; 'data-drop': 'before' | 'after' | undefined };
  /** Event handlers of an item's handle. */
  handle: (id: string) => DOMAttributes<HTMLElement>;
}

interface Drop {
  id: string;
  side: 'before' | 'after';
}

const EDGE_PX = 70;
const SCROLL_PX = 12;

/**
 * Reorders by dragging a handle, or by its keys: space lifts, arrows move, space drops, Escape cancels. A drop shows at once and is sent as
 * one move.
 */
export function useRowOrder(options: RowOrderOptions): RowOrder {
  const move = useMove(options);
  const { ids, message, lifted, drop } = move;
  return {
    ids,
    message,
    marks: (id) => ({ 'data-item': id, 'data-lifted': lifted === id || undefined, 'data-drop': drop?.id === id ? drop.side : undefined }),
    handle: (id) => ({ ...pointerHandlers(move, options, id), onKeyDown: keyHandler(move, id) }),
  };
}

/** A move from lifting to dropping. */
type Move = ReturnType<typeof useMove>;

function useMove({ ids: given, drop: dropped }: RowOrderOptions) {
  const [local, setLocal] = useState<readonly string[] | null>(null);
  const [lifted, setLifted] = useState<string | null>(null);
  const [drop, aim] = useState<Drop | null>(null);
  const [message, setMessage] = useState('');
  /** The record whose handle keeps the focus while keys move it; null during pointer drags. */
  const focused = useRef<string | null>(null);
  const holding = useRef(false);
  // The server's answer replaces the local order, but not while the next move is already in progress.
  useEffect(() => {
    if (!holding.current) setLocal(null);
  }, [given]);
  useEffect(() => {
    if (focused.current !== null)
      document.querySelector<HTMLElement>(`[data-item="${CSS.escape(focused.current)}"] [data-handle]`)?.focus();
  }, [local]);
  const settle = (ids: readonly string[] | null, announcement: string): void => {
    holding.current = false;
    setLifted(null);
    aim(null);
    setLocal(ids);
    setMessage(announcement);
  };
  return {
    ids: local ?? given,
    message,
    lifted,
    drop,
    focused,
    aim,
    lift(id: string, announcement = ''): void {
      holding.current = true;
      setLifted(id);
      setMessage(announcement);
    },
    /** Shows another order without sending it. */
    show(id: string, ids: readonly string[]): void {
      setLocal(ids);
      setMessage(placeOf(id, ids));
    },
    putBack: () => settle(null, 'Quedó donde estaba.'),
    send(id: string, ids: readonly string[]): void {
      if (ids.every((other, index) => other === given[index])) return settle(null, 'Quedó donde estaba.');
      settle(ids, `Movido. ${placeOf(id, ids)}`);
      dropped(id, ids);
    },
  };
}

/** Sends moves of a stored list: `action` takes `intent` move and `place`; `order` holds the ids of the rows and their neighbours. */
export function useSentMoves({ action, order }: { action: string; order: readonly string[] }): RowOrderOptions['drop'] {
  const submit = useSubmit();
  return (id, ids) =>
    submit({ intent: 'move', place: placeText(id, neighbourOf(order, ids, id)) }, { method: 'post', action, preventScrollReset: true });
}

function placeOf(id: string, ids: readonly string[]): string {
  return `Lugar ${ids.indexOf(id) + 1} de ${ids.length}.`;
}

function pointerHandlers(move: Move, { ids: given, layout }: RowOrderOptions, id: string): DOMAttributes<HTMLElement> {
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      move.focused.current = null;
      move.lift(id);
    },
    onPointerMove(event) {
      if (move.lifted !== id || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      scrollAtEdge(event.clientY);
      move.aim(dropAt(event, layout, id, given));
    },
    onPointerUp() {
      if (move.lifted !== id || move.focused.current !== null) return;
      if (move.drop) move.send(id, droppedAt(given, id, move.drop.id, move.drop.side));
      else move.putBack();
    },
    onPointerCancel: move.putBack,
  };
}

const STEPS: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

function keyHandler(move: Move, id: string): (event: KeyboardEvent<HTMLElement>) => void {
  const { ids } = move;
  const press = (key: string): boolean => {
    const by = STEPS[key];
    const isLifted = move.lifted === id;
    if (key === ' ' || key === 'Enter') {
      if (isLifted) move.send(id, ids);
      else move.lift(id, `Levantado. ${placeOf(id, ids)} Muévalo con las flechas y suéltelo con espacio.`);
    } else if (by !== undefined && isLifted) move.show(id, stepped(ids, id, by));
    else if (key === 'Escape' && isLifted) move.putBack();
    else return false;
    return true;
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !press(event.key)) return;
    move.focused.current = id;
    event.preventDefault();
  };
}

/** The item under the pointer, and on which side the dragged one would land; null over itself or nothing. */
function dropAt({ clientX, clientY }: PointerEvent, layout: 'rows' | 'tiles', id: string, ids: readonly string[]): Drop | null {
  let item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-item]');
  // An item may contain another list: climb to one of this list.
  while (item && !ids.includes(item.dataset['item'] ?? '')) item = item.parentElement?.closest<HTMLElement>('[data-item]');
  const over = item?.dataset['item'];
  if (!item || over === undefined || over === id) return null;
  const { left, top, width, height } = item.getBoundingClientRect();
  const behind = layout === 'rows' ? clientY > top + height / 2 : clientX > left + width / 2;
  return { id: over, side: behind ? 'after' : 'before' };
}

function scrollAtEdge(clientY: number): void {
  if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  else if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}
