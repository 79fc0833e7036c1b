import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError, conflictOf } from '../../domain/errors.ts';
import { imageKey } from '../../domain/images.ts';
import { IMAGES_COLLECTION } from '../images/image-services.ts';
import {
  effectiveSettings,
  GENERAL_SETTINGS_PATH,
  NO_SETTINGS,
  readGeneralSettings,
  validateGeneralSettings,
  type GeneralSettings,
  type SettingsLimits,
} from '../../live-settings/general-settings.ts';
import { saveSettingsDocument, type SettingsConflict } from './save-document.ts';
import { requireSettings, type SettingsCall, type SettingsServices } from './settings-services.ts';

export interface GeneralSettingsView {
  stored: GeneralSettings;
  /** '' when nothing is stored yet; goes back with the form. */
  version: string;
  /** ISO text. */
  updatedAt: string | null;
  /** What the environment of this process says and allows. */
  limits: SettingsLimits;
  effective: SettingsLimits;
}

export interface UpdateGeneralSettingsCall extends SettingsCall {
  ifVersion: string;
  /** nombreCooperativa, logo_url, tamanoPagina, horasSesion, subidaMaximaMb as text; '' means as the server says. */
  values: Readonly<Record<string, unknown>>;
}

/** `details` of the `conflict` AppError. */
export interface GeneralSettingsConflict {
  stored: GeneralSettings;
  version: string;
}

export async function getGeneralSettings(
  { documents, liveSettings: { limits } }: SettingsServices,
  call: SettingsCall,
): Promise<GeneralSettingsView> {
  requireSettings(call);
  const document = await documents.main.get(GENERAL_SETTINGS_PATH);
  const stored = document ? readGeneralSettings(document.data) : NO_SETTINGS;
  const updatedAt = document?.data['updatedAt'];
  return {
    stored,
    version: String(document?.version ?? ''),
    updatedAt: updatedAt instanceof Date ? updatedAt.toISOString() : null,
    limits,
    effective: effectiveSettings(stored, limits),
  };
}

/** In force at the next request, within a second in other processes. Errors: `forbidden`, `invalid-input`, `conflict` (GeneralSettingsConflict). */
export async function updateGeneralSettings(services: SettingsServices, call: UpdateGeneralSettingsCall): Promise<void> {
  requireSettings(call);
  const { documents, liveSettings } = services;
  const wanted = validateGeneralSettings(call.values, liveSettings.limits);
  await requireLogo(services, wanted.logo_url);
  try {
    await saveSettingsDocument({
      ...call,
      store: documents.main,
      path: GENERAL_SETTINGS_PATH,
      action: AUDIT_ACTIONS.settingsUpdated,
      wanted: { ...wanted },
    });
  } catch (error) {
    throw withReadableConflict(error);
  }
  await liveSettings.reload();
}

/** Only a picture that was uploaded as one: anybody may see the logo, and other assets of the backend are private. */
async function requireLogo({ documents }: SettingsServices, address: string): Promise<void> {
  const key = imageKey(address);
  if (key === null) return;
  const picture = await documents.main.get(`${IMAGES_COLLECTION}/${key}`);
  if (picture && picture.data['isActive'] !== false) return;
  throw new AppError('invalid-input', 'logo is no picture of the portal', {
    userMessage: 'No se guardó. Revise los campos marcados.',
    fields: { logo_url: ['Esa imagen no existe. Cárguela de nuevo.'] },
  });
}

function withReadableConflict(error: unknown): unknown {
  const conflict = conflictOf<SettingsConflict>(error);
  if (!(error instanceof AppError) || !conflict) return error;
  const { stored, version } = conflict;
  const details: GeneralSettingsConflict = { stored: readGeneralSettings(stored), version };
  return new AppError('conflict', error.message, { userMessage: error.userMessage, details: { ...details } });
}
