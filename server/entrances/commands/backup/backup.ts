import path from 'node:path';
import { countDocuments } from '../../../backup/backup-state.ts';
import { makeBackup } from '../../../backup/make-backup.ts';
import { openPlaces } from '../../../backup/places.ts';
import { countOf, formatCount } from '../../../domain/text.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { dangerOf } from '../../../config/unsafe-settings.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { withStores } from '../with-stores.ts';

const USAGE = `npm run backup -- [--to CARPETA] [--encrypt-to age1…]… [--prune]

  Escribe todo lo que se guarda (documentos de las dos bases en un mismo momento, cuentas, preferencias, archivos) en una carpeta
  nueva dentro de CARPETA, que se llama como su momento, mientras el portal trabaja. Los archivos que CARPETA ya tiene no se
  escriben otra vez. Código 1: el respaldo está hecho, y le faltan más archivos que al anterior de CARPETA.

${DATABASE_USAGE}

  --to CARPETA         en lugar de BACKUP_DIR
  --encrypt-to age1…   solo quien tiene la clave secreta puede abrirlo; se puede repetir. En lugar de BACKUP_ENCRYPT_TO
  --prune              quita los viejos como el trabajador cada noche (BACKUP_KEEP), y los archivos que ninguno nombra ya;
                       nada, si a este le faltan más archivos que al anterior`;

const DANGERS = {
  served: 'está donde un servidor web entrega todo a cualquiera: elija una carpeta propia, fuera de lo que se publica',
  'among-files': 'está dentro de FILES_DIR: lo que se lleve los archivos se llevará también su respaldo; elija otro disco u otra máquina',
};

const OPTIONS = { to: { type: 'string' }, 'encrypt-to': { type: 'string', multiple: true }, prune: { type: 'boolean' } } as const;

/** `npm run backup`. */
export const backup = createCommand({ usage: USAGE, options: OPTIONS }, async ({ values, environment }) => {
  const { to, prune = false } = values;
  return withStores('backup', environment, async ({ config, sql }) => {
    const folder = to ? path.resolve(to) : config.backup.folder;
    if (folder === null) throw new Refusal('No se sabe dónde escribir el respaldo: dé --to CARPETA o BACKUP_DIR');
    const danger = dangerOf(folder, config.files.kind === 'disk' ? config.files.directory : null);
    if (danger !== null) throw new Refusal(`${folder} ${DANGERS[danger]}`);
    const places = await openPlaces(config, sql);
    try {
      const began = Date.now();
      const { directory, manifest, pruned, missingBefore, lost } = await makeBackup(
        { sql, places },
        { folder, recipients: values['encrypt-to'] ?? config.backup.recipients, keep: prune ? config.backup.keep : null },
      );
      const { count, added, missing } = manifest.files;
      console.log(`${directory}: todo como estaba en ${manifest.moment}, en ${((Date.now() - began) / 1000).toFixed(1)} s`);
      console.log(
        `  ${countOf(countDocuments(manifest), 'documento', 'documentos')}, ${countOf(manifest.accounts, 'cuenta', 'cuentas')}, ${countOf(count, 'archivo', 'archivos')} (${countOf(added, 'nuevo', 'nuevos')})`,
      );
      console.log(manifest.recipients.length > 0 ? '  Cifrado.' : '  Sin cifrar.');
      if (missing > 0) {
        const before =
          missingBefore === null ? 'no hay un respaldo anterior con qué comparar' : `al anterior, ${formatCount(missingBefore)}`;
        const named = countOf(missing, 'archivo que los documentos nombran no está', 'archivos que los documentos nombran no están');
        console.log(`  ${named} (${before})`);
      }
      if (prune)
        console.log(
          lost === null
            ? `  Quitados: ${countOf(pruned.backups, 'respaldo viejo', 'respaldos viejos')} y ${countOf(pruned.files, 'archivo', 'archivos')}`
            : '  No se quitó ningún respaldo: uno anterior puede tener lo que falta; lo devuelve npm run restore -- --files-only --backup NOMBRE',
        );
      if (lost === null) return 0;
      console.error(lost);
      return 1;
    } catch (error) {
      throw refusalOfDisk(error, folder) ?? error;
    } finally {
      await places.close();
    }
  });
});

/** Explains disk errors: no space, no write permission, a missing folder, not a folder. Node's own words stay: people search for them. */
function refusalOfDisk(error: unknown, folder: string): Refusal | null {
  if (!/^E(?:NOSPC|DQUOT|ACCES|PERM|ROFS|EXIST|NOTDIR|NOENT|IO)$/.test(errorCode(error)) || !(error instanceof Error)) return null;
  const reason = 'syscall' in error && error.syscall === 'mkdir' ? `no se puede escribir en ${folder} (${error.message})` : error.message;
  return new Refusal(`No se hizo ningún respaldo: ${reason}. Los anteriores quedan como estaban; lo empezado se quitó.`);
}
