import { AppError } from '#server/domain/errors.ts';
import { formAction } from '../forms/form-action.ts';

export const SHOWN = { dpi: 'DPI', telefono: 'teléfono' } as const;
export type Shown = keyof typeof SHOWN;
const isShown = (name: unknown): name is Shown => typeof name === 'string' && Object.hasOwn(SHOWN, name);

/** The revealed values; `message` says why there are none. */
export interface ShownFacts {
  shown: Partial<Record<Shown, string>>;
  message: string;
}

/**
 * Reveals masked values: `ver`, repeated for each, of the record or, in the list, of `id`. They are only in the answer to the form and
 * never in an address, which would be stored.
 */
export const actOnCustomer = /* @__PURE__ */ formAction(
  {
    menu: 'customers',
    acts: { '': 'view' },
    of: 'la ficha',
    kept: '',
    tellsOutages: true,
    ownPage: [],
    refused: (_form, { message }): ShownFacts => ({ shown: {}, message }),
  },
  async ({ portal, call, params, sent, text }): Promise<ShownFacts> => {
    const asked = [...new Set(sent.getAll('ver'))].filter(isShown);
    if (asked.length === 0)
      throw new AppError('invalid-input', 'nothing to show', { userMessage: 'La ficha no tiene el dato pedido. Vuelva a abrirla.' });
    const shown: Partial<Record<Shown, string>> = {};
    for (const field of asked) shown[field] = await portal.customers.getUnmaskedField({ ...call, id: params['id'] ?? text('id'), field });
    return { shown, message: '' };
  },
);
