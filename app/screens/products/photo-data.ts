import type { ActionFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { actOnItems } from './act-on-items.ts';
import { serviceHref } from './product-links.ts';

/**
 * Forms of the gallery: `intent` add (`url`, `descripcion`, `formToken`), caption (`id`, `descripcion`, `version`), and
 * what every list has. Back to the service, where the gallery is.
 */
export async function actOnPhotos(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const actor = requireStaff(context);
  requireMenu(actor, 'products');
  const { products } = context.portal;
  const serviceId = params['id'] ?? '';
  const list = { kind: 'photos', serviceId } as const;
  const form = await request.formData();
  const text = (name: string) => formText(form, name);
  const page = `${serviceHref(serviceId)}#fotos`;
  const call = { actor, list, requestId: context.requestId };
  try {
    if (text('intent') === 'add') {
      await products.createItem({ ...call, values: { url: text('url'), descripcion: text('descripcion') }, formToken: text('formToken') });
      return redirectWithNotice(context, page, { kind: 'success', text: 'Se agregó la foto.' });
    }
    if (text('intent') === 'caption') {
      await products.updateItem({ ...call, id: text('id'), ifVersion: text('version'), values: { descripcion: text('descripcion') } });
      return redirectWithNotice(context, page, { kind: 'success', text: 'Se guardó la descripción.' });
    }
  } catch (error) {
    if (!isMendable(error)) throw error;
    return redirectWithNotice(context, page, { kind: 'error', text: sentenceOf(error) });
  }
  return actOnItems(args, { list, form, page });
}

/** Failures that the person mends on the same page. */
function isMendable(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'invalid-input' || error.code === 'conflict');
}

function sentenceOf(error: AppError): string {
  const [first] = Object.values(error.fields ?? {}).flat();
  if (error.code === 'conflict' && error.details)
    return 'Otra persona cambió la foto mientras usted escribía. Vea la descripción actual y vuelva a guardar si hace falta.';
  return first ?? error.userMessage;
}
