import path from 'node:path';
import { parseArgs } from 'node:util';
import { countDocuments } from '../../../backup/backup-state.ts';
import { makeBackup } from '../../../backup/make-backup.ts';
import { openPlaces } from '../../../backup/places.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isWithin, realFolder } from '../../../unsafe-settings.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { withStores } from '../with-stores.ts';

const USAGE = `npm run backup -- --to FOLDER [--encrypt-to age1…]... [--prune]

  Writes everything that is kept (documents of both databases at one moment, accounts, preferences, files) into a new folder
  below FOLDER, named by its moment, while the portal works on. Files that FOLDER has are not written again.

${DATABASE_USAGE}

  --encrypt-to age1…   only who has the secret key can open it; may be given more than once
  --prune              lets go of older ones as the worker does each night (BACKUP_KEEP), and of files that none names any more
`;

/** `npm run backup`. */
export const backup = createCommand(USAGE, async (args, environment) => {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, 'encrypt-to': { type: 'string', multiple: true }, prune: { type: 'boolean' } },
  });
  const { to, prune = false } = values;
  if (!to) {
    console.error(USAGE);
    return 2;
  }
  return withStores('backup', environment, async ({ config, sql }) => {
    if (config.files.kind === 'disk' && isWithin(realFolder(path.resolve(to)), realFolder(config.files.directory)))
      throw new Refusal(`${to} lies in FILES_DIR: what takes the files takes their backup too; name a folder on another disk or machine`);
    const places = await openPlaces(config, sql);
    try {
      const began = Date.now();
      const { directory, manifest, pruned } = await makeBackup(
        { sql, places },
        { folder: path.resolve(to), recipients: values['encrypt-to'] ?? [], keep: prune ? config.backup.keep : null },
      );
      console.log(`${directory}: everything as of ${manifest.moment}, in ${((Date.now() - began) / 1000).toFixed(1)} s`);
      console.log(
        `  ${countDocuments(manifest)} documents, ${manifest.accounts} accounts, ${manifest.files.count} files (${manifest.files.added} new)`,
      );
      if (prune) console.log(`  let go of ${pruned.backups} older backups and ${pruned.files} files`);
      return 0;
    } catch (error) {
      throw refusalOfDisk(error) ?? error;
    } finally {
      await places.close();
    }
  });
});

/** Explains disk errors: no space, no write permission, a missing folder, not a folder. */
function refusalOfDisk(error: unknown): Refusal | null {
  if (!/^E(?:NOSPC|DQUOT|ACCES|PERM|ROFS|EXIST|NOTDIR|NOENT|IO)$/.test(errorCode(error)) || !(error instanceof Error)) return null;
  return new Refusal(`No backup was made: ${error.message}. Those before it are as they were; what was begun is taken away.`);
}
