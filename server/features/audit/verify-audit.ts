import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import { contradictionsIn } from './contradictions.ts';
import { findUnexpectedEntries } from './find-unexpected-entries.ts';
import {
  hashEntry,
  listPath,
  readPlace,
  readSeal,
  sealHash,
  sealPath,
  SEALS_COLLECTION,
  type AuditProblem,
  type Restored,
  type Seal,
} from './seal.ts';
import { restoredPlaces } from './restored-entries.ts';
import { readSealedEntries, type SealEnd, type VerifiedStore } from './sealed-entries.ts';

export interface VerifiedAudit {
  database: DatabaseName;
  seals: number;
  /** Entries that are in a seal. */
  entries: number;
  /** Entries after the last seal. */
  unsealed: number;
  /** Creation of the last sealed entry. */
  sealedUntil: Date | null;
  last: Seal | null;
  /** Entries that the newest restore brought back with new times, and when; null: none did. */
  restored: (Pick<Restored, 'of'> & { at: Date; entries: number }) | null;
  /** In the order of the seals, then entries that no seal covers; the first PROBLEMS_MAX. Empty: all is intact. */
  problems: AuditProblem[];
}

export interface VerifyOptions {
  /** A hash from the log: the seal of this number must have it. */
  expected?: { n: number; hash: string } | undefined;
  signal?: AbortSignal | undefined;
}

const PROBLEMS_MAX = 100;
const PAGE = 1_000;

/**
 * Verifies the chain of seals and every entry of one database, read-only, in pages: memory grows with the number of seals, not of entries.
 * Entries that appear meanwhile belong to no seal yet and are counted as such.
 */
export async function verifyAudit(store: VerifiedStore, { expected, signal }: VerifyOptions = {}): Promise<VerifiedAudit> {
  const problems: AuditProblem[] = [];
  const ends: SealEnd[] = [];
  let last: Seal | null = null;
  let first: Seal | null = null;
  let entries = 0;
  let restored = null as VerifiedAudit['restored'];
  const wasRestored = restoredPlaces(store);
  for await (const page of store.scan(SEALS_COLLECTION, { pageSize: PAGE })) {
    for (const document of page) {
      signal?.throwIfAborted();
      const seal = readSeal(document);
      problems.push(...checkChain(store.database, document.path, seal, last));
      if (expected?.n === seal.n && expected.hash !== seal.hash) {
        problems.push({ kind: 'seal', path: document.path, reason: `su hash es ${seal.hash}, y el registro dijo ${expected.hash}` });
      }
      const isNext = seal.n === (last?.n ?? 0) + 1;
      first ??= seal;
      const found = await checkEntries(store, { seal, firstSealAt: first.at, wasRestored, problems });
      // Entries of a missing seal are within the range of the next one; without its list nobody can say which entries belong to a seal.
      const present = isNext ? (found ?? Infinity) : Infinity;
      const place = readPlace(seal.to);
      if (place) ends.push({ n: seal.n, ...place, present });
      if (seal.restored) {
        const { of, problems: before } = seal.restored;
        const isSameRestore: boolean = restored?.of.getTime() === of.getTime();
        // A restore seals everything that exists once more.
        if (!isSameRestore) entries = 0;
        restored = { of, at: seal.at, entries: seal.count + (isSameRestore ? (restored?.entries ?? 0) : 0) };
        for (const problem of before)
          if (!problems.some(({ path }) => path === problem.path))
            problems.push({ ...problem, reason: `${problem.reason} (ya en el respaldo)` });
      }
      entries += seal.count;
      last = seal;
    }
  }
  if (expected && expected.n > (last?.n ?? 0)) {
    problems.push({ kind: 'seal', path: sealPath(expected.n), reason: 'falta, y el registro dijo su hash' });
  }
  const unexpected = await findUnexpectedEntries(store, { ends, firstSealAt: first?.at ?? null, signal });
  problems.push(...unexpected.problems.filter(({ path }) => !problems.some((known) => known.path === path)));
  const end = ends.at(-1);
  return {
    database: store.database,
    seals: ends.length,
    entries,
    unsealed: unexpected.unsealed,
    last,
    restored,
    sealedUntil: end ? new Date(Number(end.createdVersion / 1_000n)) : null,
    problems: problems.slice(0, PROBLEMS_MAX),
  };
}

/** Whether a seal is what was stored, and follows the one before. */
function checkChain(database: DatabaseName, path: string, seal: Seal, before: Seal | null): AuditProblem[] {
  const wrong = (reason: string): AuditProblem => ({ kind: 'seal', path, reason });
  const n = (before?.n ?? 0) + 1;
  if (path !== sealPath(seal.n) || seal.n > n) return [wrong(`antes falta ${sealPath(n)}`), ...checkHash(database, seal).map(wrong)];
  if (seal.n < n) return [wrong('está dos veces')];
  return [...checkHash(database, seal), ...(seal.prev === (before?.hash ?? '') ? [] : ['no sigue al sello anterior'])].map(wrong);
}

function checkHash(database: DatabaseName, seal: Seal): string[] {
  return sealHash(database, seal) === seal.hash ? [] : ['se alteró: su hash no corresponde a lo que dice'];
}

interface SealCheck {
  seal: Seal;
  firstSealAt: Date;
  wasRestored: ReturnType<typeof restoredPlaces>;
  /** Problems are appended here. */
  problems: AuditProblem[];
}

/** Compares the entries of a seal with its list. @returns how many of them are there; null without a list */
async function checkEntries(store: VerifiedStore, { seal, firstSealAt, wasRestored, problems }: SealCheck): Promise<number | null> {
  const list = await readSealedEntries(store, seal);
  if (!list) {
    problems.push({ kind: 'seal', path: listPath(seal.n), reason: 'la lista de sus entradas falta o se alteró' });
    return null;
  }
  let present = 0;
  // Seals of a restore list entries that older seals list too.
  const addProblems = (found: readonly AuditProblem[]) =>
    problems.push(...found.filter((problem) => !problems.some(({ path }) => path === problem.path)));
  const readPart = (start: number) => store.getMany(list.slice(start, start + PAGE).map(({ id }) => `${AUDIT_COLLECTION}/${id}`));
  let reading = readPart(0);
  for (let start = 0; start < list.length; start += PAGE) {
    const found = await reading;
    // The next part is read while this one is compared.
    reading = start + PAGE < list.length ? readPart(start + PAGE) : Promise.resolve([]);
    for (const [index, document] of found.entries()) {
      const entry = list[start + index];
      if (document) present += 1;
      if (!entry || problems.length >= PROBLEMS_MAX) continue;
      const path = `${AUDIT_COLLECTION}/${entry.id}`;
      if (!document) addProblems([{ kind: 'missing', path, reason: `el sello ${seal.n} la tiene` }]);
      else if (hashEntry(document) !== entry.hash)
        addProblems([{ kind: 'altered', path, reason: `no es la que tiene el sello ${seal.n}` }]);
      else {
        const contradictions = contradictionsIn(document, firstSealAt);
        if (contradictions.length > 0 && !(await wasRestored(document))) addProblems(contradictions);
      }
    }
  }
  return present;
}
