import type { CreationPlace } from './document-store.ts';

/** Creation order: by created version, then by path as bytes. Positive when the first argument comes later. */
export function compareCreation(a: CreationPlace, b: CreationPlace): number {
  if (a.createdVersion !== b.createdVersion) return a.createdVersion < b.createdVersion ? -1 : 1;
  return a.path === b.path ? 0 : Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}
