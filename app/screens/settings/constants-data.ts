import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { constantList, MAX_CONSTANT_ITEMS, type ConstantItem } from '#server/domain/constants.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import type { ConstantsConflict } from '#server/features/settings/constants.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';

export async function loadAllConstants({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-constants');
  const lists = await context.portal.settings.findConstants({ actor });
  return lists.map(({ id, items, updatedAt }) => ({ id, items, updatedAt: formatDateTime(updatedAt) }));
}

export async function loadConstants({ context, params }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-constants');
  const { id, items, version, updatedAt } = await context.portal.settings.getConstants({ actor, list: params['list'] ?? '' });
  return { id, items, version, updatedAt: formatDateTime(updatedAt) };
}

/** The form again: after a failure, or with a row more or less (without JavaScript). */
export interface ConstantsAnswer {
  rows: ConstantItem[];
  version: string;
  failure: Refusal<ConstantsConflict> | null;
}

/** `intent`: save, add, or `remove:<row>`; rows are the repeated fields `id` and `value`. */
export async function actOnConstants({ context, params, request }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'settings-constants');
  const list = params['list'] ?? '';
  if (!constantList(list)) throw new AppError('not-found', 'no such constants', { userMessage: 'Esa lista de constantes no existe.' });
  const form = await request.formData();
  const version = formText(form, 'version');
  const intent = formText(form, 'intent');
  const rows = readRows(form);
  if (intent === 'add' || REMOVE.test(intent)) return data<ConstantsAnswer>({ rows: changeRows(rows, intent), version, failure: null });
  if (intent !== 'save') throw unknownIntent('la lista de constantes');
  try {
    await context.portal.settings.updateConstants({ actor, requestId: context.requestId, list, ifVersion: version, items: rows });
  } catch (error) {
    const { refusal: failure, answer } = giveBack<ConstantsConflict>(error, context);
    return data<ConstantsAnswer>({ rows, version: failure.conflict?.version ?? version, failure }, answer);
  }
  return redirectDone(context, '/settings/constants', `Se guardó «${constantList(list)?.title ?? ''}».`);
}

const REMOVE = /^remove:(\d{1,4})$/;
/** Empty ones are left out when they are saved. */
const MAX_ROWS = MAX_CONSTANT_ITEMS + 50;
const EMPTY_ROW: ConstantItem = { id: '', value: '' };

function changeRows(rows: readonly ConstantItem[], intent: string): ConstantItem[] {
  const removed = REMOVE.exec(intent)?.[1];
  return removed === undefined ? [...rows, EMPTY_ROW] : rows.filter((_row, index) => index !== Number(removed));
}

/** @throws AppError `too-large` for more rows than the form can have: drawing thousands of them would keep others waiting */
function readRows(form: FormData): ConstantItem[] {
  const values = form.getAll('value');
  const ids = form.getAll('id');
  if (ids.length > MAX_ROWS)
    throw new AppError('too-large', `${ids.length} rows`, {
      userMessage: `No se guardó: son demasiadas filas (máximo ${MAX_CONSTANT_ITEMS}).`,
    });
  return ids.map((id, index) => ({ id: textOf(id), value: textOf(values[index]) }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
