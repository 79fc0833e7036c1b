import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { AppError } from '#server/domain/errors.ts';
import type { ExtraField } from '#server/domain/extra-fields.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readEdit, type EditFailure } from '../forms/edit.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { backOf, listHref } from '../lists/record-links.ts';
import { documentHref, LIST_URL } from './document-links.ts';
import { isDocumentField, labelOf } from './edit-fields.tsx';
import { readDocumentAddress } from './record-data.ts';

/** Why an act was not done, with what was typed. */
export interface ActAnswer extends Refusal<never> {
  intent: string;
  values: Readonly<Record<string, string>>;
  formToken: string;
}

/** Why an edit was not saved; `fields`: what the wanted type asks for, where it is another one. */
export type DocumentEditFailure = EditFailure & { fields: readonly ExtraField[] | null };

interface Act extends Pick<ActionFunctionArgs, 'context'> {
  actor: Staff;
  id: string;
  back: string;
  form: FormData;
}

/** On `/:id` `intent` assign, return, archive, deactivate or restore; on `/:id/edit` the form. */
export async function actOnDocument({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'digitalization-documents');
  const { id, screen } = readDocumentAddress(params);
  const form = await request.formData();
  const act: Act = { actor, id, context, form, back: backOf(new URL(request.url)) };
  return screen === 'edit' ? edit(act) : perform(act);
}

async function perform(act: Act) {
  const { form, context } = act;
  try {
    return await performIntent(act);
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, context);
    const values = Object.fromEntries(['userId', 'comment', 'reason', 'ubicacion'].map((name) => [name, formText(form, name)]));
    return data<ActAnswer>({ ...refusal, intent: formText(form, 'intent'), values, formToken: formText(form, 'formToken') }, answer);
  }
}

async function performIntent({ actor, id, back, form, context }: Act): Promise<Response> {
  const { digitalization } = context.portal;
  const text = (name: string) => formText(form, name);
  const call = { actor, requestId: context.requestId, formToken: text('formToken') };
  const done = (told: string) => redirectDone(context, documentHref(id, { back }), told);
  switch (text('intent')) {
    case 'assign': {
      const { person } = await digitalization.assignDocuments({ ...call, ids: [id], userId: text('userId'), comment: text('comment') });
      return done(`Se asignó a ${person}.`);
    }
    case 'return':
      await digitalization.returnDocument({ ...call, id, reason: text('reason') });
      return done('Se devolvió el documento.');
    case 'archive':
      await digitalization.archiveDocuments({ ...call, ids: [id], ubicacion: text('ubicacion') });
      return done('Se archivó el documento.');
    case 'deactivate':
      await digitalization.deactivateDocuments({ ...call, ids: [id] });
      return redirectDone(context, listHref(LIST_URL, back), 'Se eliminó el documento.', {
        restores: 'records',
        menu: 'digitalization-documents',
        ids: [id],
      });
    case 'restore':
      await digitalization.restoreDocuments({ ...call, ids: [id] });
      return done('Se restauró el documento.');
    default:
      throw unknownIntent('el documento');
  }
}

async function edit({ actor, id, back, form, context }: Act) {
  const names = [...new Set(form.keys())].filter(isDocumentField);
  const sent = readEdit(form, names);
  try {
    const call = { actor, id, requestId: context.requestId, values: sent.values, base: sent.base, ifVersion: sent.version };
    const merged = await context.portal.digitalization.editDocument(call);
    return redirectDone(context, documentHref(id, { back }), `Se guardó el documento.${tellMerged(merged, labelOf)}`);
  } catch (error) {
    const { refusal, answer } = giveBack<Conflict<FormBase>>(error, context);
    return data<DocumentEditFailure>({ ...refusal, ...sent, fields: wantedFields(error) }, answer);
  }
}

function wantedFields(error: unknown): readonly ExtraField[] | null {
  const fields = error instanceof AppError ? error.details?.['fields'] : null;
  return Array.isArray(fields) ? (fields as readonly ExtraField[]) : null;
}
