import { AppError } from '#server/domain/errors.ts';
import { permittedActs } from '#server/domain/menu-acts.ts';
import type { RecordForm } from '#server/domain/form-base.ts';
import { textsOf } from '#server/domain/form-value.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import type { RoleConflict } from '#server/features/roles/roles.ts';
import { formAction, givenBack, NOT_REFUSED, type Act, type GivenBack, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { ACTS_CONTROL, roleHref } from './role-links.ts';

/** Why the form came back, with what was typed and ticked. */
export interface RoleFailure extends Refusal<RoleConflict>, GivenBack {
  /** Nothing went wrong: the person asked for a preview of the menu (without JavaScript). */
  isPreview: boolean;
}

interface RoleAct extends Act {
  role: string;
  isNew: boolean;
  form: RecordForm;
}

/** `intent` save, deactivate or restore; preview: shows the sidebar of the ticked boxes, stores nothing. */
export const actOnRole = formAction(
  {
    menu: 'users',
    of: 'el rol',
    kept: 'Lo escrito y lo marcado siguen aquí',
    read: ({ portal, params, sent }) => {
      const { id, screen } = readRecordAddress({ id: params['role'], mode: params['mode'] }, 'roles');
      return { role: id, isNew: screen === 'new', form: portal.roles.form.read(withWithheld(sent)) };
    },
    refused: ({ form }, refusal: Refusal<RoleConflict>): RoleFailure => ({ ...refusal, ...givenBack(form), isPreview: false }),
  },
  {
    save: (act) => (act.isNew ? create(act) : update(act)),
    preview,
    deactivate: async ({ portal, call, role, done }) => {
      await portal.roles.retireRole({ ...call, role });
      return done(roleHref(role), 'Se retiró el rol. Nadie puede recibirlo hasta que lo restaure.');
    },
    restore: async ({ portal, call, role, done }) => {
      await portal.roles.restoreRole({ ...call, role });
      return done(roleHref(role), 'Se restauró el rol. Ya puede darlo de nuevo.');
    },
  },
);

/** The boxes say what people of the role may do, the record what they may not. */
function withWithheld(sent: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of sent) if (name !== ACTS_CONTROL) form.append(name, value);
  if (!sent.has(ACTS_CONTROL)) return form;
  const menus = sent.getAll('menus').filter((id) => typeof id === 'string');
  const allowed = sent.getAll(ACTS_CONTROL);
  form.append('accionesNegadas', '');
  for (const act of permittedActs(menus, [])) if (!allowed.includes(act)) form.append('accionesNegadas', act);
  return form;
}

const menusIn = (values: RecordForm['values']) => textsOf((values['menus'] ?? null) as FormValue);

/** With nothing ticked, the menus are copied from the other role, so that copying needs no scripts. */
async function create({ portal, call, text, done, form }: RoleAct): Promise<Response> {
  const { menus: _menus, accionesNegadas, copyFrom: _from, ...rest } = form.values;
  const menus = menusIn(form.values);
  const values = { ...rest, ...(menus.length > 0 && { menus, accionesNegadas }) };
  const { id } = await portal.roles.createRole({ ...call, copyFrom: text('copyFrom'), values });
  return done(roleHref(id), `Se creó el rol «${text('title').trim()}». Ya puede darlo en Usuarios.`);
}

async function update({ portal, call, role, sent, done, form: { values, version, base } }: RoleAct): Promise<Response> {
  // No ticked box means a role without menus; an incomplete form must not be taken for that.
  if (!sent.has('version'))
    throw new AppError('invalid-input', 'incomplete form', { userMessage: 'El formulario llegó incompleto. Vuelva a abrir el rol.' });
  const merged = await portal.roles.updateRole({ ...call, role, values, ifVersion: version, base });
  const mergedNote = describeMerged(merged, (name) => labelOf(portal.roles.form.fields, name));
  return done(roleHref(role), `Se guardó el rol. Rige desde el próximo clic de cada persona.${mergedNote}`);
}

async function preview({ portal, actor, isNew, text, form }: RoleAct): Promise<RoleFailure> {
  const from = isNew && menusIn(form.values).length === 0 ? text('copyFrom') : '';
  const source = from === '' ? undefined : (await portal.roles.findRoles({ actor })).find((role) => role.id === from);
  const given = givenBack(form);
  const values = { ...given.values, ...(source && { menus: source.menus, accionesNegadas: source.accionesNegadas }) };
  return { ...NOT_REFUSED, ...given, values, isPreview: true };
}
