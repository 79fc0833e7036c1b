import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '../../../domain/text.ts';
import { knownCollections, loadMapping } from '../../../mapping.ts';
import { openReadOnlyDocuments } from '../../../ports/documents/open-read-only-documents.ts';
import { createBuckets } from '../../../ports/files/buckets.ts';
import { openRestorableAccounts } from '../../../ports/identity/open-restorable-accounts.ts';
import { PROJECTIONS, REGISTRIES } from '../../../registries.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { withStores } from '../with-stores.ts';
import { inspectBackend, type InspectedBackend } from './inspect-backend.ts';
import { inspectStores, type Inspection } from './inspect-stores.ts';
import { UNKNOWN_WORDS_ADVICE, strangeWords, summaryOf, writeInspection } from './write-workbook.ts';

const USAGE = `npm run inspect [-- --sample N | --all] [--collection NAME] [--xlsx FILE] [--mapping FILE]

  Reads what is stored, and writes nothing there: every collection of both databases, known to the portal or not, with its fields, what
  they feed in the portal, what would be lost, references that lead nowhere, files by where they lie and whether some of them can be read
  there (FILE_BUCKETS), accounts without a person. With MAPPING_FILE as it has them.

${DATABASE_USAGE}

  --sample N          documents of each collection to look at (500)
  --all               every document
  --collection NAME   this one alone
  --xlsx FILE         all of it as a workbook, a tab for each collection
  --mapping FILE      a draft of MAPPING_FILE with what could be guessed
`;

const SAMPLE = 500;

/** `npm run inspect`. Its output is for the cooperative, in Spanish. */
export const inspect = createCommand(USAGE, async (args, environment) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string' },
      all: { type: 'boolean' },
      collection: { type: 'string' },
      xlsx: { type: 'string' },
      mapping: { type: 'string' },
    },
  });
  const sample = values.all ? null : Number(values.sample ?? SAMPLE);
  if (sample !== null && !(Number.isSafeInteger(sample) && sample > 0)) {
    console.error(USAGE);
    return 2;
  }
  return withStores('inspect', environment, async ({ config, sql, log }) => {
    const documents = await openReadOnlyDocuments(config, sql);
    const accounts = await openRestorableAccounts(config, sql);
    try {
      const mapping = await loadMapping(config.mappingFile, () => Promise.resolve({ REGISTRIES }));
      const inspection = await inspectStores(
        { documents, accounts, buckets: createBuckets(config) },
        {
          sample,
          collection: values.collection,
          projections: PROJECTIONS,
          records: REGISTRIES.records,
          known: knownCollections(REGISTRIES),
          mapping,
        },
      );
      const { url, token } = config.restBackend;
      const backend = url === null ? null : await inspectBackend({ url, token, log });
      printSummary(inspection, backend);
      if (values.xlsx !== undefined) await writeInspection(path.resolve(values.xlsx), inspection, backend);
      if (values.mapping !== undefined) await writeFile(path.resolve(values.mapping), draftText(inspection));
      return 0;
    } finally {
      await accounts.close();
      await documents.close();
    }
  });
});

const draftText = ({ drafts }: Inspection) =>
  `${JSON.stringify(
    { ...drafts.main.mapping, ...drafts.digitalization.mapping },
    (_key, value: unknown) => (isEmptyMap(value) ? undefined : value),
    2,
  )}\n`;

const isEmptyMap = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

function printSummary({ collections, places, accounts, reads, drafts }: Inspection, backend: InspectedBackend | null): void {
  for (const one of collections) {
    const { database, path: name, documents, described, known, isOwn, dangling } = one;
    const { unused, lost } = summaryOf(one);
    const notes = [
      known || isOwn ? '' : 'el portal no la conoce',
      lost > 0 ? `${formatCount(lost)} valores se perderían` : '',
      unused > 0 && known ? `${formatCount(unused)} campos sin uso` : '',
      described.without.updatedAt > 0 ? `${formatCount(described.without.updatedAt)} sin updatedAt` : '',
      described.without.createdAt > 0 ? `${formatCount(described.without.createdAt)} sin createdAt` : '',
      dangling.length > 0 ? `${formatCount(dangling.length)} referencias sin destino` : '',
    ].filter((note) => note !== '');
    const looked = described.lookedAt === documents ? '' : `, ${formatCount(described.lookedAt)} mirados`;
    console.log(`${database} ${name}: ${formatCount(documents)} documentos${looked}${notes.length > 0 ? `; ${notes.join('; ')}` : ''}`);
    for (const field of described.fields.values()) {
      const words = strangeWords(field, { path: name, draft: drafts[database] });
      if (words !== '') console.log(`  ${field.name}: palabras que el portal no conoce: ${words}. ${UNKNOWN_WORDS_ADVICE}`);
    }
  }
  for (const [place, { count, reading }] of places)
    console.log(`archivos en ${place}: ${formatCount(count)}${reading === '' ? '' : `; ${reading}`}`);
  if (accounts)
    console.log(
      `cuentas: ${accounts.accounts}, ${accounts.withoutPerson.length} sin persona; personas: ${accounts.people}, ${accounts.withoutAccount.length} sin cuenta`,
    );
  if (backend)
    console.log(
      backend.problem === ''
        ? `backend REST: ${backend.people} personas, ${backend.fields.size} campos`
        : `backend REST: ${backend.problem}`,
    );
  const guessed = drafts.main.guesses.size + drafts.digitalization.guesses.size;
  console.log(`${guessed} campos de otros nombres reconocidos (--mapping FILE los escribe)`);
  console.log(`${formatCount(reads)} lecturas`);
}
