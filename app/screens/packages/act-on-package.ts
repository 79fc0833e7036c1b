import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Conflict } from '#server/domain/conflict.ts';
import { formText } from '#server/domain/form-text.ts';
import { sendsBySaving } from '#server/domain/package-states.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { SendableDocument } from '#server/features/packages/find-sendable.ts';
import type { PackageValues } from '#server/features/packages/package-values.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { backOf, listHref } from '../lists/record-links.ts';
import { SENT_URL, sentHref } from './package-links.ts';
import { readPackageForm, type PackageForm } from './read-package-form.ts';

/** The form of a package again: it was not saved, or another line or choice was asked for. */
export interface DraftAnswer extends Refusal<Conflict<PackageValues>>, PackageForm {
  formToken: string;
  version: string;
  /** For whom it can be meant, by its agency and types. */
  people: readonly { id: string; name: string }[];
  /** Documents that were searched for, to be put into it. */
  found: { q: string; rows: readonly SendableDocument[]; more: boolean } | null;
  /** Another one with each answer: the form begins anew with it. */
  stamp: string;
}

/** Why a step was not taken. */
export type StepAnswer = Pick<Refusal<never>, 'errors' | 'message'>;

interface Act extends Pick<ActionFunctionArgs, 'context'> {
  actor: Staff;
  /** null for a new one. */
  id: string | null;
  back: string;
  url: URL;
  form: FormData;
}

/**
 * On `/new` and `/:id/edit` `intent` save, send (a `status` other than ENTERED sends too), add-line, remove-line (`?line=`), find or
 * people; on `/:id` send, cancel, duplicate or resend-missing.
 */
export async function actOnPackage({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'packages-sent');
  const { id, screen } = readRecordAddress(params, 'packages');
  const url = new URL(request.url);
  const act: Act = { actor, id: screen === 'new' ? null : id, context, url, back: backOf(url), form: await request.formData() };
  return screen === 'view' ? takeStep(act, id) : actOnForm(act);
}

async function takeStep(act: Act, id: string) {
  try {
    return await takeIntent(act, id);
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, act.context, { kept: 'El paquete sigue como estaba' });
    return data<StepAnswer>({ message: refusal.message, errors: refusal.errors }, answer);
  }
}

async function takeIntent({ actor, back, form, context }: Act, id: string): Promise<Response> {
  const { packages } = context.portal;
  const call = { actor, id, requestId: context.requestId, formToken: formText(form, 'formToken') };
  switch (formText(form, 'intent')) {
    case 'send':
      await packages.sendPackage(call);
      return redirectDone(context, sentHref(id, { back }), 'Se envió el paquete. Imprima el manifiesto para que viaje con él.');
    case 'cancel':
      await packages.cancelPackage(call);
      return redirectDone(context, listHref(SENT_URL, back), 'Se anuló el paquete.');
    case 'duplicate': {
      const copy = await packages.duplicatePackage(call);
      return redirectDone(context, sentHref(copy.id, { mode: 'edit' }), 'Se hizo un borrador con el mismo destino y las mismas líneas.');
    }
    case 'resend-missing': {
      const copy = await packages.resendMissing(call);
      return redirectDone(context, sentHref(copy.id, { mode: 'edit' }), 'Se hizo un borrador con los faltantes.');
    }
    case 'seen':
      await packages.acknowledgeDifferences(call);
      return redirectDone(context, sentHref(id, { back }), 'Se dieron por vistas las diferencias.');
    default:
      throw unknownIntent('el paquete');
  }
}

async function actOnForm(act: Act) {
  const { form, context } = act;
  const sent = readPackageForm(form);
  try {
    switch (formText(form, 'intent')) {
      case 'save':
        return await save(act, sent, sendsBySaving(formText(form, 'status')));
      case 'send':
        return await save(act, sent, true);
      case 'add-line':
        return await drawAgain(act, withLine(sent, await chosenDocument(act)));
      case 'remove-line':
        return await drawAgain(act, withoutLine(sent, Number(act.url.searchParams.get('line') ?? (formText(form, 'line') || Number.NaN))));
      case 'find':
      case 'people':
        return await drawAgain(act, sent);
      default:
        throw unknownIntent('el paquete');
    }
  } catch (error) {
    const { refusal, answer } = giveBack<Conflict<PackageValues>>(error, context, { kept: 'Lo escrito sigue aquí' });
    return data<DraftAnswer>(
      { ...(await shown(act, sent)), ...refusal, version: refusal.conflict?.version ?? formText(form, 'version') },
      answer,
    );
  }
}

async function save({ actor, id, back, form, context }: Act, { input }: PackageForm, sends: boolean): Promise<Response> {
  const { packages } = context.portal;
  const version = formText(form, 'version');
  const call = {
    actor,
    id,
    input,
    requestId: context.requestId,
    formToken: formText(form, 'formToken'),
    ...(id !== null && version !== '' && { ifVersion: version }),
  };
  const saved = sends ? await packages.saveAndSend(call) : await packages.saveDraft(call);
  const told = sends ? 'Se envió el paquete. Imprima el manifiesto para que viaje con él.' : 'Se guardó el borrador. Revíselo y envíelo.';
  return redirectDone(context, sentHref(saved.id, { back }), told);
}

/** Without script: the form with what was asked for, everything else as it was typed. */
async function drawAgain(act: Act, sent: PackageForm) {
  return data<DraftAnswer>(await shown(act, sent));
}

async function shown({ actor, form, context }: Act, sent: PackageForm): Promise<DraftAnswer> {
  const { packages } = context.portal;
  const q = formText(form, 'q');
  const [people, found] = await Promise.all([
    packages.findRecipients({ actor, agencyId: sent.input.agencyId, types: await typesOf(context, actor, sent) }),
    sent.input.needReassign && (formText(form, 'intent') === 'find' || q !== '') ? packages.findSendable({ actor, q }) : null,
  ]);
  const nothing = { message: '', errors: {}, conflict: null, question: null };
  return {
    ...sent,
    ...nothing,
    people,
    found: found && { q, ...found },
    formToken: formText(form, 'formToken'),
    version: formText(form, 'version'),
    stamp: crypto.randomUUID(),
  };
}

/** The category of a line follows from its type. */
async function typesOf(context: Act['context'], actor: Staff, { input }: PackageForm) {
  const types = await context.portal.packages.findLineTypes({ actor });
  return input.lines.flatMap(({ categoryId, documentId }) => {
    const category = categoryId || types.find((type) => type.documentId === documentId)?.categoryId;
    return documentId === '' || !category ? [] : [{ categoryId: category, documentId }];
  });
}

/** The document whose button was pressed among those found. */
async function chosenDocument({ actor, url, context }: Act): Promise<PackageForm['input']['lines'][number] | null> {
  const id = url.searchParams.get('document');
  if (id === null) return null;
  const { detailOfPackage } = await context.portal.packages.startPackage({ actor, documentId: id });
  return detailOfPackage[0] ?? null;
}

/** Typing goes on in the empty line at the end, which every form has. */
function withLine({ input, keptType }: PackageForm, line: PackageForm['input']['lines'][number] | null): PackageForm {
  const isThere = line && input.lines.some(({ digitalizationId }) => digitalizationId === line.digitalizationId);
  return { keptType, input: { ...input, lines: line && !isThere ? [...input.lines, line] : input.lines } };
}

function withoutLine({ input, keptType }: PackageForm, at: number): PackageForm {
  return { keptType, input: { ...input, lines: input.lines.filter((_line, index) => index !== at) } };
}
