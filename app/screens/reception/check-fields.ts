import { formText } from '#server/domain/form-text.ts';
import type { TypedCheck, TypedReceipt } from '#server/features/packages/receipt.ts';

/** Names of the controls of a line. */
export const lineField = (place: number, name: 'lineId' | 'note' | 'verdict' | 'was') => `line.${place}.${name}`;

const LINE_FIELD = /^line\.(\d{1,4})\.(?:lineId|note|verdict|was)$/;

/** What a form was opened with, in one control. */
export function wasText({ verdict, note }: { verdict: string; note: string }): string {
  return `${verdict}:${note}`;
}

/** What the form of a receipt says; what it does not send it does not ask. */
export function readReceipt(form: FormData): TypedReceipt {
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
  const extras = given('extras');
  return { checks, ...(extras !== undefined && { extras }) };
}

/** The papers that came besides, as their control holds them. */
export function extrasText(extras: readonly { document: string; note: string }[]): string {
  return extras.map(({ document, note }) => (note === '' ? document : `${document}; ${note}`)).join('\n');
}
