import { AppError } from '../../domain/errors.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { CreationPlace, DocumentStore, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import {
  hashEntry,
  listPath,
  readPlace,
  sealFields,
  sealHash,
  sealPath,
  sha256,
  writeList,
  type Restored,
  type Seal,
  type SealedEntry,
  readSeal,
} from './seal.ts';

/** Limits of one seal, in entries and in bytes of its list: a document holds 1 MiB. */
const SEAL_ENTRIES = 5_000;
const LIST_BYTES = 600_000;
const MINIMUM_AGE_MS = 30_000;
/** Clocks of the store and of processes agree within a minute (docs/decisions/034-audit-seals.md). */
const CLOCKS_APART_MS = 60_000;
const PAGE = 500;
/** Bytes of an entry in the list, besides its id. */
const HASH_BYTES = 52;

interface SealOptions {
  /** Younger entries wait for the next run. */
  minimumAgeMs?: number;
  entriesPerSeal?: number;
  signal?: AbortSignal;
  /** Seals these instead of what is not sealed yet: entries that a restore brought back, in the order of their new creation. */
  restored?: { mark: Restored; pages: AsyncIterable<StoredDocument[]> };
}

/** Result of a run. */
export interface Sealed {
  /** Entries sealed by this run. */
  entries: number;
  /** The newest seal, by this run or before it. */
  last: Seal | null;
}

interface Batch {
  entries: SealedEntry[];
  bytes: number;
  from: CreationPlace;
  to: CreationPlace;
}

/**
 * Seals every entry of the audit of one database that is old enough and not sealed yet, oldest first. May run in several processes at once
 * and be cut off anywhere: a seal is stored with its list or not at all, under the number after the one that it follows, and a process that
 * finds the number taken leaves the rest to the other.
 */
export async function sealAudit(
  store: Pick<DocumentStore, 'database' | 'getMany' | 'scanCreated' | 'batch'>,
  { minimumAgeMs = MINIMUM_AGE_MS, entriesPerSeal = SEAL_ENTRIES, signal, restored }: SealOptions = {},
): Promise<Sealed> {
  let last = await findLastSeal(store, lastSealNumbers.get(store));
  let sealed = 0;
  let batch: Batch | null = null;
  const close = async (): Promise<boolean> => {
    if (batch === null) return true;
    // The first seal holds the problems; once is enough.
    const mark = restored ? { of: restored.mark.of, problems: sealed === 0 ? restored.mark.problems : [] } : null;
    const seal = makeSeal(store.database, last, batch, mark);
    if (!(await storeSeal(store, seal, batch.entries))) return false;
    sealed += seal.count;
    last = seal;
    batch = null;
    return true;
  };
  const began = Date.now();
  const chainBegan = await findBeginning(store, last);
  const imported = mayLackImports(last, chainBegan);
  const pages = restored?.pages ?? store.scanCreated(AUDIT_COLLECTION, { after: placeAfter(last), minimumAgeMs, imported, pageSize: PAGE });
  for await (const page of pages) {
    for (const document of page.filter(({ id }) => isDocumentId(id))) {
      signal?.throwIfAborted();
      batch = addEntry(batch, document);
      if ((batch.entries.length >= entriesPerSeal || batch.bytes >= LIST_BYTES) && !(await close())) return { entries: sealed, last };
    }
  }
  if ((await close()) && chainBegan && began - minimumAgeMs - CLOCKS_APART_MS > chainBegan.getTime()) storesWithImportsRead.add(store);
  if (last) lastSealNumbers.set(store, last.n);
  return { entries: sealed, last };
}

/** Stores whose imported entries this process has read completely, when even the newest of them were old enough to be sealed. */
const storesWithImportsRead = new WeakSet<object>();

/** When the first seal was made; null without one, or once this process has read all imports. */
async function findBeginning(store: Pick<DocumentStore, 'getMany'>, last: Seal | null): Promise<Date | null> {
  if (last === null || storesWithImportsRead.has(store)) return null;
  const [first] = await store.getMany([sealPath(1)]);
  return first ? readSeal(first).at : null;
}

/**
 * Whether unsealed imported entries (dated before their own creation) may be left. They belong to the beginning of the chain, but its first
 * run may have been interrupted among them or have found some too young. True until an entry created after the chain's beginning is sealed.
 */
function mayLackImports(last: Seal | null, chainBegan: Date | null): boolean {
  if (last === null) return true;
  const end = readPlace(last.to);
  return chainBegan !== null && end !== null && end.createdVersion < BigInt(chainBegan.getTime()) * 1_000n;
}

function placeAfter(last: Seal | null): CreationPlace | null {
  const place = last && readPlace(last.to);
  if (last && !place) throw new Error(`seal ${last.n} does not say where it ends`);
  return place && { createdVersion: place.createdVersion, path: `${AUDIT_COLLECTION}/${place.id}` };
}

function addEntry(batch: Batch | null, document: StoredDocument): Batch {
  const { entries, bytes, from } = batch ?? { entries: new Array<SealedEntry>(), bytes: 0, from: document };
  entries.push({ id: document.id, hash: hashEntry(document) });
  return { entries, bytes: bytes + Buffer.byteLength(document.id) + HASH_BYTES, from, to: document };
}

function makeSeal(database: DocumentStore['database'], last: Seal | null, { entries, from, to }: Batch, restored: Restored | null): Seal {
  const seal = {
    n: (last?.n ?? 0) + 1,
    from: placeText(from),
    to: placeText(to),
    count: entries.length,
    root: sha256(writeList(entries)),
    prev: last?.hash ?? '',
    at: new Date(),
    restored,
  };
  return { ...seal, hash: sealHash(database, seal) };
}

function placeText({ createdVersion, path }: CreationPlace): string {
  return `${createdVersion}:${path.slice(AUDIT_COLLECTION.length + 1)}`;
}

/** @returns false when another process has stored a seal of this number */
async function storeSeal(store: Pick<DocumentStore, 'batch'>, seal: Seal, entries: readonly SealedEntry[]): Promise<boolean> {
  try {
    await store.batch([
      { kind: 'create', path: sealPath(seal.n), data: sealFields(seal) },
      { kind: 'create', path: listPath(seal.n), data: { entradas: writeList(entries) } },
    ]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}

const POWERS = Array.from({ length: 31 }, (_unused, power) => 2 ** power);
/** Numbers asked at once in the search for the last one. */
const PROBES = 30;

/** Where this process last found the end of a chain: the next run asks there first, and reads two documents instead of sixty. */
const lastSealNumbers = new WeakMap<object, number>();

/**
 * The newest seal; null when there is none. Seals are numbered without gaps, so a few lookups by id find the end of any chain (the port
 * sorts nothing, and a document that names the last one could be wrong).
 * @param near where it probably is
 */
export async function findLastSeal(store: Pick<DocumentStore, 'getMany'>, near = 0): Promise<Seal | null> {
  let last: Seal | null = null;
  let end = Infinity;
  let probes = near > 0 ? [near, near + 1] : POWERS;
  while (probes.length > 0) {
    const found = await store.getMany(probes.map(sealPath));
    const firstMissing = found.findIndex((document) => document === null);
    if (firstMissing >= 0) end = probes[firstMissing] ?? end;
    const newest = found[(firstMissing < 0 ? found.length : firstMissing) - 1];
    if (newest) last = { ...readSeal(newest), n: Number(newest.id) };
    if (last === null) return near > 0 ? findLastSeal(store) : null;
    const { n } = last;
    probes = end === Infinity ? POWERS.map((power) => n + power) : between(n, end);
  }
  return last;
}

/** Numbers between two, at most PROBES of them, evenly spaced; empty when there is none. */
function between(last: number, end: number): number[] {
  const step = Math.max(1, Math.ceil((end - last - 1) / PROBES));
  const numbers: number[] = [];
  for (let n = last + step; n < end; n += step) numbers.push(n);
  return numbers;
}
