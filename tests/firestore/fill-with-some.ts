import { DEMO_ACCOUNTS, DEMO_PASSWORD, makeDemoData } from '#prisma/seed/demo-data.ts';
import { fillWithDemo } from '#server/testing/demo-database.ts';
import { IS_LONG } from '#server/testing/run-seed.ts';
import { writeAll } from './firebase-portal-client.ts';
import type { FirebaseHouse } from './firebase-house.ts';

const COLLECTIONS = new Set([
  'agencias',
  'departamentos',
  'usuarios',
  'roles',
  'permisos_rol',
  'maletin_carpetas',
  'maletin_tipos_documento',
  'productos_servicios',
]);

/**
 * The documents of `fillWithFew`; in a long run the whole demo as `npm run seed` stores it, whose 40,000 documents take the emulator
 * minutes.
 */
export const fillWithSome = (house: FirebaseHouse): Promise<void> => (IS_LONG ? fillWithDemo(house.environment) : fillWithFew(house));

/** The demo's short collections and its accounts, as another program stores them before the portal exists. */
export async function fillWithFew(house: FirebaseHouse): Promise<void> {
  const documents = makeDemoData(new Date()).documents.filter(({ path }) => COLLECTIONS.has(path.split('/')[0] ?? ''));
  await writeAll(
    house.firestore,
    documents.map(({ path, data }) => [path, data]),
  );
  await Promise.all(DEMO_ACCOUNTS.map(({ id, email }) => house.createAccount({ uid: id, email, password: DEMO_PASSWORD })));
}
