import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readEdit, type EditFailure } from '../forms/edit.ts';
import { giveBack } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { GENERAL_FIELDS, GENERAL_LABELS, type GeneralField } from './general-fields.ts';

export type GeneralData = Awaited<ReturnType<typeof loadGeneral>>;

export async function loadGeneral({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings');
  const { stored, version, updatedAt, limits, effective } = await context.portal.settings.getGeneral({ actor });
  return { stored, version, limits, effective, updatedAt: formatDateTime(updatedAt) };
}

export async function actOnGeneral({ context, request }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'settings');
  const form = await request.formData();
  // An empty field means «as delivered», so that one which never came must not be taken for empty.
  if (!GENERAL_FIELDS.every((name) => form.has(name)))
    throw new AppError('invalid-input', 'incomplete form', {
      userMessage: 'El formulario llegó incompleto. Vuelva a abrir la configuración.',
    });
  const edit = readEdit(form, GENERAL_FIELDS);
  try {
    const merged = await context.portal.settings.updateGeneral({ ...edit, ifVersion: edit.version, actor, requestId: context.requestId });
    const kept = tellMerged(merged, (name) => GENERAL_LABELS[name as GeneralField]);
    return redirectDone(context, '/settings/general', `Se guardó la configuración. Ya está en vigor.${kept}`);
  } catch (error) {
    const { refusal, answer } = giveBack<Conflict<FormBase>>(error, context);
    return data<EditFailure>({ ...refusal, ...edit }, answer);
  }
}
