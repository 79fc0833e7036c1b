import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import type { ItemList } from '#server/features/products/item-list.ts';
import { AppError } from '#server/domain/errors.ts';
import { flashCookie, type Flash } from '#server/domain/flash.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { requireStaff } from '../../context.ts';
import { readPlace } from './order-places.ts';

interface ItemAction {
  list: ItemList;
  form: FormData;
  /** The page on which the list shows. */
  page: string;
  /** Address of this action, for the way back ("Deshacer"). */
  action: string;
}

/**
 * What the lists of services, products and photos have in common: `intent` move (`place`), deactivate and restore (`id`),
 * each back to the page of the list. Permission and ids are checked by the verbs.
 */
export async function actOnItems(
  { context }: Pick<ActionFunctionArgs, 'context'>,
  { list, form, page, action }: ItemAction,
): Promise<Response> {
  const { products } = context.portal;
  const call = { actor: requireStaff(context), list, requestId: context.requestId };
  const text = (name: string) => formText(form, name);
  const id = text('id');
  switch (text('intent')) {
    case 'move':
      return moveBack(page, () => products.moveItem({ ...call, ...readPlace(text('place')) }));
    case 'deactivate':
      await products.deactivateItem({ ...call, id });
      return tellBack(
        page,
        toldActive(context.portal.products.describe(list.kind).noun, 'eliminado', { action, fields: { intent: 'restore', id } }),
      );
    case 'restore':
      await products.restoreItem({ ...call, id });
      return tellBack(
        page,
        toldActive(context.portal.products.describe(list.kind).noun, 'restaurado', { action, fields: { intent: 'deactivate', id } }),
      );
    default:
      throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la página.' });
  }
}

export function toldActive(noun: Parameters<typeof agree>[0], done: string, undo: NonNullable<Flash['undo']>): Flash {
  return { kind: 'success', text: `${capitalize(noun.singular)} ${agree(noun, done)}.`, undo };
}

/** A list that changed meanwhile shows as it is now, with what happened. */
async function moveBack(page: string, move: () => Promise<void>): Promise<Response> {
  try {
    await move();
    return redirect(page);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return tellBack(page, { kind: 'error', text: error.userMessage });
    throw error;
  }
}

export function tellBack(page: string, flash: Flash): Response {
  return redirect(page, { headers: { 'Set-Cookie': flashCookie(flash) } });
}
