import { useEffect, useState } from 'react';
import type { DuplicateDocument } from '#server/features/digitalization/find-duplicates.ts';
import { createFileChecks } from '../files/check-file.ts';
import { DUPLICATES_URL } from './document-links.ts';

export type StoredTwin = DuplicateDocument & { url: string };

const checks = createFileChecks();

/** A document of the same content that the person may see; null while nobody can tell. Nothing is sent but the file's fingerprint. */
export function useDuplicate(file: File): StoredTwin | null {
  const [found, setFound] = useState<StoredTwin | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    findTwin(file, asking.signal).then(
      (twin) => {
        if (!asking.signal.aborted) setFound(twin);
      },
      () => undefined,
    );
    return () => asking.abort();
  }, [file]);
  return found;
}

async function findTwin(file: File, signal: AbortSignal): Promise<StoredTwin | null> {
  const sha256 = await checks.hash(file, signal);
  if (sha256 === '') return null;
  const response = await fetch(`${DUPLICATES_URL}?sha256=${sha256}`, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) return null;
  const { duplicates } = (await response.json()) as { duplicates: StoredTwin[] };
  return duplicates[0] ?? null;
}
