import type { StoredDocument } from '../documents/document-store.ts';
import { compareCreation } from '../documents/creation-place.ts';
import { AUDIT_COLLECTION } from '../records/write-audit.ts';
import { readSeal, sealPath } from './seal.ts';
import { readSealedEntries, type AuditProblem, type SealEnd, type VerifiedStore } from './sealed-entries.ts';

const PAGE = 1_000;
const STRANGERS_MAX = 100;
/** How far what an entry says of its time may be from when it was stored: transactions wait, clocks differ. */
const CREATED_AT_TOLERANCE_MS = 60_000;
const AT_TOLERANCE_MS = 300_000;

interface StrangerOptions {
  /** In the order of the chain. */
  ends: readonly SealEnd[];
  /** What was there before is taken as it was found (imports); null without seals. */
  firstSealAt: Date | null;
  signal?: AbortSignal | undefined;
}

interface Strangers {
  problems: AuditProblem[];
  /** Entries after the last seal. */
  unsealed: number;
}

/**
 * Entries that no seal holds although their creation lies within it, and entries that nobody stored in the way of an audit: written twice, or at
 * another time than they say. One pass counts by seal; only where there are too many a second one asks which.
 */
export async function findStrangers(store: VerifiedStore, { ends, firstSealAt, signal }: StrangerOptions): Promise<Strangers> {
  const problems: AuditProblem[] = [];
  const counts = new Map<number, number>();
  let unsealed = 0;
  for await (const page of store.scan(AUDIT_COLLECTION, { pageSize: PAGE })) {
    signal?.throwIfAborted();
    for (const document of page) {
      const end = sealOf(ends, document);
      if (end) counts.set(end.n, (counts.get(end.n) ?? 0) + 1);
      else unsealed += 1;
      const reason = firstSealAt && document.createdVersion > micros(firstSealAt) ? contradiction(document) : null;
      if (reason && problems.length < STRANGERS_MAX) problems.push({ ...reason, path: document.path });
    }
  }
  const crowded = ends.filter(({ n, present }) => (counts.get(n) ?? 0) > present);
  const unlisted = crowded.length === 0 ? [] : await findUnlisted(store, ends, new Set(crowded.map(({ n }) => n)));
  const named = new Set(unlisted.map(({ path }) => path));
  return { problems: [...unlisted, ...problems.filter(({ path }) => !named.has(path))].slice(0, STRANGERS_MAX), unsealed };
}

/** The entries in these seals' places that their lists do not hold. */
async function findUnlisted(store: VerifiedStore, ends: readonly SealEnd[], crowded: ReadonlySet<number>): Promise<AuditProblem[]> {
  const problems: AuditProblem[] = [];
  const lists = new Map<number, ReadonlySet<string>>();
  const listOf = async (n: number): Promise<ReadonlySet<string>> => {
    const known = lists.get(n);
    if (known) return known;
    const [document] = await store.getMany([sealPath(n)]);
    const list = document ? await readSealedEntries(store, readSeal(document)) : null;
    const ids = new Set(list?.map(({ id }) => id));
    lists.set(n, ids);
    return ids;
  };
  for await (const page of store.scan(AUDIT_COLLECTION, { pageSize: PAGE })) {
    for (const document of page) {
      const end = sealOf(ends, document);
      if (!end || !crowded.has(end.n) || (await listOf(end.n)).has(document.id)) continue;
      problems.push({ kind: 'inserted', path: document.path, reason: `seal ${end.n} does not hold it, and it lies between its entries` });
      if (problems.length >= STRANGERS_MAX) return problems;
    }
  }
  return problems;
}

/** The seal within whose places a document lies; null after the last. */
function sealOf(ends: readonly SealEnd[], { createdVersion, path }: StoredDocument): SealEnd | null {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = ends[middle];
    if (end && compareCreation({ createdVersion, path }, { ...end, path: `${AUDIT_COLLECTION}/${end.id}` }) > 0) low = middle + 1;
    else high = middle;
  }
  return ends[low] ?? null;
}

/** What shows by the entry alone that it is not as the portal stored it: entries are written once, at the time that they tell. */
function contradiction({ data, version, createdVersion }: StoredDocument): Omit<AuditProblem, 'path'> | null {
  if (version !== createdVersion) return { kind: 'altered', reason: `was written again at ${moment(version)}` };
  const apart = (field: string, tolerance: number) => {
    const value = data[field];
    return !(value instanceof Date) || Math.abs(value.getTime() - Number(createdVersion / 1_000n)) > tolerance;
  };
  const field = apart('createdAt', CREATED_AT_TOLERANCE_MS) ? 'createdAt' : apart('at', AT_TOLERANCE_MS) ? 'at' : null;
  return field && { kind: 'inserted', reason: `was stored at ${moment(createdVersion)}, which is not what its ${field} says` };
}

function moment(version: bigint): string {
  return new Date(Number(version / 1_000n)).toISOString();
}

function micros(date: Date): bigint {
  return BigInt(date.getTime()) * 1_000n;
}
