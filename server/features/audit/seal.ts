import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseName, Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { readInteger, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { canonicalJson } from '../../records/canonical-json.ts';

export const SEALS_COLLECTION = 'auditoria_sellos';

/** What is wrong with an entry, or with a seal itself. */
export type AuditProblem = {
  kind: 'altered' | 'missing' | 'inserted' | 'seal';
  /** Path of the document. */
  path: string;
  /** In Spanish. */
  reason: string;
};

/**
 * Firestore gives restored documents new times. The restore seals all entries again, in their present places, and keeps what their old
 * times showed: no earlier seal can say whether an entry in such a place existed.
 */
export type Restored = {
  /** The moment of the backup. */
  of: Date;
  /** The problems that it already had. */
  problems: AuditProblem[];
};

/** A batch of audit entries, chained to the seal before it. */
export interface Seal {
  /** From 1, without gaps. */
  n: number;
  /** Place of the first and of the last entry in the order of creation: `<created version>:<id>`. */
  from: string;
  to: string;
  count: number;
  /** Hash of the list of entries. */
  root: string;
  /** `hash` of the seal before; '' in the first. */
  prev: string;
  /** Hash of all the above and of the database. */
  hash: string;
  at: Date;
  /** Its entries were brought back by a restore; null: they were stored by the portal. */
  restored: Restored | null;
}

/** An entry as its seal lists it. */
export interface SealedEntry {
  id: string;
  /** Hash of its path and fields. */
  hash: string;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export function hashEntry({ path, data }: Pick<StoredDocument, 'path' | 'data'>): string {
  return sha256(canonicalJson({ path, fields: data }));
}

/** The text whose hash is `root`: JSON of `[id, hash]` in the order of creation. */
export function writeList(entries: readonly SealedEntry[]): string {
  return JSON.stringify(entries.map(({ id, hash }) => [id, hash]));
}

/** @returns null when the text is not a list of entries */
export function readList(text: string): SealedEntry[] | null {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return null;
    const entries = list.map((entry: unknown) => (isPair(entry) ? { id: entry[0], hash: entry[1] } : null));
    return entries.every((entry) => entry !== null) ? entries : null;
  } catch {
    return null;
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

export function sealHash(database: DatabaseName, { n, from, to, count, root, prev, at, restored }: Omit<Seal, 'hash'>): string {
  return sha256(canonicalJson({ database, n, from, to, count, root, prev, at, ...(restored && { restored }) }));
}

/** Path of a seal: its number, padded so that ids sort as numbers do. */
export function sealPath(n: number): string {
  return `${SEALS_COLLECTION}/${String(n).padStart(12, '0')}`;
}

/** Path of the list of a seal's entries. */
export function listPath(n: number): string {
  return `${sealPath(n)}/entradas/lista`;
}

/** Lenient: a missing field reads as empty, and the hash then differs. */
export function readSeal({ data }: Pick<StoredDocument, 'data'>): Seal {
  const text = (field: string) => readText(data, field);
  return {
    n: readInteger(data, 'n', 0),
    count: readInteger(data, 'count', 0),
    from: text('from'),
    to: text('to'),
    root: text('root'),
    prev: text('prev'),
    hash: text('hash'),
    at: new Date(readTimestamp(data, 'at') ?? 0),
    restored: restoredSchema.safeParse(data['restored']).data ?? null,
  };
}

const restoredSchema = z.object({
  of: z.date(),
  problems: z.array(z.object({ kind: z.enum(['altered', 'missing', 'inserted', 'seal']), path: z.string(), reason: z.string() })),
});

export function sealFields({ n, from, to, count, root, prev, hash, at, restored }: Seal): Fields {
  return { n, from, to, count, root, prev, hash, at, ...(restored && { restored }) };
}

/** A place of a seal as numbers; null for malformed text. */
export function readPlace(text: string): { createdVersion: bigint; id: string } | null {
  const [, version, id] = /^(\d{1,18}):(.+)$/su.exec(text) ?? [];
  return version === undefined || id === undefined ? null : { createdVersion: BigInt(version), id };
}
