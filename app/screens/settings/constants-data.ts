import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { constantList, MAX_CONSTANT_ITEMS, type ConstantItem } from '#server/domain/constants.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { may } from '#server/domain/permissions.ts';
import type { ConstantsConflict } from '#server/features/settings/constants.ts';
import { requireStaff } from '../../context.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';

export async function loadAllConstants({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-constants');
  const lists = await context.portal.settings.findConstants({ actor });
  return lists.map(({ id, items, updatedAt }) => ({ id, items, updatedAt: formatDateTime(updatedAt) }));
}

export async function loadConstants({ context, params }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-constants');
  const { id, items, version, updatedAt } = await context.portal.settings.getConstants({ actor, list: params['list'] ?? '' });
  // This page is only a form: people who may only view find the list among the others.
  if (!may(actor, 'settings-constants', 'change')) throw redirect(`/settings/constants#lista-${id}`);
  return { id, items, version, updatedAt: formatDateTime(updatedAt) };
}

/** The form again: after a failure, or with a row added or removed (without JavaScript). */
export interface ConstantsAnswer {
  rows: ConstantItem[];
  version: string;
  failure: Refusal<ConstantsConflict> | null;
}

/** `intent`: save, add, or `remove:<row>`; rows are the repeated fields `id` and `value`. */
export const actOnConstants = formAction(
  {
    menu: 'settings-constants',
    of: 'la lista de constantes',
    read: ({ params, sent, text }) => {
      const list = params['list'] ?? '';
      const title = constantList(list)?.title;
      if (title === undefined) throw new AppError('not-found', 'no such constants', { userMessage: 'Esa lista de constantes no existe.' });
      return { list, title, version: text('version'), rows: readRows(sent) };
    },
    refused: ({ rows, version }, failure: Refusal<ConstantsConflict>): ConstantsAnswer => ({
      rows,
      version: failure.conflict?.version ?? version,
      failure,
    }),
  },
  {
    save: async ({ portal, call, list, title, version, rows, done }) => {
      await portal.settings.updateConstants({ ...call, list, ifVersion: version, items: rows });
      return done('/settings/constants', `Se guardó «${title}».`);
    },
    add: ({ rows, version }): ConstantsAnswer => ({ rows: [...rows, EMPTY_ROW], version, failure: null }),
    remove: ({ rows, version, detail }): ConstantsAnswer => ({
      rows: rows.filter((_row, index) => index !== Number(detail)),
      version,
      failure: null,
    }),
  },
);

/** Includes room for empty rows, which are dropped on save. */
const MAX_ROWS = MAX_CONSTANT_ITEMS + 50;
const EMPTY_ROW: ConstantItem = { id: '', value: '' };

/** @throws AppError `too-large` for more rows than the form can have: rendering thousands would block other requests */
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
