import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { readingUrl } from '#server/domain/readings.ts';
import { requireStaff } from '../../context.ts';
import { requireForm } from '../forms/record-screen.ts';
import { formAction, type Act, type Refusal } from '../forms/form-action.ts';
import { backOf, withBack } from '../../record-links.ts';
import { fileHref } from './file-links.ts';

export interface ReadingFailure extends Refusal<never> {
  /** As typed. */
  values: Readonly<Record<string, unknown>>;
  to: string;
}

/** Data of /briefcase/files/:id/reading. */
export async function loadReading({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'briefcase-files');
  requireForm(actor, 'briefcase-files', 'edit');
  const { briefcase } = context.portal;
  const call = { actor, id: params['id'] ?? '' };
  const { id, nombre, isActive } = await briefcase.getFile(call);
  if (!isActive) throw redirect(fileHref(id));
  return {
    file: { id, nombre },
    form: await briefcase.findReadingForm(call),
    fields: briefcase.readingForm.fields,
    back: backOf(new URL(request.url)),
  };
}

const idOf = ({ params }: Act) => params['id'] ?? '';
const page = (act: Act) => withBack(readingUrl(idOf(act)), act.back);

/** `intent` ask (`to`, day and reason), take (`take:<to>`), and give (`to`), which undoes take. */
export const actOnReading = formAction(
  {
    menu: 'briefcase-files',
    of: 'el archivo',
    read: ({ portal, sent, text }) => {
      const { to: _to, ...values } = portal.briefcase.readingForm.read(sent).values;
      return { to: text('to'), values };
    },
    refused: ({ to, values }, refusal: Refusal<never>): ReadingFailure => ({ ...refusal, values, to }),
  },
  {
    ask: async (act) => {
      await act.portal.briefcase.requestReading({ ...act.call, id: idOf(act), to: act.to, values: act.values });
      return act.done(fileHref(idOf(act), { back: act.back }), 'Se guardó la lectura obligatoria. Quien debe leer recibe un aviso.');
    },
    take: async (act) => {
      const taken = { id: idOf(act), to: act.text('intent').slice('take:'.length) };
      await act.portal.briefcase.dropReading({ ...act.call, ...taken });
      return act.done(page(act), 'Ya no se le pide leerlo.', { restores: 'access', of: 'reading', ...taken });
    },
    give: async (act) => {
      await act.portal.briefcase.restoreReading({ ...act.call, id: idOf(act), to: act.to });
      return act.done(page(act), 'Se le pide leerlo otra vez.');
    },
  },
);
