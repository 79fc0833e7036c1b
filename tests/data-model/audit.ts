import type { CollectionNote } from './describe-collection.ts';

const AUDIT_FIELDS: CollectionNote['fields'] = {
  user: { type: 'text', means: 'Id of who did it' },
  userName: { type: 'text', means: 'Their name then' },
  action: { type: 'text', means: 'What was done, in Spanish capitals (server/domain/audit-actions.ts)' },
  targetPath: { type: 'text', means: 'Path of the document' },
  beforeData: { type: 'map', means: 'The changed fields before; null for a new document (not in the table)' },
  newData: { type: 'map', means: 'The same fields after; null for what was removed for good (not in the table)' },
  at: { type: 'timestamp', means: 'When; `createdAt` of the row (not in the table)' },
  requestId: { type: 'text', means: 'Id of the request, as the log has it' },
};

/** Entries and seals of both databases. */
export const AUDIT: readonly CollectionNote[] = [
  {
    database: 'main',
    path: 'auditoria',
    table: 'auditoria',
    about: 'Who changed what; written in the transaction of the change, never changed.',
    writers: ['portal', 'REST backend'],
    how: 'Every change of a document of this database, each run of a report by hand, and rows that were exported to a file or paper.',
    fields: AUDIT_FIELDS,
  },
  {
    database: 'digitalization',
    path: 'auditoria',
    table: 'auditoria',
    about: 'The same for this database.',
    writers: ['portal'],
    how: 'Every change of a document of this database.',
    fields: AUDIT_FIELDS,
  },
  ...(['main', 'digitalization'] as const).flatMap((database): CollectionNote[] => [
    {
      database,
      path: 'notas',
      writers: ['portal'],
      about: 'What people wrote about a record of this database; `isActive` false once its author deleted it.',
      how: 'The card «Notas» of a record; never changed.',
      fields: {
        text: { type: 'text', means: 'What was written' },
        record: { type: 'text', means: 'Path of the document that it is about' },
        mentions: { type: 'list of text', means: 'Ids of whom it names: they are told' },
        userId: { type: 'text', means: 'Who wrote it' },
        userName: { type: 'text', means: 'Their name then' },
      },
    },
    {
      database,
      path: 'auditoria_sellos',
      writers: ['portal'],
      about: 'Seals of the audit, numbered from 1: each proves a batch of entries and the seal before it.',
      how: 'A job every minute; never changed. `npm run audit -- verify` proves them.',
      fields: {
        n: { type: 'whole number', means: 'Number; the document id is the same with leading zeros' },
        from: { type: 'text', means: 'Place of the first entry: created version in microseconds, `:`, id' },
        to: { type: 'text', means: 'Place of the last entry' },
        count: { type: 'whole number', means: 'Entries' },
        root: { type: 'text', means: 'SHA-256 (base64url) of the list of entries' },
        prev: { type: 'text', means: '`hash` of the seal before; empty in the first' },
        hash: { type: 'text', means: 'SHA-256 (base64url) of the canonical JSON of database, n, from, to, count, root, prev, at' },
        at: { type: 'timestamp', means: 'When it was made' },
      },
    },
    {
      database,
      path: 'auditoria_sellos/{id}/entradas',
      writers: ['portal'],
      about: 'The entries of a seal, in one document `lista`.',
      how: 'Stored with the seal.',
      fields: {
        entradas: { type: 'text', means: 'JSON of [id, SHA-256 of the canonical JSON of path and fields], in the order of creation' },
      },
    },
  ]),
];
