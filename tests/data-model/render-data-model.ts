import { COLLECTIONS } from './collections.ts';
import type { CollectionNote } from './describe-collection.ts';
import { storedFields } from './stored-fields.ts';

const HEAD = `# Data model

What lies in the document store, which is the truth: Firestore, or Postgres in its place. Two databases (two cloud projects),
\`main\` and \`digitalization\`. Field names are as other programs stored them, Spanish and misspellings included, and stay so in
forms, tables of the read model and exports.

Every document also has \`isActive\` (true or false; false is deleted and can be restored), \`createdAt\` and \`updatedAt\`
(timestamps; the sync finds changes by the latter); some hold their own \`id\`. What programs write without
\`updatedAt\` is seen at once in collections of up to 5,000 documents; in larger ones what is made with \`createdAt\` is, and all else by
the sweep every six hours.

What the portal has written also has \`updatedBy\`: a map of \`id\` and \`name\` of the person, and \`version\`, a digest of what they
stored; of what it deleted also \`deletedAt\`, an ISO text. Conflicts name that person as long as the document still holds what
the digest says. Other programs leave the field alone: once they change a field that people edit, the digest no longer fits and
nobody is named. It is in no table, no form and no export. Uploading, quotes, staff and the REST backend do not write it.

A collection with a table is copied into the read model, the Postgres schema \`public\`, by jobs: one row per document, columns
named as the fields, and our own in lower case with underscores (\`source_version\`, \`source_deleted\`, \`search_text\`). Rows can be
thrown away and rebuilt. The pictures and files themselves lie with the REST backend; documents hold their addresses.

tests/data-model holds these tables against the definitions, the projections, the code and the demo's documents, and fails when
one of them says something else; \`npx vitest run tests/data-model -u\` writes this file.
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
