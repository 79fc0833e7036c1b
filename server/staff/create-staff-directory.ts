import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import { loadStaff, loadVisit } from './load-staff.ts';
import { getPreferences, setPreferences } from './preferences.ts';

/** `portal.staff`: who is signed in, and how they like the screens. */
export function createStaffDirectory(services: Services) {
  return bind(services, { loadStaff, loadVisit, getPreferences, setPreferences });
}
