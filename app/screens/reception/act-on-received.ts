import { data, type ActionFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { backOf } from '../lists/record-links.ts';
import { sentHref } from '../packages/package-links.ts';
import { readReceipt } from './check-fields.ts';
import { receivedHref } from './reception-links.ts';

/** Why something was not done with a package, with what was typed. */
export interface ReceptionAnswer extends Refusal<never> {
  intent: string;
  /** By control: verdicts, notes, extras, reason. */
  values: Readonly<Record<string, string>>;
  formToken: string;
}

/** `intent` check, accept, reject (reason) or seen (the sender). */
export async function actOnReceived(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  try {
    return await perform(args, form);
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, context, { kept: 'Lo que anotó sigue aquí' });
    const values = Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
    return data<ReceptionAnswer>({ ...refusal, intent: formText(form, 'intent'), values, formToken: formText(form, 'formToken') }, answer);
  }
}

async function perform({ request, params, context }: ActionFunctionArgs, form: FormData): Promise<Response> {
  const { packages } = context.portal;
  const intent = formText(form, 'intent');
  const id = params['id'] ?? '';
  const actor = requireStaff(context, intent === 'seen' ? 'packages-sent' : 'packages-received');
  const call = { actor, id, requestId: context.requestId, formToken: formText(form, 'formToken') };
  const here = receivedHref(id, { back: backOf(new URL(request.url)) });
  switch (intent) {
    case 'check':
      await packages.checkPackage({ ...call, receipt: readReceipt(form) });
      return redirectDone(context, here, 'Se guardó la revisión.');
    case 'accept':
      await packages.acceptPackage({ ...call, receipt: readReceipt(form) });
      return redirectDone(context, here, 'Se aceptó el paquete.');
    case 'reject':
      await packages.rejectPackage({ ...call, reason: formText(form, 'reason') });
      return redirectDone(context, here, 'Se rechazó el paquete.');
    case 'seen':
      await packages.acknowledgeDifferences(call);
      return redirectDone(context, sentHref(id), 'Se dieron por vistas las diferencias.');
    default:
      throw unknownIntent('el paquete');
  }
}
