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
  /** Rows per page of people who have not chosen a size. */
  pageSize: number;
  /** Length of sessions that begin now. */
  sessionHours: number;
  /** How long a session may stay idle. */
  restMinutes: number;
  uploadMaxBytes: number;
  /** Lists show only the last characters of members' DPI and telephone. */
  masksMembers: boolean;
}

export interface LiveSettings {
  /** The settings in force, as last read: ask at every use and cache nothing, because they change while the process runs. */
  current(): SettingsInForce;
  /** Limits from the process's environment. */
  readonly limits: SettingsLimits;
  /** The stored settings, as last read. */
  stored(): GeneralSettings;
  /** Key of the logo's picture; null: the portal's default sign. */
  logoKey(): string | null;
  /** Address of the logo, which needs no session; null: none. */
  logoHref(): string | null;
  /**
   * Called before each request and job: reads the settings unless they were read within the last second, and waits at most
   * a second, counted from the start of the read. Never throws; while the store is down, the last known settings stay in force.
   */
  refresh(): Promise<void>;
  /** Reads them at once, after a change of our own. */
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
  let current = settingsInForce(stored, limits);

  const read = async () => {
    try {
      const document = await documents.main.get(GENERAL_SETTINGS_PATH);
      stored = document ? readGeneralSettings(document.data) : NO_SETTINGS;
      current = settingsInForce(stored, limits);
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

function settingsInForce(stored: GeneralSettings, limits: SettingsLimits): SettingsInForce {
  const { uploadMaxMb, ...rest } = effectiveSettings(stored, limits);
  return { ...rest, uploadMaxBytes: uploadMaxMb * MEGABYTE, masksMembers: stored.ocultarDatosAsociados };
}
