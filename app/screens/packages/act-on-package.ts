import type { Conflict } from '#server/domain/conflict.ts';
import { sendsBySaving } from '#server/domain/package-states.ts';
import type { SendableDocument } from '#server/features/packages/find-choices.ts';
import type { PackageValues, SentLine } from '#server/features/packages/package.ts';
import type { DraftForm } from '#server/features/packages/read-draft.ts';
import { formAction, NOT_REFUSED, type Act, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { actionOfScreen } from '../forms/record-screen.ts';
import { listHref } from '../../record-links.ts';
import { SENT_URL, sentHref } from './package-links.ts';

/** The form of a package again: it was not saved, or another line or lookup was requested. */
export interface DraftAnswer extends Refusal<Conflict<PackageValues>>, DraftForm {
  formToken: string;
  version: string;
  /** Possible recipients for its agency and types. */
  people: readonly { id: string; name: string; why: string }[];
  /** Results of a search for documents to add. */
  found: { q: string; rows: readonly SendableDocument[]; more: boolean } | null;
  /** Changes with each answer: used as key, so that the form is rendered anew. */
  stamp: string;
}

/** Why a step was refused. */
export type StepAnswer = Pick<Refusal<never>, 'errors' | 'message'>;

const PACKAGE = { menu: 'packages-sent', of: 'el paquete' } as const;

const SENT = 'Se envió el paquete. Imprima el manifiesto para que viaje con él.';

const performStep = formAction(
  {
    ...PACKAGE,
    kept: 'El paquete sigue como estaba',
    read: ({ call, params, text, back }) => {
      const id = params['id'] ?? '';
      return { told: { ...call, id, formToken: text('formToken') }, page: sentHref(id, { back }) };
    },
    refused: (_act, { message, errors }): StepAnswer => ({ message, errors }),
  },
  {
    send: async ({ portal, told, page, done }) => {
      await portal.packages.sendPackage(told);
      return done(page, SENT);
    },
    cancel: async ({ portal, told, back, done }) => {
      await portal.packages.cancelPackage(told);
      return done(listHref(SENT_URL, back), 'Se anuló el paquete.');
    },
    withdraw: async ({ portal, told, page, done }) => {
      await portal.packages.withdrawPackage(told);
      return done(page, 'Se retiró el paquete: puede cambiarlo otra vez, y su destino ya no lo ve.');
    },
    duplicate: async ({ portal, told, done }) => {
      const { id } = await portal.packages.duplicatePackage(told);
      return done(sentHref(id, { mode: 'edit' }), 'Se hizo un paquete con el mismo destino y las mismas líneas.');
    },
    'resend-missing': async ({ portal, told, done }) => {
      const { id } = await portal.packages.resendMissing(told);
      return done(sentHref(id, { mode: 'edit' }), 'Se hizo un paquete con los faltantes.');
    },
    seen: async ({ portal, told, page, done }) => {
      await portal.packages.acknowledgeDifferences(told);
      return done(page, 'Se dieron por vistas las diferencias.');
    },
  },
);

interface DraftAct extends Act {
  form: DraftForm;
}

const actOnForm = formAction(
  {
    ...PACKAGE,
    kept: 'Lo escrito sigue aquí',
    read: ({ portal, sent }) => ({ form: portal.packages.draftForm.read(sent) }),
    refused: async (act, refusal: Refusal<Conflict<PackageValues>>): Promise<DraftAnswer> => ({
      ...(await shown(act, act.form)),
      ...refusal,
      message: refusal.message + (refusal.conflict ? await describeStored(act, refusal.conflict) : ''),
      version: refusal.conflict?.version ?? act.text('version'),
    }),
  },
  {
    save: (act) => save(act, sendsBySaving(act.text('status'))),
    send: (act) => save(act, true),
    // Without scripts: returns the form with what was requested, and everything else as typed.
    'add-line': async (act) => shown(act, withLine(act.form, await chosenDocument(act))),
    'remove-line': (act) => shown(act, withoutLine(act.form, Number(act.url.searchParams.get('line') ?? (act.text('line') || Number.NaN)))),
    find: (act) => shown(act, act.form),
    people: (act) => shown(act, act.form),
  },
);

/**
 * On `/new` and `/:id/edit` `intent` save, send (a `status` other than ENTERED sends too), add-line, remove-line (`?line=`), find or
 * people; on `/:id` send, cancel, withdraw, duplicate or resend-missing.
 */
export const actOnPackage = actionOfScreen('packages', { view: performStep, new: actOnForm, edit: actOnForm });

async function save({ portal, call, params, text, back, form, done }: DraftAct, sends: boolean): Promise<Response> {
  const id = params['mode'] === 'edit' ? (params['id'] ?? '') : null;
  const version = text('version');
  const draft = {
    ...call,
    id,
    given: form.given,
    formToken: text('formToken'),
    ...(id !== null && version !== '' && { ifVersion: version }),
  };
  const saved = sends ? await portal.packages.saveAndSend(draft) : await portal.packages.saveDraft(draft);
  return done(sentHref(saved.id, { back }), sends ? SENT : 'Se guardó el paquete. Revíselo y envíelo.');
}

async function shown(act: DraftAct, form: DraftForm): Promise<DraftAnswer> {
  const { portal, actor, text, intent } = act;
  const q = text('q');
  const [people, found] = await Promise.all([
    portal.packages.findRecipients({ actor, agencyId: form.given.agencyId, types: await typesOf(act, form) }),
    form.given.needReassign && (intent === 'find' || q !== '') ? portal.packages.findSendable({ actor, q }) : null,
  ]);
  return {
    ...form,
    ...NOT_REFUSED,
    people,
    found: found && { q, ...found },
    formToken: text('formToken'),
    version: text('version'),
    stamp: crypto.randomUUID(),
  };
}

/** What the other window saved, where it differs from what is shown. */
async function describeStored({ portal: { packages }, actor }: Act, { stored, differing }: Conflict<PackageValues>): Promise<string> {
  const { agencyId, userAssign, needReassign, note, detailOfPackage } = stored;
  const [agencies, people] = await Promise.all([
    packages.findDestinations({ actor, chosen: agencyId }),
    packages.findRecipients({ actor, agencyId, types: detailOfPackage }),
  ]);
  const { fields } = packages.draftForm;
  const nameIn = (found: readonly { id: string; name: string }[], id: string) => found.find((one) => one.id === id)?.name;
  const kinds = fields.find(({ name }) => name === 'needReassign')?.options;
  const texts: Readonly<Record<string, string | undefined>> = {
    agencyId: nameIn(agencies, agencyId),
    userAssign: nameIn(people, userAssign),
    needReassign: kinds?.find(({ value }) => value === String(needReassign))?.label,
    note,
    detailOfPackage: detailOfPackage.map(({ document }) => document).join(', '),
  };
  const parts = differing
    .filter((name) => name in texts)
    .map((name) => `${name === 'detailOfPackage' ? 'Contenido' : labelOf(fields, name)}: ${texts[name] || 'nada'}`);
  return parts.length === 0 ? '' : ` Lo guardado dice: ${parts.join('; ')}.`;
}

/** The category of a line is derived from its type. */
async function typesOf({ portal, actor }: Act, { given }: DraftForm) {
  const types = await portal.packages.findLineTypes({ actor });
  return given.detailOfPackage.flatMap(({ categoryId, documentId }) => {
    const category = categoryId || types.find((type) => type.documentId === documentId)?.categoryId;
    return documentId === '' || !category ? [] : [{ categoryId: category, documentId }];
  });
}

/** The search result whose button was pressed. */
async function chosenDocument({ portal, actor, url }: Act): Promise<SentLine | null> {
  const id = url.searchParams.get('document');
  if (id === null) return null;
  const { detailOfPackage } = await portal.packages.startPackage({ actor, documentId: id });
  return detailOfPackage[0] ?? null;
}

/** Typing continues in the empty line that every form has at its end. */
function withLine(form: DraftForm, line: SentLine | null): DraftForm {
  const { detailOfPackage: lines } = form.given;
  if (!line || lines.some(({ digitalizationId }) => digitalizationId === line.digitalizationId)) return form;
  return { ...form, given: { ...form.given, detailOfPackage: [...lines, line] } };
}

function withoutLine(form: DraftForm, at: number): DraftForm {
  return { ...form, given: { ...form.given, detailOfPackage: form.given.detailOfPackage.filter((_line, index) => index !== at) } };
}
