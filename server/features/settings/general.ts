import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { FormBase, Merged } from '../../domain/conflict.ts';
import { imageKey, IMAGES_COLLECTION } from '../../domain/images.ts';
import {
  effectiveSettings,
  GENERAL_SETTINGS_PATH,
  NO_SETTINGS,
  readGeneralSettings,
  SETTING_MENUS,
  validateGeneralSettings,
  type GeneralSettings,
  type SettingsLimits,
} from '../../live-settings/general-settings.ts';
import { canOpen, requireAnyMenu, requireMenu } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { Call, Services } from '../../services.ts';
import { saveChange } from '../../records/save-change.ts';
import { formState } from '../../records/record-kind.ts';
import { settingsKind } from './settings-kind.ts';

interface GeneralSettingsView {
  stored: GeneralSettings;
  /** '' when nothing is stored yet; goes back with the form. */
  version: string;
  /** ISO text. */
  updatedAt: string | null;
  /** What the environment of this process says and allows. */
  limits: SettingsLimits;
  effective: SettingsLimits;
  /** What the person may change. */
  mayChange: (keyof GeneralSettings)[];
}

interface UpdateGeneralCall extends Call {
  ifVersion: string;
  /** What the form was opened with. */
  base?: FormBase | null;
  /** Of what the person may change: nombreCooperativa, logo_url, tamanoPagina, horasSesion, subidaMaximaMb as text; '' means as the server says. publicacionAutomatica 'true' or 'false', as it is when left out. */
  values: Readonly<Record<string, unknown>>;
}

const [COLLECTION = '', ID = ''] = GENERAL_SETTINGS_PATH.split('/');
const NAMES = Object.keys(SETTING_MENUS) as (keyof GeneralSettings)[];
const GENERAL_MENUS = ['settings-identity', 'settings-machinery'] as const;

const KIND = settingsKind({
  database: 'main',
  collection: COLLECTION,
  updated: AUDIT_ACTIONS.settingsUpdated,
  read: readGeneralSettings,
  show: (settings) => settings,
  initial: NO_SETTINGS,
});

export async function getGeneralSettings({ documents, liveSettings: { limits } }: Services, call: Call): Promise<GeneralSettingsView> {
  requireAnyMenu(call.actor, GENERAL_MENUS);
  const document = await documents.main.get(GENERAL_SETTINGS_PATH);
  const stored = document ? readGeneralSettings(document.data) : NO_SETTINGS;
  const { version, updatedAt } = formState(KIND, document);
  return {
    stored,
    version,
    updatedAt,
    limits,
    effective: effectiveSettings(stored, limits),
    mayChange: NAMES.filter((name) => canOpen(call.actor, SETTING_MENUS[name])),
  };
}

/**
 * In force at the next request, within a second in other processes. Errors: `forbidden`, `invalid-input`, `conflict`
 * (Conflict<GeneralSettings>).
 */
export async function updateGeneralSettings(services: Services, call: UpdateGeneralCall): Promise<Merged | null> {
  requireAnyMenu(call.actor, GENERAL_MENUS);
  for (const name of NAMES) if (Object.hasOwn(call.values, name)) requireMenu(call.actor, SETTING_MENUS[name]);
  const { liveSettings } = services;
  const others = NAMES.filter((name) => name !== 'publicacionAutomatica' && !canOpen(call.actor, SETTING_MENUS[name]));
  const given = { ...call.values, ...Object.fromEntries(others.map((name) => [name, ''])) };
  const validated = validateGeneralSettings(given, liveSettings.limits);
  await requireLogo(services, validated.logo_url);
  const values = Object.fromEntries(Object.entries(validated).filter(([name]) => !others.some((other) => other === name)));
  const merged = await saveChange(services, KIND, { ...call, id: ID, values });
  await liveSettings.reload();
  return merged;
}

/** Only a picture that was uploaded as one: anybody may see the logo, and other assets of the backend are private. */
async function requireLogo({ documents }: Services, address: string): Promise<void> {
  const key = imageKey(address);
  if (key === null) return;
  const picture = await documents.main.get(`${IMAGES_COLLECTION}/${key}`);
  if (picture && picture.data['isActive'] !== false) return;
  throw invalidFields({ logo_url: ['Esa imagen no existe. Cárguela de nuevo.'] }, 'No se guardó. Revise los campos marcados.');
}
