import { data, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import { conflictOf } from '#server/domain/conflict.ts';
import { answerTo, AppError, type ErrorCode } from '#server/domain/errors.ts';
import type { RecordForm } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Act as MenuAct } from '#server/domain/menu-acts.ts';
import type { MenuId } from '#server/domain/menu.ts';
import type { Undo } from '#server/domain/notice.ts';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';
import { isProofNeeded, PROOF_CONTROLS } from '#server/domain/proof.ts';
import { questionOf, type Question } from '#server/domain/question.ts';
import { requestCode } from '#server/domain/request-code.ts';
import { requireStaff } from '../../context.ts';
import { requestProof, notProved, applyProof } from './prove-first.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { backOf } from '../../record-links.ts';

/** A submitted form and who submitted it. */
export interface Act extends Pick<ActionFunctionArgs, 'context' | 'params'> {
  portal: AppLoadContext['portal'];
  actor: Staff;
  /** Arguments common to all verbs. */
  call: { actor: Staff; requestId: string };
  url: URL;
  /** The list's state, carried in the address. */
  back: string;
  sent: FormData;
  /** Value of a control; '' when missing. */
  text: (name: string) => string;
  /** Value of the pressed button, up to a colon: `remove` of `remove:3`. */
  intent: string;
  /** The part after the colon. */
  detail: string;
  /** Redirects to `to` with a notice of what was done; `undo` reverts it. */
  done: (to: string, notice: string, undo?: Undo) => Response;
}

export type Verb<Form> = (act: Form) => Promise<object> | object;
/** Verbs by `intent`. */
export type Verbs<Form> = Readonly<Record<string, Verb<Form>>>;

/** Why a form came back; everything that was typed comes with it. */
export interface Refusal<Conflict> {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  conflict: Conflict | null;
  /** What must be confirmed before saving. */
  question: Question | null;
}

/** For a form that comes back for a reason other than a failure. */
export const NOT_REFUSED: Refusal<never> = { message: '', errors: {}, conflict: null, question: null };

/** What a form that comes back shows again: what was typed, and the version and values with which it was opened. */
export interface GivenBack extends Pick<RecordForm, 'base' | 'formToken' | 'version'> {
  values: RecordForm['shown'];
}

export function givenBack({ shown, formToken, version, base }: RecordForm): GivenBack {
  return { values: shown, formToken, version, base };
}

interface FormKind<Own extends object, Conflict extends { stored: unknown }> {
  /** Menu that the sender must have, or a custom check. Without it, everybody signed in may send the form. */
  menu?: MenuId | ((actor: Staff, intent: string) => void);
  /** Permission within the menu by intent, where it differs from the default ('change', or what USUAL says). */
  acts?: Readonly<Record<string, MenuAct>>;
  /** What to reopen when the intent is unknown, with its article: `el paquete`. */
  of: string;
  /** Reads what all verbs of the form need. Its errors get a page of their own. */
  read?: (act: Act) => Own | Promise<Own>;
  /** Data for the form again, with what was typed. Without it, every failure gets a page of its own. */
  refused?: (form: Act & Own, refusal: Refusal<Conflict>, error: unknown) => Promise<object> | object;
  /** What of the form is kept, to begin a sentence; '' for an act that saves nothing typed. */
  kept?: string;
  /** Error codes that are rethrown and get a page of their own: forbidden actions, or records that are gone. */
  ownPage?: readonly ErrorCode[];
  /** Outages keep their own message, because it says what was done nevertheless. */
  tellsOutages?: boolean;
}

/**
 * The action of a screen: checks who sends its form, reads it, calls the verb of its `intent`, and returns the form again for every failure
 * that a person can fix or wait out. A form with one button has one verb. Where screens and actions share a file, the call is marked PURE,
 * so that the code is not sent to browsers.
 */
export function formAction<Own extends object = object, Conflict extends { stored: unknown } = never>(
  kind: FormKind<Own, Conflict>,
  verbs: Verb<Act & Own> | Verbs<Act & Own>,
) {
  return async ({ request, params, context }: ActionFunctionArgs): Promise<object> => {
    const { menu } = kind;
    const signedIn = requireStaff(context, typeof menu === 'string' ? menu : undefined);
    const sent = await request.formData();
    const givesBack = kind.refused !== undefined;
    const cancels = sent.has(PROOF_CONTROLS.cancel);
    const actor = await applyProof(context, signedIn, { sent, givesBack });
    const text = (name: string) => formText(sent, name);
    const [intent = '', detail = ''] = text('intent').split(':');
    if (typeof menu === 'function') menu(actor, intent);
    else if (menu) requireMenu(actor, menu, kind.acts?.[intent] ?? USUAL[intent] ?? 'change');
    const url = new URL(request.url);
    const act: Act = {
      portal: context.portal,
      actor,
      call: { actor, requestId: context.requestId },
      context,
      params,
      url,
      back: backOf(url),
      sent,
      text,
      intent,
      detail,
      done: (to, notice, undo) => redirectDone(context, to, notice, undo),
    };
    const form = { ...act, ...(await kind.read?.(act)) } as Act & Own;
    try {
      if (cancels) throw notProved();
      return await verbOf(verbs, intent, kind.of)(form);
    } catch (error) {
      if (isProofNeeded(error)) throw await requestProof(context, actor, { sent, givesBack, reason: error.userMessage });
      if (!kind.refused) throw error;
      const { refusal, answer } = toRefusal<Conflict>(error, context, kind);
      return data(await kind.refused(form, refusal, error), answer);
    }
  };
}

/** Any other intent requires the right to change. */
const USUAL: Readonly<Record<string, MenuAct>> = { activate: 'delete', deactivate: 'delete', restore: 'delete' };

function verbOf<Form>(verbs: Verb<Form> | Verbs<Form>, intent: string, place: string): Verb<Form> {
  if (typeof verbs === 'function') return verbs;
  const verb = Object.hasOwn(verbs, intent) ? verbs[intent] : undefined;
  if (verb) return verb;
  throw new AppError('invalid-input', 'unknown intent', { userMessage: `La acción pedida no existe. Vuelva a abrir ${place}.` });
}

const OWN_PAGE: readonly ErrorCode[] = ['forbidden', 'not-found', 'unauthenticated'];

function toRefusal<Conflict extends { stored: unknown }>(
  error: unknown,
  { log, requestId, readsProblems }: AppLoadContext,
  {
    kept = 'Su texto sigue aquí',
    ownPage = OWN_PAGE,
    tellsOutages = false,
  }: Pick<FormKind<never, never>, 'kept' | 'ownPage' | 'tellsOutages'>,
): { refusal: Refusal<Conflict>; answer: ReturnType<typeof answerTo> } {
  const known = error instanceof AppError ? error : null;
  if (known && (readsProblems || ownPage.includes(known.code))) throw known;
  if (!known) log.error({ err: error }, 'a form could not be saved');
  else if (known.status >= 500) log.warn({ code: known.code, reason: known.message }, 'a form could not be saved');
  const outage = kept === '' ? 'No pudimos hacerlo. Intente de nuevo.' : `No pudimos guardar. ${kept}: intente de nuevo.`;
  return {
    answer: answerTo(known),
    refusal: {
      message: known && (tellsOutages || known.status < 500) ? known.userMessage : `${outage} Código ${requestCode(requestId)}.`,
      errors: known?.fields ?? {},
      conflict: conflictOf<Conflict>(error),
      question: questionOf(error),
    },
  };
}
