import { requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Services } from '../../services.ts';

export type SettingsServices = Pick<Services, 'documents' | 'liveSettings' | 'log' | 'queues' | 'readModel' | 'sql'>;

export interface SettingsCall {
  /** Requires the menu `settings` (App móvil › Configuración). */
  actor: Staff;
  /** Joins audit entries with the request's log lines. */
  requestId?: string;
}

/** The first line of every verb. */
export function requireSettings({ actor }: SettingsCall): void {
  requireMenu(actor, 'settings');
}
