import { z } from 'zod';
import type { DatabaseName } from '../ports/documents/document-store.ts';

export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

const part = z.object({
  name: z.string().regex(/^[a-z0-9.-]+$/),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** Of the file as stored, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifestSchema = z.object({
  format: z.number().int(),
  /** Version of the portal that made it, and its newest migration. */
  version: z.string(),
  migration: z.string(),
  kind: z.enum(['embedded', 'firebase']),
  /** The moment whose stored state it contains. */
  moment: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Documents by database and collection. */
  documents: z.record(z.string(), z.record(z.string(), z.number().int())),
  accounts: z.number().int(),
  /** `missing`: named by documents, and not there. */
  files: z.object({
    count: z.number().int(),
    bytes: z.number(),
    added: z.number().int(),
    missing: z.number().int().default(0),
    /** Of their names in the folder. */
    suffix: z
      .string()
      .regex(/^(?:\.age-[0-9a-f]{16})?$/)
      .optional(),
  }),
  recipients: z.array(z.string()),
  parts: z.array(part),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Part = z.infer<typeof part>;

/** Names of parts, without extensions. */
export const documentsPart = (database: DatabaseName): string => `documents-${database}`;
export const tablePart = (table: string): string => `table-${table.replaceAll('_', '-')}`;

/** Older versions gave files the same name for all keys. */
export const SUFFIX_OF_ANY_KEY = '.age';

export const suffixOf = ({ files, recipients }: Manifest): string => files.suffix ?? (recipients.length > 0 ? SUFFIX_OF_ANY_KEY : '');

/** @returns null: not a manifest */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
