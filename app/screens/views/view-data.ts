import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { savedQuery, viewHref, VIEWS_URL } from '#server/domain/saved-views.ts';
import { requireStaff } from '../../context.ts';
import { COMPACT_ROWS } from '../lists/ColumnChoice.tsx';
import { recordHref } from '../../record-links.ts';
import { readRecordAddress } from '../forms/record-screen.ts';

export type ViewFormData = Awaited<ReturnType<typeof loadView>>;

/**
 * Data of `/views/new`, which saves the list in its address, and of `/views/:id`. The new form is sent to that same address: without scripts
 * a form that comes back is loaded from it.
 */
export async function loadView({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { views } = context.portal;
  const { id } = readRecordAddress(params, 'views');
  const shareable = await views.findShareable({ actor });
  const fields = views.form.fields;
  /** One per form, as idempotency key: what is sent twice with it creates one view. */
  const formToken = crypto.randomUUID();
  if (id === 'new') {
    const { search: address, searchParams: search } = new URL(request.url);
    const lista = search.get('lista') ?? '';
    if (!views.supportsViews(lista))
      throw new AppError('not-found', 'no list to keep a view of', {
        userMessage: 'De esa lista no se guardan vistas. Abra la lista y elija «Guardar vista».',
      });
    const consulta = savedQuery(search.get('consulta') ?? '');
    const values = {
      ...views.form.empty,
      lista,
      consulta,
      columnas: search.getAll('columnas'),
      ...(search.get('densidad') === COMPACT_ROWS && { densidad: COMPACT_ROWS }),
    };
    const cancelHref = consulta === '' ? lista : `${lista}?${consulta}`;
    const action = `${recordHref(VIEWS_URL, id)}${address}`;
    return { id, version: '', base: null, values, list: views.nameOfList(lista), action, cancelHref, fields, formToken, shareable };
  }
  const { version, values, list } = await views.getView({ actor, id });
  const cancelHref = views.supportsViews(values.lista) ? viewHref({ id, ...values }) : VIEWS_URL;
  const action = recordHref(VIEWS_URL, id);
  return { id, version, base: { ...values }, values, list, action, cancelHref, fields, formToken, shareable };
}
