import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import type { RecordForm } from '#server/domain/form-base.ts';
import { viewHref, VIEWS_URL } from '#server/domain/saved-views.ts';
import { formAction, givenBack, type Act, type GivenBack, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { describeMerged } from '../forms/describe-merged.ts';

/** Answer to a form that was not saved, with everything that was typed. */
export type ViewAnswer = Refusal<Conflict<FormBase>> & GivenBack;

type ViewAct = Act & { id: string; form: RecordForm };

/** `intent` save, take (the list's current state), remove or restore. */
export const actOnView = /* @__PURE__ */ formAction(
  {
    of: 'la vista',
    read: ({ portal, params, sent }: Act) => ({ id: params['id'] ?? '', form: portal.views.form.read(sent) }),
    refused: ({ form }, refusal: Refusal<Conflict<FormBase>>): ViewAnswer => ({ ...refusal, ...givenBack(form) }),
  },
  {
    save: (act) => (act.id === 'new' ? create(act) : update(act)),
    take: async ({ portal, call, id, form: { values }, done }) => {
      const { consulta, columnas, densidad } = values;
      await portal.views.updateView({ ...call, id, given: { consulta, columnas, densidad } });
      return done(await hrefOf({ portal, call, id }), 'Se guardaron los cambios en la vista.');
    },
    remove: async ({ portal, call, id, done }) => {
      await portal.views.setViewActive({ ...call, id, isActive: false });
      return done(VIEWS_URL, 'Se eliminó la vista.', { restores: 'view', id });
    },
    restore: async ({ portal, call, id, done }) => {
      await portal.views.setViewActive({ ...call, id, isActive: true });
      return done(VIEWS_URL, 'Se restauró la vista.');
    },
  },
);

async function create({ portal, call, text, form: { values: given, formToken }, done }: ViewAct): Promise<Response> {
  const { id } = await portal.views.createView({ ...call, given, formToken });
  return done(await hrefOf({ portal, call, id }), `Se guardó la vista «${text('nombre').trim()}». Queda en el menú, bajo su lista.`);
}

async function update({ portal, call, id, form: { values: given, version: ifVersion, base }, done }: ViewAct): Promise<Response> {
  const merged = await portal.views.updateView({ ...call, id, given, ifVersion, base });
  const mergedNote = describeMerged(merged, (name) => labelOf(portal.views.form.fields, name));
  return done(await hrefOf({ portal, call, id }), `Se guardó la vista.${mergedNote}`);
}

async function hrefOf({ portal, call, id }: Pick<ViewAct, 'call' | 'id' | 'portal'>): Promise<string> {
  const { values } = await portal.views.getView({ ...call, id });
  return viewHref({ id, ...values });
}
