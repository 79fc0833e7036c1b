import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { FormBase, Merged } from '../../domain/conflict.ts';
import { imageKey, IMAGES_COLLECTION } from '../../domain/images.ts';
import {
  effectiveSettings,
  GENERAL_SETTINGS_PATH,
  NO_SETTINGS,
  readGeneralSettings,
  validateGeneralSettings,
  type GeneralSettings,
  type SettingsLimits,
} from '../../live-settings/general-settings.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { Call } from '../../services.ts';
import { saveChange } from '../../records/save-change.ts';
import { formState } from '../../records/record-kind.ts';
import { settingsKind, type SettingsServices } from './settings-kind.ts';

interface GeneralSettingsView {
  stored: GeneralSettings;
  /** '' when nothing is stored yet; goes back with the form. */
  version: string;
  /** ISO text. */
  updatedAt: string | null;
  /** What the environment of this process says and allows. */
  limits: SettingsLimits;
  effective: SettingsLimits;
}

interface UpdateGeneralCall extends Call {
  ifVersion: string;
  /** What the form was opened with. */
  base?: FormBase | null;
  /** nombreCooperativa, logo_url, tamanoPagina, horasSesion, subidaMaximaMb as text; '' means as the server says. publicacionAutomatica 'true' or 'false', as it is when left out. */
  values: Readonly<Record<string, unknown>>;
}

const [COLLECTION = '', ID = ''] = GENERAL_SETTINGS_PATH.split('/');

const KIND = settingsKind({
  database: 'main',
  collection: COLLECTION,
  updated: AUDIT_ACTIONS.settingsUpdated,
  read: readGeneralSettings,
  show: (settings) => settings,
  initial: NO_SETTINGS,
});

export async function getGeneralSettings(
  { documents, liveSettings: { limits } }: SettingsServices,
  call: Call,
): Promise<GeneralSettingsView> {
  requireMenu(call.actor, 'settings');
  const document = await documents.main.get(GENERAL_SETTINGS_PATH);
  const stored = document ? readGeneralSettings(document.data) : NO_SETTINGS;
  const { version, updatedAt } = formState(KIND, document);
  return { stored, version, updatedAt, limits, effective: effectiveSettings(stored, limits) };
}

/**
 * In force at the next request, within a second in other processes. Errors: `forbidden`, `invalid-input`, `conflict`
 * (Conflict<GeneralSettings>).
 */
export async function updateGeneralSettings(services: SettingsServices, call: UpdateGeneralCall): Promise<Merged | null> {
  requireMenu(call.actor, 'settings');
  const { liveSettings } = services;
  const values = validateGeneralSettings(call.values, liveSettings.limits);
  await requireLogo(services, values.logo_url);
  const merged = await saveChange(services, KIND, { ...call, id: ID, values });
  await liveSettings.reload();
  return merged;
}

/** Only a picture that was uploaded as one: anybody may see the logo, and other assets of the backend are private. */
async function requireLogo({ documents }: SettingsServices, address: string): Promise<void> {
  const key = imageKey(address);
  if (key === null) return;
  const picture = await documents.main.get(`${IMAGES_COLLECTION}/${key}`);
  if (picture && picture.data['isActive'] !== false) return;
  throw invalidFields({ logo_url: ['Esa imagen no existe. Cárguela de nuevo.'] }, 'No se guardó. Revise los campos marcados.');
}
