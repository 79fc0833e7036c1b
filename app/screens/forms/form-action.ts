import { data, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import { conflictOf } from '#server/domain/conflict.ts';
import { answerTo, AppError, type ErrorCode } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Act as MenuAct } from '#server/domain/menu-acts.ts';
import type { MenuId } from '#server/domain/menu.ts';
import type { Undo } from '#server/domain/notice.ts';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';
import { isProofNeeded, PROOF_CONTROLS } from '#server/domain/proof.ts';
import { questionOf, type Question } from '#server/domain/question.ts';
import { requestCode } from '#server/domain/request-code.ts';
import { requireStaff } from '../../context.ts';
import { askForProof, notProved, proveFirst } from './prove-first.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { backOf } from '../../record-links.ts';

/** A form that was sent, and who sent it. */
export interface Act extends Pick<ActionFunctionArgs, 'context' | 'params'> {
  portal: AppLoadContext['portal'];
  actor: Staff;
  /** What every verb is called with. */
  call: { actor: Staff; requestId: string };
  url: URL;
  /** The list's state, which the address carries. */
  back: string;
  sent: FormData;
  /** What a control holds; '' for none. */
  text: (name: string) => string;
  /** The button that was pressed, up to a colon: `remove` of `remove:3`. */
  intent: string;
  /** What follows the colon. */
  detail: string;
  /** Answers with the way to `to`, whose page tells what was done; `undo` takes it back. */
  done: (to: string, told: string, undo?: Undo) => Response;
}

export type Verb<Form> = (act: Form) => Promise<object> | object;
/** By `intent`. */
export type Verbs<Form> = Readonly<Record<string, Verb<Form>>>;

/** Why a form came back; with it comes everything that was typed. */
export interface Refusal<Conflict> {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  conflict: Conflict | null;
  /** What must be confirmed before it is saved. */
  question: Question | null;
}

/** Of a form that comes back for another reason than a failure. */
export const NOT_REFUSED: Refusal<never> = { message: '', errors: {}, conflict: null, question: null };

interface FormKind<Own extends object, Conflict extends { stored: unknown }> {
  /** Whoever sends it must have it; a check where that is not one menu. Without, everybody signed in may. */
  menu?: MenuId | ((actor: Staff, intent: string) => void);
  /** Of the menu, what an intent does where that is not the usual: to change, or what USUAL says. */
  acts?: Readonly<Record<string, MenuAct>>;
  /** What to open again, with its article, after a button that no form has: `el paquete`. */
  of: string;
  /** What the form says, for all of its verbs. What it throws has a page of its own. */
  read?: (act: Act) => Own | Promise<Own>;
  /** The form again, with what was typed. Without, every failure has a page of its own. */
  refused?: (form: Act & Own, refusal: Refusal<Conflict>, error: unknown) => Promise<object> | object;
  /** What of the form is still there, at the beginning of a sentence; '' for nothing. */
  kept?: string;
  /** Failures with a page of their own, thrown on: what somebody may not do, or what is gone. */
  ownPage?: readonly ErrorCode[];
  /** An outage is told in its own words, because they say what was done all the same. */
  tellsOutages?: boolean;
}

/**
 * The action of a screen: who sends its form, what it says, which verb its `intent` calls, and the form again for every failure
 * that a person can mend or outlast. A form with one button has one verb. Where screens and actions share a file, it is marked
 * PURE: browsers are not sent it.
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
    const actor = await proveFirst(context, signedIn, { sent, givesBack });
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
      done: (to, told, undo) => redirectDone(context, to, told, undo),
    };
    const form = { ...act, ...(await kind.read?.(act)) } as Act & Own;
    try {
      if (cancels) throw notProved();
      return await verbOf(verbs, intent, kind.of)(form);
    } catch (error) {
      if (isProofNeeded(error)) throw await askForProof(context, actor, { sent, givesBack, refusal: '' });
      if (!kind.refused) throw error;
      const { refusal, answer } = giveBack<Conflict>(error, context, kind);
      return data(await kind.refused(form, refusal, error), answer);
    }
  };
}

/** A form that nobody thought about asks for the right to change. */
const USUAL: Readonly<Record<string, MenuAct>> = { activate: 'delete', deactivate: 'delete', restore: 'delete' };

function verbOf<Form>(verbs: Verb<Form> | Verbs<Form>, intent: string, place: string): Verb<Form> {
  if (typeof verbs === 'function') return verbs;
  const verb = Object.hasOwn(verbs, intent) ? verbs[intent] : undefined;
  if (verb) return verb;
  throw new AppError('invalid-input', 'unknown intent', { userMessage: `La acción pedida no existe. Vuelva a abrir ${place}.` });
}

const OWN_PAGE: readonly ErrorCode[] = ['forbidden', 'not-found', 'unauthenticated'];

function giveBack<Conflict extends { stored: unknown }>(
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
  const again = kept === '' ? 'Intente de nuevo' : `${kept}: intente de nuevo`;
  return {
    answer: answerTo(known),
    refusal: {
      message:
        known && (tellsOutages || known.status < 500)
          ? known.userMessage
          : `No pudimos guardar. ${again}. Código ${requestCode(requestId)}.`,
      errors: known?.fields ?? {},
      conflict: conflictOf<Conflict>(error),
      question: questionOf(error),
    },
  };
}
