import type { FormBase } from '#server/domain/conflict.ts';
import { fromGrantLines, fromGrants, parseGrant, toGrantLines } from '#server/domain/document-permissions.ts';
import { AppError } from '#server/domain/errors.ts';
import { chosenText, keptNames, readBase, textsOf } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import type { PermissionSetConflict, PermissionSetReview } from '#server/features/permission-sets/permission-sets.ts';
import { formAction, NOT_REFUSED, type Act, type Refusal } from '../forms/form-action.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { setHref, setLabel } from './set-links.ts';

/** What the form of a set sends; undefined: the form did not ask. */
interface SetForm {
  title: string | undefined;
  agencyScope: string | undefined;
  /** Each `category/type/action`. */
  grants: string[];
  formToken: string;
  version: string;
  base: FormBase | null;
}

/** What comes back of a form that was not saved, with everything that was typed and ticked. */
export interface SetAnswer extends Refusal<PermissionSetConflict> {
  title: string | null;
  agencyScope: string | null;
  permissions: string[];
  formToken: string;
  version: string;
  base: FormBase | null;
  /** What a save would do, where the person asked for that. */
  review: PermissionSetReview | null;
}

interface SetAct extends Act {
  id: string;
  isNew: boolean;
  form: SetForm;
}

/** `intent` review (what would change; stores nothing), change (back to the form), save, deactivate or restore. */
export const actOnSet = formAction(
  {
    menu: 'document-permissions',
    of: 'el conjunto',
    kept: 'Lo escrito y lo marcado siguen aquí',
    read: ({ params, sent }) => {
      const { id, screen } = readRecordAddress(params, 'permission sets');
      return { id, isNew: screen === 'new', form: readSetForm(sent) };
    },
    refused: ({ form }, refusal: Refusal<PermissionSetConflict>): SetAnswer => ({ ...givenBack(form), ...refusal }),
  },
  {
    save: (act) => {
      requireWhole(act.sent, { opened: !act.isNew });
      return act.isNew ? create(act) : update(act);
    },
    review: (act) => {
      requireWhole(act.sent);
      return review(act);
    },
    change: ({ form }) => givenBack(form),
    deactivate: async ({ portal, call, id, done }) => {
      await portal.permissionSets.deactivateSet({ ...call, id });
      return done(setHref(id), 'Se desactivó el conjunto. Nadie puede recibirlo hasta que lo restaure.');
    },
    restore: async ({ portal, call, id, done }) => {
      await portal.permissionSets.restoreSet({ ...call, id });
      return done(setHref(id), 'Se restauró el conjunto. Ya puede darlo de nuevo.');
    },
  },
);

function readSetForm(sent: FormData): SetForm {
  const base = readBase(sent);
  const asked = (name: string) => (sent.has(name) ? chosenText(sent, name, base) : undefined);
  const keepsStored = base !== null && keptNames(sent).includes('permissions');
  return {
    title: asked('title'),
    agencyScope: asked('agencyScope'),
    grants: keepsStored ? grantsOf(textsOf(base['permissions'] ?? null)) : tickedGrants(sent),
    formToken: formText(sent, 'formToken'),
    version: formText(sent, 'version'),
    base,
  };
}

/** One value for each box, or all in one by lines: so scripts send it, and a conflict that is about something else. */
function tickedGrants(sent: FormData): string[] {
  const lines = formText(sent, 'permissions');
  const boxes = sent.getAll('p').filter((value) => typeof value === 'string');
  return lines === '' ? boxes : grantsOf(lines.split('\n').map((line) => line.trim()));
}

function grantsOf(lines: readonly string[]): string[] {
  return [...fromGrantLines(lines)].flatMap(([key, actions]) => [...actions].map((action) => `${key}/${action}`));
}

/** No box ticked is a set that allows nothing; a page that had not come whole must not be taken for one. */
function requireWhole(sent: FormData, { opened = false } = {}): void {
  if ((sent.has('version') || !opened) && (!sent.has('partial') || sent.has('whole'))) return;
  throw new AppError('invalid-input', 'incomplete form', {
    userMessage: 'El formulario llegó incompleto: la página no había terminado de cargar. No se guardó nada; vuelva a abrir el conjunto.',
  });
}

function givenBack({ title = null, agencyScope = null, grants, ...form }: Omit<SetForm, 'title' | 'agencyScope'> & GivenTexts): SetAnswer {
  return {
    ...form,
    title,
    agencyScope,
    permissions: toGrantLines(fromGrants(grants.flatMap((text) => parseGrant(text) ?? []))),
    ...NOT_REFUSED,
    review: null,
  };
}

interface GivenTexts {
  title?: string | null | undefined;
  agencyScope?: string | null | undefined;
}

async function review({ portal, actor, id, isNew, form }: SetAct): Promise<SetAnswer> {
  const { title, agencyScope, grants, base } = form;
  const found = await portal.permissionSets.reviewSet({ actor, id: isNew ? null : id, title, agencyScope, grants, base });
  return { ...givenBack(form), review: found };
}

async function create({ portal, call, form, done }: SetAct): Promise<Response> {
  const { title = '', agencyScope, grants, formToken } = form;
  const { id } = await portal.permissionSets.createSet({ ...call, title, agencyScope, grants, formToken });
  return done(setHref(id), `Se creó el conjunto «${title.trim()}». Ya puede darlo en Usuarios.`);
}

async function update({ portal, call, id, form, done }: SetAct): Promise<Response> {
  const { title, agencyScope, grants, version: ifVersion, base } = form;
  const merged = await portal.permissionSets.updateSet({ ...call, id, title, agencyScope, grants, ifVersion, base });
  return done(setHref(id), `Se guardó el conjunto. Rige desde el próximo clic de cada persona.${tellMerged(merged, setLabel)}`);
}
