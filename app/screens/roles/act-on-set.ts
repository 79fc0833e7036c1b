import { parseGrantLines, toGrantLines } from '#server/domain/document-permissions.ts';
import { AppError } from '#server/domain/errors.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import type { RecordForm } from '#server/domain/form-base.ts';
import { textsOf } from '#server/domain/form-value.ts';
import { formText } from '#server/domain/form-text.ts';
import type { PermissionSetConflict, PermissionSetReview } from '#server/features/roles/permission-sets.ts';
import { formAction, givenBack, NOT_REFUSED, type Act, type GivenBack, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { setHref } from './set-links.ts';

/** Answer to a form that was not saved, with everything that was typed and ticked. */
export interface SetAnswer extends Refusal<PermissionSetConflict>, GivenBack {
  /** What a save would change, if the person asked for the review. */
  review: PermissionSetReview | null;
}

interface SetAct extends Act {
  id: string;
  isNew: boolean;
  form: RecordForm;
}

/** `intent` review (what would change; stores nothing), change (back to the form), save, deactivate or restore. */
export const actOnSet = formAction(
  {
    menu: 'document-permissions',
    of: 'el conjunto',
    kept: 'Lo escrito y lo marcado siguen aquí',
    read: ({ portal, params, sent }) => {
      const { id, screen } = readRecordAddress(params, 'permission sets');
      return { id, isNew: screen === 'new', form: readSetForm(portal.permissionSets.form.read, sent) };
    },
    refused: ({ form }, refusal: Refusal<PermissionSetConflict>): SetAnswer => ({ ...returnedForm(form), ...refusal }),
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
    change: ({ form }) => returnedForm(form),
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

const BOX = 'p';

/** One value per box, or all of them as lines in one control: sent so by scripts, and by a conflict about other fields. */
function readSetForm(read: (form: FormData) => RecordForm, sent: FormData): RecordForm {
  const boxes = sent.getAll(BOX).filter((value) => typeof value === 'string');
  const form = new FormData();
  for (const [name, value] of sent) if (![BOX, 'partial', 'whole'].includes(name)) form.append(name, value);
  form.set('permissions', formText(sent, 'permissions') || boxes.join('\n'));
  return read(form);
}

/** No ticked box means a set that allows nothing; a page that was still loading must not be taken for that. */
function requireWhole(sent: FormData, { opened = false } = {}): void {
  if ((sent.has('version') || !opened) && (!sent.has('partial') || sent.has('whole'))) return;
  throw new AppError('invalid-input', 'incomplete form', {
    userMessage: 'El formulario llegó incompleto: la página no había terminado de cargar. No se guardó nada; vuelva a abrir el conjunto.',
  });
}

function returnedForm(form: RecordForm): SetAnswer {
  const { values, ...given } = givenBack(form);
  const lines = textsOf((values['permissions'] ?? null) as FormValue).filter((line) => parseGrantLines([line]) !== null);
  const permissions = toGrantLines(parseGrantLines(lines) ?? new Map());
  return { ...NOT_REFUSED, ...given, values: { ...values, permissions }, review: null };
}

async function review({ portal, actor, id, isNew, form }: SetAct): Promise<SetAnswer> {
  const { values, base } = form;
  const found = await portal.permissionSets.reviewSet({ actor, id: isNew ? null : id, values, base });
  return { ...returnedForm(form), review: found };
}

async function create({ portal, call, text, form: { values, formToken }, done }: SetAct): Promise<Response> {
  const { id } = await portal.permissionSets.createSet({ ...call, values, formToken });
  return done(setHref(id), `Se creó el conjunto «${text('title').trim()}». Ya puede darlo en Usuarios.`);
}

async function update({ portal, call, id, form: { values, version: ifVersion, base }, done }: SetAct): Promise<Response> {
  const merged = await portal.permissionSets.updateSet({ ...call, id, values, ifVersion, base });
  const mergedNote = describeMerged(merged, (name) => labelOf(portal.permissionSets.form.fields, name));
  return done(setHref(id), `Se guardó el conjunto. Rige desde el próximo clic de cada persona.${mergedNote}`);
}
