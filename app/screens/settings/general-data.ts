import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import type { GeneralSettingsConflict } from '#server/features/settings/general.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { settingsFailure, type SettingsFailure } from './save-failure.ts';

export type GeneralData = Awaited<ReturnType<typeof loadGeneral>>;

export const GENERAL_FIELDS = ['nombreCooperativa', 'logo_url', 'tamanoPagina', 'horasSesion', 'subidaMaximaMb'] as const;
export type GeneralField = (typeof GENERAL_FIELDS)[number];

export async function loadGeneral({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'settings');
  const { stored, version, updatedAt, limits, effective } = await context.portal.settings.getGeneral({ actor });
  return { stored, version, limits, effective, updatedAt: formatDateTime(updatedAt) };
}

export interface GeneralAnswer {
  values: Readonly<Record<GeneralField, string>>;
  version: string;
  failure: SettingsFailure<GeneralSettingsConflict>;
}

export async function actOnGeneral({ context, request }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'settings');
  const form = await request.formData();
  // An empty field means «as delivered», so that one which never came must not be taken for empty.
  if (!GENERAL_FIELDS.every((name) => form.has(name)))
    throw new AppError('invalid-input', 'incomplete form', {
      userMessage: 'El formulario llegó incompleto. Vuelva a abrir la configuración.',
    });
  const values = Object.fromEntries(GENERAL_FIELDS.map((name) => [name, formText(form, name)])) as Record<GeneralField, string>;
  const version = formText(form, 'version');
  try {
    await context.portal.settings.updateGeneral({ actor, requestId: context.requestId, ifVersion: version, values });
  } catch (error) {
    const { failure, answer } = settingsFailure<GeneralSettingsConflict>(error, context);
    return data<GeneralAnswer>({ values, version: failure.conflict?.version ?? version, failure }, answer);
  }
  return redirectWithNotice(context, '/settings/general', {
    kind: 'success',
    text: 'Se guardó la configuración. Ya está en vigor.',
  });
}
