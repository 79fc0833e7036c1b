import { data, type ActionFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import { countOf } from '#server/domain/text.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { listHref, listSearch, splitIds } from '../lists/record-links.ts';
import { LIST_URL } from './document-links.ts';

/** What to do with the selected documents asks for more, or was refused: with everything that was chosen and typed. */
export interface BulkAnswer extends Refusal<never> {
  intent: string;
  ids: readonly string[];
  values: Readonly<Record<'userId' | 'comment' | 'ubicacion', string>>;
  /** To whom they can be assigned. */
  people: readonly { id: string; name: string }[];
  /** One per answer: what is sent twice with it is done once. */
  formToken: string;
  /** The selection has just been made: nothing was typed that could be wrong. */
  isFirst: boolean;
}

const UNDONE = { restores: 'records', menu: 'digitalization-documents' } as const;

/** `intent` assign, archive, deactivate or restore of the selected documents (`ids`). */
export async function actOnDocumentList({ request, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'digitalization-documents');
  const { digitalization } = context.portal;
  const form = await request.formData();
  const text = (name: string) => formText(form, name);
  const intent = text('intent');
  const values = { userId: text('userId'), comment: text('comment'), ubicacion: text('ubicacion') };
  const ids = splitIds(form.getAll('ids'));
  const call = { actor, ids, requestId: context.requestId };
  const list = listHref(LIST_URL, listSearch(new URL(request.url).search).slice(1));
  const told = (one: string, many: string) => `${ids.length === 1 ? one : many} ${countOf(ids.length, 'documento', 'documentos')}`;
  try {
    switch (intent) {
      case 'assign': {
        const { person } = await digitalization.assignDocuments({ ...call, ...values, formToken: text('formToken') });
        return redirectDone(context, list, `${told('Se asignó', 'Se asignaron')} a ${person}.`);
      }
      case 'archive':
        await digitalization.archiveDocuments({ ...call, ...values, formToken: text('formToken') });
        return redirectDone(context, list, `${told('Se archivó', 'Se archivaron')}.`);
      case 'deactivate':
        await digitalization.deactivateDocuments(call);
        return redirectDone(context, list, `${told('Se eliminó', 'Se eliminaron')}.`, { ...UNDONE, ids });
      case 'restore':
        await digitalization.restoreDocuments(call);
        return redirectDone(context, list, `${told('Se restauró', 'Se restauraron')}.`);
      default:
        throw unknownIntent('la lista');
    }
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, context, { kept: 'Su selección sigue aquí' });
    const people = intent === 'assign' ? await digitalization.findAssignees(call) : [];
    const isFirst = (intent === 'assign' && !form.has('userId')) || (intent === 'archive' && !form.has('ubicacion'));
    const formToken = text('formToken') || crypto.randomUUID();
    return data<BulkAnswer>({ ...refusal, intent, ids, values, people, formToken, isFirst }, answer);
  }
}
