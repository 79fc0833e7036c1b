import type { DocumentStore } from '../ports/documents/document-store.ts';
import { imageKey } from '../domain/images.ts';
import type { Log } from '../platform/log/log.ts';
import {
  effectiveSettings,
  GENERAL_SETTINGS_PATH,
  NO_SETTINGS,
  readGeneralSettings,
  type GeneralSettings,
  type SettingsLimits,
} from './general-settings.ts';
import { lastKnown } from './last-known.ts';

declare module '../services.ts' {
  interface Services {
    /** What an administrator may change: name, page size, length of sessions, size of uploads. */
    liveSettings: LiveSettings;
  }
}

export const LOGO_URL = '/logo';

const KNOWN_FOR_MS = 1_000;
const MEGABYTE = 1024 * 1024;

interface SettingsInForce {
  cooperativeName: string;
  /** Rows per page of people who have not chosen. */
  pageSize: number;
  /** Length of sessions that begin now. */
  sessionHours: number;
  /** So long a session may go unused. */
  restMinutes: number;
  uploadMaxBytes: number;
  /** Lists show members' DPI and telephone with their last signs alone. */
  masksMembers: boolean;
}

export interface LiveSettings {
  /** What is in force now, as last read: ask at every use and keep nothing, for it changes while the process runs. */
  current(): SettingsInForce;
  /** What the environment of this process says. */
  readonly limits: SettingsLimits;
  /** As stored, as last read. */
  stored(): GeneralSettings;
  /** Key of the logo's picture; null: the portal's own sign. */
  logoKey(): string | null;
  /** Where pages find the logo, also without a session; null: none. */
  logoHref(): string | null;
  /**
   * Before each request and each job: reads the settings unless they were read within the last second, and waits for
   * them at most a second, counted from when somebody first asked. Never throws; while the store is down the last known settings stay in force.
   */
  refresh(): Promise<void>;
  /** After a change of our own: reads them now. */
  reload(): Promise<void>;
}

export function createLiveSettings({
  limits,
  documents,
  log,
}: {
  limits: SettingsLimits;
  documents: { readonly main: Pick<DocumentStore, 'get'> };
  log: Log;
}): LiveSettings {
  let stored = NO_SETTINGS;
  let current = inForce(stored, limits);

  const read = async () => {
    try {
      const document = await documents.main.get(GENERAL_SETTINGS_PATH);
      stored = document ? readGeneralSettings(document.data) : NO_SETTINGS;
      current = inForce(stored, limits);
    } catch (error) {
      log.warn({ err: error }, 'settings not read, the last known ones stay');
    }
  };
  return {
    current: () => current,
    limits,
    stored: () => stored,
    logoKey: () => imageKey(stored.logo_url),
    logoHref: () => {
      const key = imageKey(stored.logo_url);
      return key === null ? null : `${LOGO_URL}/${key}`;
    },
    ...lastKnown(read, KNOWN_FOR_MS),
  };
}

function inForce(stored: GeneralSettings, limits: SettingsLimits): SettingsInForce {
  const { uploadMaxMb, ...rest } = effectiveSettings(stored, limits);
  return { ...rest, uploadMaxBytes: uploadMaxMb * MEGABYTE, masksMembers: stored.ocultarDatosAsociados };
}
