import { ALL_CONTROL, IMMEDIATE_BULK_MAX } from '#server/domain/bulk.ts';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { countOf } from '#server/domain/text.ts';
import { CAMPO_PREFIX, isCampoName } from '#server/domain/extra-values.ts';
import { AppError } from '#server/domain/errors.ts';
import type { ExtraField } from '#server/domain/extra-fields.ts';
import { readEdit, type EditFailure } from '../forms/edit.ts';
import { formAction, type Act, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import type { BulkAnswer } from '../lists/ActFields.tsx';
import { bulkVerb } from '../lists/bulk-verb.ts';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { actionOfScreen } from '../forms/record-screen.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { listHref, listSearch, splitIds } from '../../record-links.ts';
import { documentHref, LIST_URL } from './document-links.ts';

/** Why an act failed, with what was typed. */
export interface ActAnswer extends Refusal<never> {
  intent: string;
  values: Readonly<Record<string, string>>;
  formToken: string;
}

/** Why an edit was not saved; `fields`: those of the newly chosen type, if it changed. */
export type DocumentEditFailure = EditFailure & { fields: readonly ExtraField[] | null };

const DOCUMENT = { menu: 'digitalization-documents', of: 'el documento' } as const;

const idOf = ({ params }: Act) => params['id'] ?? '';
const pageOf = (act: Act) => documentHref(idOf(act), { back: act.back });

const perform = formAction(
  {
    ...DOCUMENT,
    read: (act) => ({ id: idOf(act), page: pageOf(act), told: { ...act.call, formToken: act.text('formToken') } }),
    refused: ({ intent, text }, refusal): ActAnswer => {
      const values = Object.fromEntries(['userId', 'comment', 'reason', 'ubicacion'].map((name) => [name, text(name)]));
      return { ...refusal, intent, values, formToken: text('formToken') };
    },
  },
  {
    assign: async ({ portal, told, id, text, done, page }) => {
      const { digitalization } = portal;
      const { person } = await digitalization.assignDocuments({ ...told, ids: [id], userId: text('userId'), comment: text('comment') });
      return done(page, `Se asignó a ${person}.`, { restores: 'assignment', ids: [id] });
    },
    unassign: async ({ portal, told, id, done, page }) => {
      await portal.digitalization.unassignDocuments({ ...told, ids: [id] });
      return done(page, 'Se deshizo la asignación.');
    },
    return: async ({ portal, told, id, text, done, page }) => {
      await portal.digitalization.returnDocument({ ...told, id, reason: text('reason') });
      return done(page, 'Se devolvió el documento.');
    },
    archive: async ({ portal, told, id, text, done, page }) => {
      await portal.digitalization.archiveDocuments({ ...told, ids: [id], ubicacion: text('ubicacion') });
      return done(page, 'Se archivó el documento.');
    },
    deactivate: async ({ portal, told, id, back, done }) => {
      await portal.digitalization.deactivateDocuments({ ...told, ids: [id] });
      const undo = { restores: 'records', menu: 'digitalization-documents', ids: [id] } as const;
      return done(listHref(LIST_URL, back), 'Se eliminó el documento.', undo);
    },
    restore: async ({ portal, told, id, done, page }) => {
      await portal.digitalization.restoreDocuments({ ...told, ids: [id] });
      return done(page, 'Se restauró el documento.');
    },
  },
);

const edit = formAction(
  {
    ...DOCUMENT,
    read: ({ sent, portal }) => {
      const own = portal.digitalization.documentFields.map(({ name }) => name);
      return {
        edit: readEdit(
          sent,
          [...new Set(sent.keys())].filter((name) => own.includes(name) || isCampoName(name)),
        ),
      };
    },
    refused: ({ edit }, refusal: Refusal<Conflict<FormBase>>, error): DocumentEditFailure => ({
      ...refusal,
      ...edit,
      fields: fieldsOfNewType(error),
    }),
  },
  async (act) => {
    const { values, base, version } = act.edit;
    const call = { ...act.call, id: idOf(act), values, base, ifVersion: version };
    const { editDocument, documentFields } = act.portal.digitalization;
    const merged = await editDocument(call);
    const fieldLabel = (name: string) => (name === 'archivo' ? 'Archivo' : labelOf(documentFields, name).replace(CAMPO_PREFIX, ''));
    return act.done(pageOf(act), `Se guardó el documento.${describeMerged(merged, fieldLabel)}`);
  },
);

/** On `/:id` `intent` assign, unassign, return, archive, deactivate or restore; on `/:id/edit` the form. */
export const actOnDocument = actionOfScreen('digitized documents', { view: perform, edit });

function fieldsOfNewType(error: unknown): readonly ExtraField[] | null {
  const fields = error instanceof AppError ? error.details?.['fields'] : null;
  return Array.isArray(fields) ? (fields as readonly ExtraField[]) : null;
}

/** Everything the search found, or more than one page of ticked documents, record by record; else the ticked ones, all or none. */
const bulkOfMany = bulkVerb(LIST_URL);
const isOfMany = ({ text, ids }: Act & { ids: readonly string[] }) => text(ALL_CONTROL) !== '' || ids.length > IMMEDIATE_BULK_MAX;

/** `intent` assign, unassign, archive, deactivate or restore of the selected documents (`ids`). */
export const actOnDocumentList = formAction(
  {
    menu: DOCUMENT.menu,
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
      bulk: intent,
      ids,
      all: false,
      values,
      options: intent === 'assign' ? { userId: optionsOfRecords(await portal.digitalization.findAssignees(selected)) } : {},
      formToken: text('formToken') || crypto.randomUUID(),
      isFirst: (intent === 'assign' && !sent.has('userId')) || (intent === 'archive' && !sent.has('ubicacion')),
    }),
  },
  {
    assign: async (act) => {
      if (isOfMany(act)) return bulkOfMany({ ...act, detail: 'assign' });
      const { portal, told, done, list, doneTo, ids } = act;
      const { person } = await portal.digitalization.assignDocuments(told);
      return done(list, `${doneTo('Se asignó', 'Se asignaron')} a ${person}.`, { restores: 'assignment', ids });
    },
    unassign: async ({ portal, told, done, list, doneTo }) => {
      await portal.digitalization.unassignDocuments(told);
      return done(list, `${doneTo('Se deshizo la asignación de', 'Se deshizo la asignación de')}.`);
    },
    archive: async (act) => {
      if (isOfMany(act)) return bulkOfMany({ ...act, detail: 'archive' });
      const { portal, told, done, list, doneTo } = act;
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
