import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogConflict } from '#server/catalogs/record.ts';
import type { RecordForm } from '#server/catalogs/form-input.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { answerTo, AppError, conflictOf } from '#server/domain/errors.ts';
import { agree, capitalize, theOne } from '#server/domain/grammar.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requestCode } from '#server/domain/request-code.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { backOf, listHref, recordHref } from '../lists/record-links.ts';
import { readRecordAddress } from './record-screen.ts';

export type CatalogRecordData = Awaited<ReturnType<typeof loadCatalogRecord>>;

/** Why a form came back, with everything that was typed. */
export interface SaveFailure {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  values: Readonly<Record<string, unknown>>;
  formToken: string;
  version: string;
  conflict: CatalogConflict | null;
}

/** Data of `<list URL>/:id` (view), `/:id/edit` and `/new`. */
export async function loadCatalogRecord({ request, params, context }: LoaderFunctionArgs, catalog: CatalogId) {
  const actor = requireStaff(context);
  const description = await context.portal.catalogs.describeForScreens({ actor, catalog });
  const { id, screen } = readRecordAddress(params, description.id);
  return {
    description,
    screen,
    back: backOf(new URL(request.url)),
    record: screen === 'new' ? null : await context.portal.catalogs.getRecord({ actor, catalog, id }),
    /** One per form: what is sent twice with it is stored once. */
    formToken: crypto.randomUUID(),
  };
}

/** Saves a form (`intent` save, save-and-new), or deactivates or restores the record. */
export async function actOnCatalogRecord({ request, params, context }: ActionFunctionArgs, catalog: CatalogId) {
  const actor = requireStaff(context);
  const { catalogs } = context.portal;
  const description = catalogs.describe(catalog);
  requireMenu(actor, description.menu);
  const { id, screen } = readRecordAddress(params, description.id);
  const form = catalogs.readForm(catalog, await request.formData());
  const call = { actor, catalog, id, requestId: context.requestId };
  const back = backOf(new URL(request.url));
  if (screen === 'view') {
    if (form.intent === 'deactivate') await catalogs.deactivateRecord(call);
    else if (form.intent === 'restore') await catalogs.restoreRecord(call);
    else throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir el registro.' });
    return tellActive(context, description, { id, back, restored: form.intent === 'restore' });
  }
  try {
    const { values, formToken } = form;
    const saved =
      screen === 'new'
        ? await catalogs.createRecord({ ...call, values, formToken })
        : await catalogs.updateRecord({ ...call, values, ifVersion: form.version, keepStored: form.keepStored });
    const next = recordHref(description.listUrl, form.intent === 'save-and-new' ? 'new' : saved.id, { back });
    return redirectWithNotice(context, next, { kind: 'success', text: `Se guardó ${theOne(description.noun)}.` });
  } catch (error) {
    return giveBack(error, form, context);
  }
}

function tellActive(
  context: ActionFunctionArgs['context'],
  { noun, listUrl, menu }: CatalogDescription,
  { id, back, restored }: { id: string; back: string; restored: boolean },
): Response {
  return redirectWithNotice(context, restored ? recordHref(listUrl, id, { back }) : listHref(listUrl, back), {
    kind: 'success',
    text: `${capitalize(noun.singular)} ${agree(noun, restored ? 'restaurado' : 'eliminado')}.`,
    ...(restored ? {} : { undo: { restores: 'records', menu, ids: [id] } }),
  });
}

/**
 * The form again, with what was typed, for every failure that a person can mend or outlast. What they may not do or what
 * is gone has its own page.
 */
export function giveBack(error: unknown, form: RecordForm, { log, requestId }: ActionFunctionArgs['context']) {
  const known = error instanceof AppError ? error : null;
  if (known && (known.code === 'forbidden' || known.code === 'not-found' || known.code === 'unauthenticated')) throw known;
  if (!known) log.error({ err: error }, 'record could not be saved');
  else if (known.status >= 500) log.warn({ code: known.code, reason: known.message }, 'record could not be saved');
  const failure: SaveFailure = {
    message:
      known && known.status < 500
        ? known.userMessage
        : `No pudimos guardar. Su texto sigue aquí: intente de nuevo. Código ${requestCode(requestId)}.`,
    errors: known?.fields ?? {},
    values: form.values,
    formToken: form.formToken,
    version: form.version,
    conflict: conflictOf<CatalogConflict>(error),
  };
  return data(failure, answerTo(known));
}
