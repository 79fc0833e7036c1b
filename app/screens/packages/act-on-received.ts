import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import type { DisputedCheck, TypedCheck, TypedReceipt } from '#server/features/packages/receipt.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';
import { lineControl, receivedHref, sentHref, wasText } from './package-links.ts';

/** Why an act on a package failed, with what was typed. */
export interface ReceptionAnswer extends Refusal<never> {
  intent: string;
  /** Values by control: verdicts, notes, extras, reason. */
  values: Readonly<Record<string, string>>;
  formToken: string;
}

/** `intent` check, accept, reject (reason) or seen (by the sender). */
export const actOnReceived = formAction(
  {
    menu: (actor, intent) => requireMenu(actor, intent === 'seen' ? 'packages-sent' : 'packages-received', 'change'),
    of: 'el paquete',
    kept: 'Lo que anotó sigue aquí',
    read: ({ call, params, text, back }) => {
      const id = params['id'] ?? '';
      return { told: { ...call, id, formToken: text('formToken') }, here: receivedHref(id, { back }) };
    },
    refused: ({ intent, sent, text }, refusal, error): ReceptionAnswer => {
      const values = Object.fromEntries([...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
      return { ...refusal, intent, values: { ...values, ...disputedValues(error) }, formToken: text('formToken') };
    },
  },
  {
    check: async ({ portal, told, sent, done, here }) => {
      await portal.packages.checkPackage({ ...told, receipt: readReceipt(sent) });
      return done(here, 'Se guardó la revisión.');
    },
    accept: async ({ portal, told, sent, done, here }) => {
      await portal.packages.acceptPackage({ ...told, receipt: readReceipt(sent) });
      return done(here, 'Se aceptó el paquete.');
    },
    reject: async ({ portal, told, text, done, here }) => {
      await portal.packages.rejectPackage({ ...told, reason: text('reason') });
      return done(here, 'Se rechazó el paquete.');
    },
    seen: async ({ portal, told, done }) => {
      await portal.packages.acknowledgeDifferences(told);
      return done(sentHref(told.id), 'Se dieron por vistas las diferencias.');
    },
  },
);

/** Values of lines that somebody changed meanwhile: sent again, they are compared with what this answer tells. */
function disputedValues(error: unknown): Record<string, string> {
  const disputed = error instanceof AppError ? (error.details?.['disputed'] as readonly DisputedCheck[] | undefined) : [];
  const values = (disputed ?? []).flatMap(({ place, was, typed }) =>
    Object.entries({ ...typed, was: wasText(was) }).map(([name, value]) => [lineControl(place, name), value] as const),
  );
  return Object.fromEntries(values);
}

const LINE_FIELD = /^line\.(\d{1,4})\.(?:lineId|note|verdict|was)$/;

/** The fields of a receipt; fields that were not sent stay unchanged. */
function readReceipt(form: FormData): TypedReceipt {
  const places = new Set([...form.keys()].flatMap((name) => LINE_FIELD.exec(name)?.[1] ?? []));
  const given = (name: string) => (form.has(name) ? formText(form, name) : undefined);
  const checks = [...places].map((text): TypedCheck => {
    const place = Number(text);
    const [verdict, note, was] = (['verdict', 'note', 'was'] as const).map((name) => given(`line.${text}.${name}`));
    const colon = was?.indexOf(':') ?? -1;
    return {
      place,
      lineId: formText(form, `line.${text}.lineId`),
      ...(verdict !== undefined && { verdict }),
      ...(note !== undefined && { note }),
      ...(was !== undefined && colon >= 0 && { was: { verdict: was.slice(0, colon), note: was.slice(colon + 1) } }),
    };
  });
  const [extras, extrasWere] = [given('extras'), given('extras.was')];
  return { checks, ...(extras !== undefined && { extras }), ...(extrasWere !== undefined && { extrasWere }) };
}
