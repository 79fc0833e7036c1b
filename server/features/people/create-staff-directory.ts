import type { Config } from '../../config.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { VerifiedSession } from '../../identity/identity-provider.ts';
import type { Sql } from '../../platform/sql.ts';
import { loadStaff } from './load-staff.ts';
import { getPreferences, setPreferences, type Preferences } from './preferences.ts';

/** `portal.staff`: who is signed in, and how they like the screens. */
export interface StaffDirectory {
  loadStaff(session: Pick<VerifiedSession, 'uid' | 'sessionId'>): Promise<Staff | null>;
  getPreferences(uid: string): Promise<Preferences>;
  setPreferences(uid: string, changes: unknown): Promise<Preferences>;
}

export function createStaffDirectory(services: { sql: Sql; config: Pick<Config, 'lists'> }): StaffDirectory {
  return {
    loadStaff: (session) => loadStaff(services, session),
    getPreferences: (uid) => getPreferences(services, uid),
    setPreferences: (uid, changes) => setPreferences(services, uid, changes),
  };
}
