import { existsSync } from 'node:fs';
import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { countOf, formatCount } from '../../../domain/text.ts';
import { knownCollections, loadMapping } from '../../../mapping.ts';
import { openReadOnlyDocuments } from '../../../ports/documents/open-read-only-documents.ts';
import { createBuckets } from '../../../ports/files/buckets.ts';
import { openRestorableAccounts } from '../../../ports/identity/open-restorable-accounts.ts';
import { PROJECTIONS, REGISTRIES } from '../../../registries.ts';
import { createCommand, DATABASE_USAGE, UsageError } from '../run-command.ts';
import { withStores } from '../with-stores.ts';
import { inspectBackend, type InspectedBackend } from './inspect-backend.ts';
import { inspectStores, type Inspection } from './inspect-stores.ts';
import { UNKNOWN_WORDS_ADVICE, strangeWords, summaryOf, writeInspection } from './write-workbook.ts';

const USAGE = `npm run inspect [-- --sample N | --all] [--collection NOMBRE] [--xlsx ARCHIVO] [--mapping ARCHIVO]

  Lee lo que hay guardado y no escribe nada ahí: cada colección de las dos bases, la conozca el portal o no, con sus campos, lo que llenan
  en el portal, lo que se perdería, referencias que no llevan a nada, archivos por dónde están y si algunos se leen ahí (FILE_BUCKETS),
  cuentas sin persona. Con MAPPING_FILE, como los nombra ese archivo.

${DATABASE_USAGE}

  --sample N            cuántos documentos de cada colección se miran (500)
  --all                 todos los documentos
  --collection NOMBRE   solo esta
  --xlsx ARCHIVO        todo en un libro, con una hoja por colección
  --mapping ARCHIVO     un borrador de MAPPING_FILE con lo que se pudo adivinar, en un archivo nuevo`;

const SAMPLE = 500;
const OPTIONS = {
  sample: { type: 'string' },
  all: { type: 'boolean' },
  collection: { type: 'string' },
  xlsx: { type: 'string' },
  mapping: { type: 'string' },
} as const;

/** `npm run inspect`. */
export const inspect = createCommand({ usage: USAGE, options: OPTIONS }, async ({ values, environment }) => {
  const sample = values.all ? null : Number(values.sample ?? SAMPLE);
  if (sample !== null && !(Number.isSafeInteger(sample) && sample > 0))
    throw new UsageError(`--sample no es un número de documentos: «${values.sample}».`);
  const [xlsx, draft] = [values.xlsx, values.mapping].map((file) => (file === undefined ? null : path.resolve(file)));
  // Before everything is read: of Firestore that takes long and costs.
  for (const file of [xlsx, draft]) if (file) await access(path.dirname(file), constants.W_OK);
  if (draft && existsSync(draft)) throw new UsageError(`Ya hay un archivo en --mapping: ${draft}. Dé otro nombre.`);
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
      if (xlsx) await writeInspection(xlsx, inspection, backend);
      if (draft) await writeFile(draft, draftText(inspection), { flag: 'wx' });
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
    (key, value: unknown) => (key !== '' && isEmptyMap(value) ? undefined : value),
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
      lost > 0 ? countOf(lost, 'valor se perdería', 'valores se perderían') : '',
      unused > 0 && known ? countOf(unused, 'campo sin uso', 'campos sin uso') : '',
      described.without.updatedAt > 0 ? `${formatCount(described.without.updatedAt)} sin updatedAt` : '',
      described.without.createdAt > 0 ? `${formatCount(described.without.createdAt)} sin createdAt` : '',
      dangling.length > 0 ? countOf(dangling.length, 'referencia sin destino', 'referencias sin destino') : '',
    ].filter((note) => note !== '');
    const looked = described.lookedAt === documents ? '' : `, ${countOf(described.lookedAt, 'mirado', 'mirados')}`;
    console.log(
      `${database} ${name}: ${countOf(documents, 'documento', 'documentos')}${looked}${notes.length > 0 ? `; ${notes.join('; ')}` : ''}`,
    );
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
        ? `backend REST: ${countOf(backend.people, 'persona', 'personas')}, ${countOf(backend.fields.size, 'campo', 'campos')}`
        : `backend REST: ${backend.problem}`,
    );
  const guessed = drafts.main.guesses.size + drafts.digitalization.guesses.size;
  console.log(`${countOf(guessed, 'campo de otro nombre reconocido', 'campos de otros nombres reconocidos')} (con --mapping se escriben)`);
  console.log(countOf(reads, 'lectura', 'lecturas'));
}
