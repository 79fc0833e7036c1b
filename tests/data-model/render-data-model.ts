import { COLLECTIONS } from './collections.ts';
import type { CollectionNote } from './describe-collection.ts';
import { storedFields } from './stored-fields.ts';

const HEAD = `# Data model

The contents of the document store (Firestore, or Postgres in its place), which is the source of truth. There are two databases (two
cloud projects), \`main\` and \`digitalization\`. Field names are those that other programs stored, in Spanish and with their misspellings; forms,
read-model tables and exports use the same names.

Every document also has \`isActive\` (false means deleted, and can be restored), \`createdAt\` and \`updatedAt\`
(timestamps; the sync finds changes by \`updatedAt\`); some contain their own \`id\`. What other programs write without
\`updatedAt\` is seen at once in collections of up to 5,000 documents; in larger ones only new documents with \`createdAt\` are, and the
sweep every six hours finds the rest.

Documents that the portal has written also have \`updatedBy\`: a map with the person's \`id\` and \`name\`, \`version\` (a digest of what they
stored) and, after a deletion, \`deletedAt\` (an ISO text). Conflicts name that person as long as the document matches
the digest. Other programs leave the field alone: once they change a field that people edit, the digest no longer matches and
nobody is named. No table, form or export contains it. Uploads, quotes, staff and the REST backend do not write it.

Jobs copy a collection that has a table into the read model, the Postgres schema \`public\`: one row per document, columns
named like the fields, and the portal's own columns in snake_case (\`source_version\`, \`source_deleted\`, \`search_text\`, \`masked_text\`). Rows can be
deleted and rebuilt. The REST backend stores the pictures and files; documents contain their addresses.

tests/data-model compares these tables with the definitions, the projections, the code and the demo's documents, and fails on any
difference; \`npx vitest run tests/data-model -u\` writes this file.
`;

/** Renders docs/data-model.md. */
export function renderDataModel(): string {
  const contents = COLLECTIONS.map(
    ({ database, path, writers, table }) => `| \`${path}\` | ${database} | ${table ? `\`${table}\`` : 'none'} | ${writers.join(', ')} |`,
  );
  return `${HEAD}\n| Collection | Database | Table | Written by |\n| --- | --- | --- | --- |\n${contents.join('\n')}\n\n${COLLECTIONS.map(renderCollection).join('\n')}`;
}

function renderCollection(note: CollectionNote): string {
  const { path, database, about, writers, how } = note;
  const fields = storedFields(note);
  const hasForm = fields.some(({ label }) => label !== '');
  const head = hasForm
    ? '| Field | Type | In the form | Meaning |\n| --- | --- | --- | --- |'
    : '| Field | Type | Meaning |\n| --- | --- | --- |';
  const lines = fields.map(({ name, type, label, required, means }) => {
    const form = hasForm ? ` ${label}${required ? ' (required)' : ''} |` : '';
    return `| \`${name}\` | ${type} |${form} ${means} |`;
  });
  return `## ${path} (${database})\n\n${about} Written by: ${writers.join(', ')}. ${how}\n\n${head}\n${lines.join('\n')}\n`;
}
