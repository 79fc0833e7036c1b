import { bulkUrl } from '#server/domain/bulk.ts';
import { menuHref } from '#server/domain/menu.ts';
import type { Undo } from '#server/domain/notice.ts';
import { PHOTOS_URL, PRODUCTS_URL, SERVICES_URL } from '#server/domain/products.ts';
import { readingUrl } from '#server/domain/readings.ts';
import { VIEWS_URL } from '#server/domain/saved-views.ts';
import type { ToastContent } from '../../ui/Toast.tsx';
import { placeText } from '../order/order-places.ts';
import { backOf, joinIds, listHref, listSearch, recordHref } from '../../record-links.ts';

/** The form that performs an undo. It leads back to the list in the state that `page`, where the toast is shown, has. */
export function undoForm(undo: Undo, page: URL): NonNullable<ToastContent['undo']> {
  switch (undo.restores) {
    case 'records':
      return { action: asShown(menuHref(undo.menu), page), fields: { intent: 'restore', ids: joinIds(undo.ids) } };
    case 'assignment':
      return { action: ofDocuments(undo.ids, page), fields: { intent: 'unassign', ids: joinIds(undo.ids) } };
    case 'service':
      return { action: asShown(SERVICES_URL, page), fields: { intent: 'restore', id: undo.id } };
    case 'product':
      return { action: productsAsShown(undo.serviceId, page), fields: { intent: 'restore', id: undo.id } };
    case 'photo':
      return { action: under(PHOTOS_URL, undo.serviceId), fields: { intent: 'restore', id: undo.id } };
    case 'bulk':
      return { action: bulkUrl(undo.id), fields: { intent: 'undo' } };
    case 'view':
      return { action: recordHref(VIEWS_URL, undo.id), fields: { intent: 'restore' } };
    case 'user':
      return { action: recordHref(menuHref('users'), undo.id, { back: backOf(page) }), fields: { intent: 'activate' } };
    case 'access':
      return {
        action: undo.of === 'reading' ? readingUrl(undo.id) : recordHref(menuHref('briefcase-folders'), undo.id, { back: backOf(page) }),
        fields: { intent: 'give', to: undo.to },
      };
    case 'place':
      return { action: orderedList(undo, page), fields: { intent: 'move', place: placeText(undo.id, undo.afterId), undoes: '1' } };
  }
}

/** On a document's own page, back to that page. */
function ofDocuments(ids: readonly string[], page: URL): string {
  const list = menuHref('digitalization-documents');
  const [only = ''] = ids;
  return page.pathname === recordHref(list, only) ? recordHref(list, only, { back: backOf(page) }) : asShown(list, page);
}

function orderedList({ list, menu, serviceId }: Extract<Undo, { restores: 'place' }>, page: URL): string {
  if (list === 'records') return asShown(menuHref(menu), page);
  return list === 'product' ? productsAsShown(serviceId, page) : under(PHOTOS_URL, serviceId);
}

function productsAsShown(serviceId: string, page: URL): string {
  const search = page.pathname === recordHref(SERVICES_URL, serviceId) ? page.search : '';
  return under(PRODUCTS_URL, serviceId) + search;
}

function under(url: string, id: string): string {
  return url.replace(':id', encodeURIComponent(id));
}

function asShown(listUrl: string, page: URL): string {
  return page.pathname === listUrl ? listHref(listUrl, listSearch(page.search).slice(1)) : listUrl;
}
