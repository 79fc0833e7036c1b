import type { SettingsLimits } from '../live-settings/general-settings.ts';
import { createLiveSettings, type LiveSettings } from '../live-settings/live-settings.ts';
import { createLog } from '../platform/log/log.ts';

/** Settings that nobody has changed: those of the environment apply. */
export function unchangedSettings(limits: Partial<SettingsLimits> = {}): LiveSettings {
  return createLiveSettings({
    limits: { cooperativeName: 'Cooperativa de prueba', pageSize: 25, sessionHours: 12, restMinutes: 30, uploadMaxMb: 1024, ...limits },
    documents: { main: { get: () => Promise.resolve(null) } },
    log: createLog({ level: 'silent', process: 'test' }),
  });
}
