import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { compareCreation } from '../../ports/documents/creation-place.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import { contradictionsIn } from './contradictions.ts';
import { readSeal, sealPath, type AuditProblem } from './seal.ts';
import { readSealedEntries, type SealEnd, type VerifiedStore } from './sealed-entries.ts';

const PAGE = 1_000;
const PROBLEMS_MAX = 100;

interface SealCoverage {
  /** In the order of the chain. */
  ends: readonly SealEnd[];
  /** Entries from before are accepted as they are (imports); null without seals. */
  firstSealAt: Date | null;
  signal?: AbortSignal | undefined;
}

interface UnexpectedEntries {
  problems: AuditProblem[];
  /** Entries after the last seal. */
  unsealed: number;
}

/**
 * Entries that were created within the range of the seals but are in none, and what the entries after the last seal show by themselves. One
 * pass counts entries per seal; only if a seal has too many, a second one finds out which.
 */
export async function findUnexpectedEntries(store: VerifiedStore, { ends, firstSealAt, signal }: SealCoverage): Promise<UnexpectedEntries> {
  const problems: AuditProblem[] = [];
  const counts = new Map<number, number>();
  let unsealed = 0;
  for await (const page of store.scan(AUDIT_COLLECTION, { pageSize: PAGE, bare: true })) {
    signal?.throwIfAborted();
    const young: string[] = [];
    for (const document of page) {
      const end = sealOf(ends, document);
      if (end) counts.set(end.n, (counts.get(end.n) ?? 0) + 1);
      else young.push(document.path);
    }
    unsealed += young.length;
    for (const document of await store.getMany(young)) problems.push(...(document ? contradictionsIn(document, firstSealAt) : []));
  }
  const crowded = ends.filter(({ n, present }) => (counts.get(n) ?? 0) > present);
  const unlisted = crowded.length === 0 ? [] : await findUnlisted(store, ends, new Set(crowded.map(({ n }) => n)));
  const named = new Set(unlisted.map(({ path }) => path));
  return { problems: [...unlisted, ...problems.filter(({ path }) => !named.has(path))].slice(0, PROBLEMS_MAX), unsealed };
}

/** The entries within the ranges of these seals that their lists do not hold. */
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
  for await (const page of store.scan(AUDIT_COLLECTION, { pageSize: PAGE, bare: true })) {
    for (const document of page) {
      const end = sealOf(ends, document);
      if (!end || !crowded.has(end.n) || (await listOf(end.n)).has(document.id)) continue;
      problems.push({ kind: 'inserted', path: document.path, reason: `el sello ${end.n} no la tiene, y está entre sus entradas` });
      if (problems.length >= PROBLEMS_MAX) return problems;
    }
  }
  return problems;
}

/** The seal whose range a document is in; null after the last. */
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
