import { parseArgs } from 'node:util';
import { formatFileSize } from '../../../domain/file-size.ts';
import { formatCount } from '../../../domain/text.ts';
import type { Portal } from '../../../portal.ts';
import { REGISTRIES } from '../../../registries.ts';
import { adoptFiles } from '../../../stored-files/adopt-files.ts';
import { checkFiles } from '../../../stored-files/check-files.ts';
import type { FileArea } from '../../../stored-files/file-area.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { withPortal } from '../with-portal.ts';

const USAGE = `npm run files -- check | adopt [--collection X]

  check    counts the files that documents name, by collection and by where they lie, and says which cannot be read, or are not what their
           document says (size, hash), and why; writes nothing. One question for each file; one whose document says its hash is read whole.
           Exit code 1 where one cannot be read
  adopt    copies files from the buckets of FILE_BUCKETS into the portal's own store, with hash and audit entry; the address before stays
           in the document ("adopted"). Can be broken off (Ctrl+C) and goes on where it stood. Exit code 1 where some are left

${DATABASE_USAGE}

  --collection X   only this collection: ${REGISTRIES.fileAreas.map(({ collection }) => collection).join(', ')}
`;

/** Number of files between two progress lines. */
const PROGRESS_EVERY = 100;

async function check(portal: Portal, areas: readonly FileArea[]): Promise<number> {
  const { places, requests, whole } = await checkFiles(portal, areas);
  let wrong = 0;
  for (const { collection, place, files, unread } of places) {
    const lost = [...unread.values()].reduce((sum, one) => sum + one.files, 0);
    wrong += lost;
    console.log(`${collection} en ${place}: ${formatCount(files)} archivos, ${formatCount(lost)} no se leen`);
    for (const [reason, { files: count, ids }] of unread) console.log(`  ${formatCount(count)}: ${reason} (${ids.join(', ')})`);
  }
  const read = whole === 0 ? '' : `, ${formatCount(whole)} leídos enteros por su huella`;
  console.log(`${formatCount(requests)} preguntas${read}; ${formatCount(wrong)} archivos no se leen.`);
  return wrong === 0 ? 0 : 1;
}

async function adopt(portal: Portal, areas: readonly FileArea[]): Promise<number> {
  const broken = new AbortController();
  const breakOff = () => broken.abort();
  process.once('SIGINT', breakOff).once('SIGTERM', breakOff);
  try {
    const { adopted, bytes, left, isWhole } = await adoptFiles(portal, areas, {
      signal: broken.signal,
      tell: (so) => so.adopted % PROGRESS_EVERY === 0 && so.adopted > 0 && console.log(`${formatCount(so.adopted)} archivos traídos`),
    });
    for (const { path, url, reason } of left) console.log(`${path}: ${reason} (${url})`);
    console.log(
      `${formatCount(adopted)} archivos traídos (${formatFileSize(bytes)}), ${formatCount(left.length)} se quedan donde están.${isWhole ? '' : ' Interrumpido: el mismo comando sigue donde quedó.'}`,
    );
    return isWhole && left.length === 0 ? 0 : 1;
  } finally {
    process.off('SIGINT', breakOff).off('SIGTERM', breakOff);
  }
}

const COMMANDS: Readonly<Record<string, typeof check>> = { check, adopt };

/** `npm run files`. Its output is for the cooperative, in Spanish. */
export const files = createCommand(USAGE, async (args, environment) => {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { collection: { type: 'string' } } });
  const areas = REGISTRIES.fileAreas.filter(({ collection }) => values.collection === undefined || collection === values.collection);
  const [command = '', ...more] = positionals;
  const work = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!work || more.length > 0 || areas.length === 0) {
    console.error(USAGE);
    return 2;
  }
  return withPortal('files', environment, (portal) => work(portal, areas));
});
