import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WHICH_ARE_MISSING } from '../../../backup/backup-state.ts';
import { decrypterFor } from '../../../backup/cipher.ts';
import { openPlaces, type Places } from '../../../backup/places.ts';
import { readTimes, restoreBackup, restoreFiles, type RestoreSource } from '../../../backup/restore-backup.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { countUnreadableFactors } from '../../../features/account/stored-factors.ts';
import { verifyBoth } from '../../../features/audit/both-databases.ts';
import { sealRestored } from '../../../features/audit/seal-restored.ts';
import { AUDIT_COLLECTION } from '../../../records/write-audit.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { bringUpToDate } from '../bring-up-to-date.ts';
import { countOf } from '../../../domain/text.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { AccountsKind } from '../../../ports/identity/restorable-accounts.ts';
import { printVerdict } from '../audit.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { rebuild, verify } from '../read-model/read-model.ts';
import { withStores, type CommandStores } from '../with-stores.ts';

const USAGE = `npm run restore -- --from CARPETA [--files-only] [--backup NOMBRE] [--identity ARCHIVO]

  Devuelve el respaldo más nuevo de CARPETA a almacenes vacíos, rehace las listas y las comprueba junto con la auditoría. Código 1:
  algo difiere. No se escribe nada mientras web o trabajador corren, donde un almacén tiene algo, una parte está dañada o el respaldo
  es de una versión más nueva.

${DATABASE_USAGE}

  --files-only         solo los archivos que faltan, con el portal en marcha: ni documentos ni cuentas. Una carpeta de archivos vacía
                       queda como la del portal. Código 1: alguno tampoco está en el respaldo, o se alteró ahí
  --backup NOMBRE      otro de CARPETA, por el nombre de su carpeta
  --identity ARCHIVO   claves secretas (AGE-SECRET-KEY-1…, una por línea) de un respaldo cifrado`;

interface Chosen {
  folder: string;
  /** null restores the newest backup. */
  name: string | null;
  identities: readonly string[];
  filesOnly: boolean;
}

/** Number of lost files that are named. */
const NAMED = 20;

async function runRestore(stores: CommandStores, { folder, name, identities, filesOnly }: Chosen): Promise<number> {
  const backups = await listBackups(folder);
  const chosen = name === null ? backups.at(-1) : backups.find(({ directory }) => path.basename(directory) === name);
  if (!chosen) throw new Refusal(`En ${folder} no hay ningún respaldo terminado${name === null ? '' : ` que se llame ${name}`}.`);
  if (chosen.manifest.recipients.length > 0 && identities.length === 0)
    throw new Refusal('El respaldo está cifrado: dé con --identity el archivo de una clave secreta.');
  const { config, sql, documents } = stores;
  const source = { folder, ...chosen, open: decrypterFor(identities) };
  if (!filesOnly) await bringUpToDate(config);
  const places = await openPlaces(config, sql);
  try {
    if (filesOnly) return await runRestoreOfFiles(source, places);
    const restored = await restoreBackup(source, places);
    // Only for Firebase: the embedded store keeps the documents' original times.
    if (places.documents.kind === 'firebase')
      for (const store of [documents.main, documents.digitalization])
        await sealRestored(store, {
          of: new Date(chosen.manifest.moment),
          times: await readTimes(source, store.database, AUDIT_COLLECTION),
        });
    const { documents: counts, accounts, files, missing, withoutPassword } = restored;
    console.log(`${chosen.directory}: todo como estaba en ${chosen.manifest.moment}`);
    console.log(
      `  ${countOf(counts.main + counts.digitalization, 'documento', 'documentos')}, ${countOf(accounts, 'cuenta', 'cuentas')}, ${countOf(files, 'archivo', 'archivos')}`,
    );
    if (missing > 0) {
      const named = countOf(missing, 'archivo que los documentos nombran no está', 'archivos que los documentos nombran no están');
      console.log(`  ${named} en el respaldo: ${WHICH_ARE_MISSING}.`);
    }
    const left = chosen.manifest.accounts - accounts;
    if (left > 0)
      console.log(`  ${countOf(left, 'cuenta no volvió', 'cuentas no volvieron')}: sin un correo que sea solo suyo nadie entra aquí.`);
    if (withoutPassword > 0)
      console.log(
        `  ${countOf(withoutPassword, 'cuenta volvió', 'cuentas volvieron')} sin contraseña: cada persona pone una con «Olvidé mi contraseña»${howPasswordsReturn(chosen.manifest.kind, places.documents.kind)}`,
      );
    const unopened = await countUnreadableFactors({ config, sql });
    if (unopened > 0)
      console.log(
        `  ${countOf(unopened, 'segundo factor que volvió no se abre', 'segundos factores que volvieron no se abren')} con esta FACTOR_KEY: arranque el portal con la del que hizo el respaldo, o quite el de cada persona.`,
      );
  } finally {
    await places.close();
  }
  const made = await rebuild(stores, PROJECTIONS, true);
  const differs = await verify(stores, PROJECTIONS, true);
  const isWhole = printVerdict(await verifyBoth({ sql, documents }, {}));
  return made === 0 && differs === 0 && isWhole ? 0 : 1;
}

async function runRestoreOfFiles(source: RestoreSource, places: Places): Promise<number> {
  const { restored, present, lost } = await restoreFiles(source, places);
  console.log(`${source.directory}: ${countOf(restored, 'archivo devuelto', 'archivos devueltos')}, ${present} ya estaban`);
  if (lost.length === 0) return 0;
  const others = lost.length > NAMED ? ` y ${lost.length - NAMED} más` : '';
  console.log(
    `  ${countOf(lost.length, 'archivo no está', 'archivos no están')} en el respaldo o se alteró ahí: ${lost.slice(0, NAMED).join(', ')}${others}`,
  );
  return 1;
}

function howPasswordsReturn(from: AccountsKind, into: AccountsKind): string {
  if (into === 'embedded') return ', que necesita SMTP_URL; sin él, npm run first-administrator da un enlace a un Administrador.';
  if (from === 'embedded') return '.';
  return '. Con FIREBASE_PASSWORD_HASH, y un respaldo hecho por una cuenta de servicio que puede leer los hashes, conservan la suya.';
}

/** @throws Refusal if the file cannot be read */
async function readIdentities(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Refusal(`No se puede leer el archivo de --identity: ${cause.message}`, { cause });
  });
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

const OPTIONS = {
  from: { type: 'string' },
  backup: { type: 'string' },
  identity: { type: 'string' },
  'files-only': { type: 'boolean' },
} as const;

/** `npm run restore`. */
export const restore = createCommand({ usage: USAGE, options: OPTIONS, needed: ['from'] }, async ({ values, environment }) => {
  const identities = await readIdentities(values.identity);
  return withStores('restore', environment, (stores) =>
    runRestore(stores, {
      folder: path.resolve(values.from),
      name: values.backup ?? null,
      identities,
      filesOnly: values['files-only'] ?? false,
    }),
  );
});
