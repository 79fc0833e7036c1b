import path from 'node:path';
import { parseArgs } from 'node:util';
import { cipherFor } from '../../../backup/cipher.ts';
import { openPlaces } from '../../../backup/places.ts';
import { writeBackup } from '../../../backup/write-backup.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { withStores } from '../with-stores.ts';

const USAGE = `npm run backup -- --to FOLDER [--encrypt-to age1…]...

  Writes everything that is kept (documents of both databases at one moment, accounts, preferences, files) into a new folder
  below FOLDER, named by its moment, while the portal works on. Files that FOLDER has are not written again.

${DATABASE_USAGE}

  --encrypt-to age1…   only who has the secret key can open it; may be given more than once
`;

/** `npm run backup`. */
export const backup = createCommand(USAGE, async (args, environment) => {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, 'encrypt-to': { type: 'string', multiple: true } } });
  const { to } = values;
  if (!to) {
    console.error(USAGE);
    return 2;
  }
  return withStores('backup', environment, async ({ config, sql }) => {
    const places = await openPlaces(config, sql);
    try {
      const began = Date.now();
      const { directory, manifest } = await writeBackup(places, {
        folder: path.resolve(to),
        cipher: cipherFor(values['encrypt-to'] ?? []),
      });
      const counts = Object.values(manifest.documents).flatMap((byCollection) => Object.values(byCollection));
      const documents = counts.reduce((sum, count) => sum + count, 0);
      console.log(`${directory}: everything as of ${manifest.moment}, in ${((Date.now() - began) / 1000).toFixed(1)} s`);
      console.log(`  ${documents} documents, ${manifest.accounts} accounts, ${manifest.files.count} files (${manifest.files.added} new)`);
      return 0;
    } finally {
      await places.close();
    }
  });
});
