import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Merged } from '../../domain/conflict.ts';
import type { FieldDescription } from '../../domain/fields.ts';
import { imageKey, IMAGES_COLLECTION } from '../../domain/images.ts';
import {
  effectiveSettings,
  GENERAL_SETTINGS_PATH,
  NO_SETTINGS,
  readGeneralSettings,
  SETTING_FIELDS,
  SETTING_MENUS,
  settingFields,
  type GeneralSettings,
  type SettingsLimits,
} from '../../live-settings/general-settings.ts';
import { canOpen, may, requireAnyMenu, requireMenu } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { Call, Services } from '../../services.ts';
import { isActive } from '../../records/content-version.ts';
import { checkValues, describeFields, type SubmittedValues } from '../../records/record-fields.ts';
import { readRecordForm } from '../../records/record-form.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import { formState } from '../../records/record-kind.ts';
import { settingsKind } from './settings-kind.ts';

interface GeneralSettingsView {
  stored: GeneralSettings;
  /** '' when nothing is stored yet; goes back with the form. */
  version: string;
  /** ISO text. */
  updatedAt: string | null;
  /** What the environment of this process sets and allows. */
  limits: SettingsLimits;
  effective: SettingsLimits;
  /** Fields that the person may change. */
  fields: FieldDescription[];
  /** Fields that they may only look at. */
  facts: FieldDescription[];
}

interface UpdateGeneralCall extends Call, Baseline {
  /** Only of fields that the person may change; those left out stay as they are. */
  values: SubmittedValues;
}

const [COLLECTION = '', ID = ''] = GENERAL_SETTINGS_PATH.split('/');
const NAMES = SETTING_FIELDS.map(({ name }) => name);
/** How a form of them is read. */
export const readGeneralForm = (form: FormData) => readRecordForm(SETTING_FIELDS, form);
const GENERAL_MENUS = ['settings-identity', 'settings-machinery'] as const;

const KIND = settingsKind({
  database: 'main',
  // Depends on the setting: SETTING_MENUS.
  menu: null,
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
  const menuOf = (name: string) => SETTING_MENUS[name as keyof GeneralSettings];
  const visible = describeFields(settingFields(limits)).filter(({ name }) => canOpen(call.actor, menuOf(name)));
  return {
    stored,
    version,
    updatedAt,
    limits,
    effective: effectiveSettings(stored, limits),
    fields: visible.filter(({ name }) => may(call.actor, menuOf(name), 'change')),
    facts: visible.filter(({ name }) => !may(call.actor, menuOf(name), 'change')),
  };
}

/**
 * In force at the next request, in other processes within a second. Errors: `forbidden`, `invalid-input`, `conflict`
 * (Conflict<GeneralSettings>).
 */
export async function updateGeneralSettings(services: Services, call: UpdateGeneralCall): Promise<Merged | null> {
  requireAnyMenu(call.actor, GENERAL_MENUS, 'change');
  for (const name of NAMES) if (Object.hasOwn(call.values, name)) requireMenu(call.actor, SETTING_MENUS[name], 'change');
  const { liveSettings } = services;
  const values: Partial<GeneralSettings> = checkValues(settingFields(liveSettings.limits), call.values);
  if (values.logo_url !== undefined) await requireUploadedLogo(services, values.logo_url);
  const merged = await saveChange(services, KIND, { ...call, id: ID, values });
  await liveSettings.reload();
  return merged;
}

/** The logo must have been uploaded as a picture: anybody may see it, and other assets of the backend are private. */
async function requireUploadedLogo({ documents }: Services, address: string): Promise<void> {
  const key = imageKey(address);
  if (key === null) return;
  const picture = await documents.main.get(`${IMAGES_COLLECTION}/${key}`);
  if (picture && isActive(picture.data)) return;
  throw invalidFields({ logo_url: ['Esa imagen no existe. Cárguela de nuevo.'] }, 'No se guardó. Revise los campos marcados.');
}
