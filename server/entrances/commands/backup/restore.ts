import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decrypterFor } from '../../../backup/cipher.ts';
import { openPlaces } from '../../../backup/places.ts';
import { readTimes, restoreBackup } from '../../../backup/restore-backup.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { countUnreadableFactors } from '../../../features/account/stored-factors.ts';
import { verifyBoth } from '../../../features/audit/both-databases.ts';
import { sealRestored } from '../../../features/audit/seal-restored.ts';
import { AUDIT_COLLECTION } from '../../../records/write-audit.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { bringUpToDate } from '../bring-up-to-date.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { rebuild, verify } from '../read-model/read-model.ts';
import { withStores, type CommandStores } from '../with-stores.ts';

const USAGE = `npm run restore -- --from FOLDER [--backup NAME] [--identity FILE]

  Brings the newest backup of FOLDER back into stores that hold nothing, makes the read model and proves it and the audit.
  Exit code 1: something differs. Nothing is written where a store holds something, a part is damaged or the backup is of a
  newer version.

${DATABASE_USAGE}

  --backup NAME     another one of FOLDER, by the name of its folder
  --identity FILE   secret keys (AGE-SECRET-KEY-1…, one a line) of a backup that was encrypted
`;

interface Chosen {
  folder: string;
  /** null restores the newest backup. */
  name: string | null;
  identities: readonly string[];
}

async function runRestore(stores: CommandStores, { folder, name, identities }: Chosen): Promise<number> {
  const backups = await listBackups(folder);
  const chosen = name === null ? backups.at(-1) : backups.find(({ directory }) => path.basename(directory) === name);
  if (!chosen) {
    console.error(name === null ? `No finished backup lies in ${folder}.` : `No finished backup ${name} lies in ${folder}.`);
    return 2;
  }
  if (chosen.manifest.recipients.length > 0 && identities.length === 0) {
    console.error('The backup is encrypted: give the file of a secret key with --identity.');
    return 2;
  }
  const { config, sql, documents } = stores;
  await bringUpToDate(config);
  const places = await openPlaces(config, sql);
  try {
    const source = { folder, ...chosen, open: decrypterFor(identities) };
    const restored = await restoreBackup(source, places);
    // Only for Firebase: the embedded store keeps the documents' original times.
    if (places.documents.kind === 'firebase')
      for (const store of [documents.main, documents.digitalization])
        await sealRestored(store, {
          of: new Date(chosen.manifest.moment),
          times: await readTimes(source, store.database, AUDIT_COLLECTION),
        });
    console.log(`${chosen.directory}: everything as of ${chosen.manifest.moment}`);
    console.log(
      `  ${restored.documents.main + restored.documents.digitalization} documents, ${restored.accounts} accounts, ${restored.files} files`,
    );
    if (restored.missing > 0)
      console.log(`  ${restored.missing} files that documents name are not in the backup: npm run files -- check says which.`);
    if (restored.accounts < chosen.manifest.accounts)
      console.log('  Accounts of another kind of store do not come back: people set a password by «¿Olvidó su contraseña?».');
    if (restored.withoutPassword > 0)
      console.log(
        `  ${restored.withoutPassword} accounts came back without a password: people set one by «¿Olvidó su contraseña?». With FIREBASE_PASSWORD_HASH, and a backup by a service account that may read hashes, they keep theirs.`,
      );
    const unopened = await countUnreadableFactors({ config, sql });
    if (unopened > 0)
      console.log(
        `  ${unopened} second factors came back that this FACTOR_KEY does not open: start the portal with the key of the one that made the backup, or take them away person by person.`,
      );
  } finally {
    await places.close();
  }
  const made = await rebuild(stores, PROJECTIONS, true);
  const differs = await verify(stores, PROJECTIONS, true);
  const problems = (await verifyBoth({ sql, documents }, {})).flatMap(({ problems: found }) => found);
  for (const { kind, path: place, reason } of problems) console.log(`  ${kind} ${place}: ${reason}`);
  console.log(problems.length === 0 ? 'The audit is whole.' : `The audit is NOT whole: ${problems.length} problems.`);
  return made === 0 && differs === 0 && problems.length === 0 ? 0 : 1;
}

/** @throws Refusal if the file cannot be read */
async function readIdentities(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Refusal(`The file of --identity cannot be read: ${cause.message}`, { cause });
  });
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** `npm run restore`. */
export const restore = createCommand(USAGE, async (args, environment) => {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, backup: { type: 'string' }, identity: { type: 'string' } },
  });
  const { from } = values;
  if (!from) {
    console.error(USAGE);
    return 2;
  }
  const identities = await readIdentities(values.identity);
  return withStores('restore', environment, (stores) =>
    runRestore(stores, { folder: path.resolve(from), name: values.backup ?? null, identities }),
  );
});
