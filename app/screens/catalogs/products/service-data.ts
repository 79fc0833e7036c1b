import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { AppError } from '#server/domain/errors.ts';
import { baseText } from '#server/domain/form-value.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { requireStaff } from '../../../context.ts';
import { listVerbs, loadCatalogList, showErrorsOn, verbsUnder } from '../list-data.ts';
import { actOnCatalogRecord, loadCatalogRecord } from '../record-data.ts';
import { formAction } from '../../forms/form-action.ts';
import { listSearch, recordHref } from '../../../record-links.ts';
import { PRODUCT_CELLS } from './service-lists.tsx';

const PHOTOS = 'productos_servicios_fotos';

/** Data of `/products/list-products/:id` (the service with its products, and its photos if it has a gallery), `/:id/edit` and `/new`. */
export async function loadService(args: LoaderFunctionArgs) {
  const service = await loadCatalogRecord(args, 'productos_servicios');
  if (service.screen !== 'view') return { ...service, products: null, photos: null };
  const parentId = args.params['id'] ?? '';
  const [products, photos] = await Promise.all([
    loadCatalogList(args, 'productos_servicios_productos', { parentId, own: PRODUCT_CELLS }),
    service.record?.values['galeria'] === true ? loadPhotos(args, parentId) : null,
  ]);
  return { ...service, products, photos };
}

/** The forms of the service, and bulk acts on its products. */
export function actOnService(args: ActionFunctionArgs) {
  const further = verbsUnder(args, 'productos_servicios_productos', args.params['id'] ?? '');
  return actOnCatalogRecord(args, 'productos_servicios', undefined, further);
}

/** All photos, so that each can be moved anywhere; the browser lazy-loads the pictures. */
async function loadPhotos({ context }: LoaderFunctionArgs, parentId: string) {
  const call = { actor: requireStaff(context), catalog: PHOTOS, parentId } as const;
  const photos: { id: string; url: string; descripcion: string; version: string }[] = [];
  for (let page = 1; ; page += 1) {
    const params = new URLSearchParams({ pageSize: '100', page: String(page) });
    const found = await context.portal.catalogs.findRecords({ ...call, params });
    for (const { id, version, url, descripcion } of found.rows)
      photos.push({ id, version: baseText(version ?? null), url: baseText(url ?? null), descripcion: baseText(descripcion ?? null) });
    if (found.next === null) return photos;
  }
}

export type ListedPhoto = Awaited<ReturnType<typeof loadPhotos>>[number];

/** Addresses that only accept forms about parts of a service: a GET redirects to the service. */
export function toService({ context, params, request }: LoaderFunctionArgs): Response {
  requireMenu(requireStaff(context), 'products');
  return redirect(recordHref(SERVICES_URL, params['id'] ?? '') + listSearch(new URL(request.url).search));
}

/**
 * Forms of the gallery: `intent` add (`url`, `descripcion`, `formToken`), caption (`id`, `descripcion`, `version`), and those of every
 * list. Redirects to the service, which shows the gallery.
 */
export function actOnPhotos(args: ActionFunctionArgs) {
  const parentId = args.params['id'] ?? '';
  const description = args.context.portal.catalogs.describe(PHOTOS, parentId);
  const page = `${description.pageUrl}#fotos`;
  return formAction(
    {
      menu: description.menu,
      of: 'la página',
      read: ({ call, text }) => ({
        photo: { ...call, catalog: PHOTOS, parentId } as const,
        descripcion: text('descripcion'),
      }),
    },
    {
      ...listVerbs({ catalog: PHOTOS, description, page }),
      add: showErrorsOn(page, sentenceOf, async ({ portal, photo, text, descripcion, done }) => {
        const { id } = await portal.catalogs.createRecord({
          ...photo,
          values: { url: text('url'), descripcion },
          formToken: text('formToken'),
        });
        return done(page, `Se agregó la foto.${await portal.catalogs.describeAppVisibility({ ...photo, ids: [id] })}`);
      }),
      caption: showErrorsOn(page, sentenceOf, async ({ portal, photo, text, descripcion, done }) => {
        const id = text('id');
        await portal.catalogs.updateRecord({ ...photo, id, ifVersion: text('version'), values: { descripcion } });
        return done(page, `Se guardó la descripción.${await portal.catalogs.describeAppVisibility({ ...photo, ids: [id] })}`);
      }),
    },
  )(args);
}

/** Errors that the person can fix on the same page. */
function sentenceOf(error: AppError): string | null {
  if (error.code !== 'invalid-input' && error.code !== 'conflict') return null;
  const [first] = Object.values(error.fields ?? {}).flat();
  if (error.code === 'conflict' && error.details)
    return 'Otra persona cambió la foto mientras usted escribía. Vea la descripción actual y vuelva a guardar si hace falta.';
  return first ?? error.userMessage;
}
