import type { StoredDocument } from '../../ports/documents/document-store.ts';
import type { AuditProblem } from './seal.ts';

/** How far the time that an entry states may be from when it was stored: transactions wait, clocks differ. */
const CREATED_AT_TOLERANCE_MS = 60_000;
const AT_TOLERANCE_MS = 300_000;

/** Problems that an entry shows by itself. Entries from before the first seal have none: they may be imports of any shape. */
export function contradictionsIn(document: StoredDocument, firstSealAt: Date | null): AuditProblem[] {
  if (!firstSealAt || document.createdVersion <= micros(firstSealAt)) return [];
  const problem = contradiction(document);
  return problem ? [{ ...problem, path: document.path }] : [];
}

/** What the entry alone shows not to be as the portal stored it: entries are written once, at the time that they state. */
function contradiction({ data, version, createdVersion }: StoredDocument): Omit<AuditProblem, 'path'> | null {
  if (version !== createdVersion) return { kind: 'altered', reason: `se escribió de nuevo el ${moment(version)}` };
  const apart = (field: string, tolerance: number) => {
    const value = data[field];
    return !(value instanceof Date) || Math.abs(value.getTime() - Number(createdVersion / 1_000n)) > tolerance;
  };
  const field = apart('createdAt', CREATED_AT_TOLERANCE_MS) ? 'createdAt' : apart('at', AT_TOLERANCE_MS) ? 'at' : null;
  return field && { kind: 'inserted', reason: `se guardó el ${moment(createdVersion)}, y su ${field} dice otra cosa` };
}

function moment(version: bigint): string {
  return new Date(Number(version / 1_000n)).toISOString();
}

function micros(date: Date): bigint {
  return BigInt(date.getTime()) * 1_000n;
}
