import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import { loadStaff, loadVisit } from './load-staff.ts';
import { getPreferences, setPreferences } from './preferences.ts';

/** `portal.staff`: the signed-in person and their preferences. */
export function createStaffDirectory(services: Services) {
  return bind(services, { loadStaff, loadVisit, getPreferences, setPreferences });
}
