import { countOf } from '#server/domain/text.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';
import { listHref, listSearch, splitIds } from '../../record-links.ts';
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

/** `intent` assign, archive, deactivate or restore of the selected documents (`ids`). */
export const actOnDocumentList = formAction(
  {
    menu: 'digitalization-documents',
    of: 'la lista',
    kept: 'Su selección sigue aquí',
    read: ({ call, text, sent, url }) => {
      const ids = splitIds(sent.getAll('ids'));
      const values = { userId: text('userId'), comment: text('comment'), ubicacion: text('ubicacion') };
      return {
        values,
        ids,
        selected: { ...call, ids },
        told: { ...call, ids, ...values, formToken: text('formToken') },
        list: listHref(LIST_URL, listSearch(url.search).slice(1)),
        doneTo: (one: string, many: string) => `${ids.length === 1 ? one : many} ${countOf(ids.length, 'documento', 'documentos')}`,
      };
    },
    refused: async ({ portal, intent, ids, selected, values, sent, text }, refusal): Promise<BulkAnswer> => ({
      ...refusal,
      intent,
      ids,
      values,
      people: intent === 'assign' ? await portal.digitalization.findAssignees(selected) : [],
      formToken: text('formToken') || crypto.randomUUID(),
      isFirst: (intent === 'assign' && !sent.has('userId')) || (intent === 'archive' && !sent.has('ubicacion')),
    }),
  },
  {
    assign: async ({ portal, told, done, list, doneTo }) => {
      const { person } = await portal.digitalization.assignDocuments(told);
      return done(list, `${doneTo('Se asignó', 'Se asignaron')} a ${person}.`);
    },
    archive: async ({ portal, told, done, list, doneTo }) => {
      await portal.digitalization.archiveDocuments(told);
      return done(list, `${doneTo('Se archivó', 'Se archivaron')}.`);
    },
    deactivate: async ({ portal, selected, ids, done, list, doneTo }) => {
      await portal.digitalization.deactivateDocuments(selected);
      return done(list, `${doneTo('Se eliminó', 'Se eliminaron')}.`, { restores: 'records', menu: 'digitalization-documents', ids });
    },
    restore: async ({ portal, selected, done, list, doneTo }) => {
      await portal.digitalization.restoreDocuments(selected);
      return done(list, `${doneTo('Se restauró', 'Se restauraron')}.`);
    },
  },
);
