import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import type { ItemList } from '#server/features/products/item-list.ts';
import { AppError } from '#server/domain/errors.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import type { Notice, Undo } from '#server/domain/notice.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { readPlace } from './order-places.ts';

interface ItemAction {
  list: ItemList;
  form: FormData;
  /** The page on which the list shows. */
  page: string;
}

/**
 * What the lists of services, products and photos have in common: `intent` move (`place`), deactivate and restore (`id`),
 * each back to the page of the list. Permission and ids are checked by the verbs.
 */
export async function actOnItems({ context }: Pick<ActionFunctionArgs, 'context'>, { list, form, page }: ItemAction): Promise<Response> {
  const { products } = context.portal;
  const { noun } = products.describe(list.kind);
  const call = { actor: requireStaff(context), list, requestId: context.requestId };
  const text = (name: string) => formText(form, name);
  const id = text('id');
  switch (text('intent')) {
    case 'move':
      return moveBack(context, page, () => products.moveItem({ ...call, ...readPlace(text('place')) }));
    case 'deactivate':
      await products.deactivateItem({ ...call, id });
      return redirectWithNotice(context, page, toldDeactivated(noun, undoOf(list, id)));
    case 'restore':
      await products.restoreItem({ ...call, id });
      return redirectWithNotice(context, page, toldRestored(noun));
    default:
      throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la página.' });
  }
}

function undoOf(list: ItemList, id: string): Undo {
  switch (list.kind) {
    case 'services':
      return { restores: 'service', id };
    case 'products':
      return { restores: 'product', serviceId: list.serviceId, id };
    case 'photos':
      return { restores: 'photo', serviceId: list.serviceId, id };
  }
}

type Noun = Parameters<typeof agree>[0];

function toldDeactivated(noun: Noun, undo: Undo): Notice {
  return { kind: 'success', text: `${capitalize(noun.singular)} ${agree(noun, 'eliminado')}.`, undo };
}

function toldRestored(noun: Noun): Notice {
  return { kind: 'success', text: `${capitalize(noun.singular)} ${agree(noun, 'restaurado')}.` };
}

/** A list that changed meanwhile shows as it is now, with what happened. */
async function moveBack(context: RequestContext, page: string, move: () => Promise<void>): Promise<Response> {
  try {
    await move();
    return redirect(page);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict')
      return redirectWithNotice(context, page, { kind: 'error', text: error.userMessage });
    throw error;
  }
}
