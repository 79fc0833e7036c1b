import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { FormBase } from '#server/domain/conflict.ts';
import { fromGrantLines, fromGrants, parseGrant, toGrantLines } from '#server/domain/document-permissions.ts';
import { AppError } from '#server/domain/errors.ts';
import { chosenText, keptNames, readBase, textsOf } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { PermissionSetConflict, PermissionSetReview } from '#server/features/permission-sets/permission-sets.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
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

interface Act extends Pick<ActionFunctionArgs, 'context'> {
  actor: Staff;
  id: string;
  isNew: boolean;
  sent: FormData;
  form: SetForm;
}

/** `intent` review (what would change; stores nothing), change (back to the form), save, deactivate or restore. */
export async function actOnSet({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'document-permissions');
  const { id, screen } = readRecordAddress(params, 'permission sets');
  const sent = await request.formData();
  const act: Act = { actor, id, isNew: screen === 'new', context, sent, form: readSetForm(sent) };
  try {
    switch (formText(sent, 'intent')) {
      case 'save':
        requireWhole(act.sent, { opened: !act.isNew });
        return act.isNew ? await create(act) : await update(act);
      case 'review':
        requireWhole(act.sent);
        return await review(act);
      case 'change':
        return givenBack(act.form);
      case 'deactivate':
      case 'restore':
        return await setUse(act);
      default:
        throw unknownIntent('el conjunto');
    }
  } catch (error) {
    const { refusal, answer } = giveBack<PermissionSetConflict>(error, context, { kept: 'Lo escrito y lo marcado siguen aquí' });
    return data<SetAnswer>({ ...givenBack(act.form), ...refusal }, answer);
  }
}

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
  const nothing = { message: '', errors: {}, conflict: null, question: null, review: null };
  return {
    ...form,
    title,
    agencyScope,
    permissions: toGrantLines(fromGrants(grants.flatMap((text) => parseGrant(text) ?? []))),
    ...nothing,
  };
}

interface GivenTexts {
  title?: string | null | undefined;
  agencyScope?: string | null | undefined;
}

async function review({ actor, id, isNew, context, form }: Act): Promise<SetAnswer> {
  const { title, agencyScope, grants, base } = form;
  const found = await context.portal.permissionSets.reviewSet({ actor, id: isNew ? null : id, title, agencyScope, grants, base });
  return { ...givenBack(form), review: found };
}

async function create({ actor, context, form }: Act): Promise<Response> {
  const { title = '', agencyScope, grants, formToken } = form;
  const { requestId } = context;
  const { id } = await context.portal.permissionSets.createSet({ actor, requestId, title, agencyScope, grants, formToken });
  return redirectDone(context, setHref(id), `Se creó el conjunto «${title.trim()}». Ya puede darlo en Usuarios.`);
}

async function update({ actor, id, context, form }: Act): Promise<Response> {
  const { title, agencyScope, grants, version: ifVersion, base } = form;
  const call = { actor, requestId: context.requestId, id, title, agencyScope, grants, ifVersion, base };
  const merged = await context.portal.permissionSets.updateSet(call);
  return redirectDone(
    context,
    setHref(id),
    `Se guardó el conjunto. Rige desde el próximo clic de cada persona.${tellMerged(merged, setLabel)}`,
  );
}

async function setUse({ actor, id, context, sent }: Act): Promise<Response> {
  const { permissionSets } = context.portal;
  const call = { actor, id, requestId: context.requestId };
  if (formText(sent, 'intent') === 'restore') {
    await permissionSets.restoreSet(call);
    return redirectDone(context, setHref(id), 'Se restauró el conjunto. Ya puede darlo de nuevo.');
  }
  await permissionSets.deactivateSet(call);
  return redirectDone(context, setHref(id), 'Se desactivó el conjunto. Nadie puede recibirlo hasta que lo restaure.');
}
