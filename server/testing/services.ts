import { authEmulatorIsInstalled } from './auth-emulator.ts';
import { findChromium, findProgram } from './find-program.ts';
import { firestoreEmulatorIsInstalled } from './firestore-emulator.ts';

/** Programs that some suites need beside Node, and how to install them on Debian; `.ci/run` installs all. */
const SERVICES = {
  Chromium: { isInstalled: () => findChromium() !== null, get: 'apt-get install chromium chromium-headless-shell' },
  Redis: { isInstalled: () => findProgram('redis-server') !== null, get: 'apt-get install redis-server' },
  LibreOffice: { isInstalled: () => findProgram('soffice') !== null, get: 'apt-get install libreoffice-calc' },
  'Firestore emulator': { isInstalled: firestoreEmulatorIsInstalled, get: 'gcloud components install cloud-firestore-emulator, with Java' },
  'Firebase Auth emulator': {
    isInstalled: authEmulatorIsInstalled,
    get: 'npm install --ignore-scripts firebase-tools@15 in ~/.cache/portal-tools',
  },
  'Cloud Storage emulator': {
    isInstalled: authEmulatorIsInstalled,
    get: 'npm install --ignore-scripts firebase-tools@15 in ~/.cache/portal-tools',
  },
} as const;

export type ServiceName = keyof typeof SERVICES;

/**
 * Whether suites on a real service can run; otherwise they are skipped, and the run says so at its end.
 * @throws when the service is missing although REQUIRE_SERVICES=1 (CI) demands all
 */
export function hasService(name: ServiceName): boolean {
  const found = SERVICES[name].isInstalled();
  if (!found && process.env['REQUIRE_SERVICES'] === '1') throw new Error(`${name} is required (REQUIRE_SERVICES=1) but was not found`);
  return found;
}

/** One line for each service that is missing on this machine. */
export function missingServices(): string[] {
  return Object.entries(SERVICES)
    .filter(([, { isInstalled }]) => !isInstalled())
    .map(([name, { get }]) => `Skipped what needs ${name}, which was not found: ${get}`);
}
