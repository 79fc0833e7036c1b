/** Addresses that the portal gives to its own files and pictures; names as newAssetKey makes them, so that no other program's count. */
const OWN_ADDRESS =
  /(?:\/digitalization\/asset\?filename=|\/media\/)([A-Za-z0-9][A-Za-z0-9_-]{0,60}-\d{6}-[A-Za-z0-9]{20}\.[a-z0-9]{1,10})/g;
/** Entries quote documents as they were. */
const AUDIT = /^auditoria/;

/** Which files of the portal the documents of a backup name, and which of them it lacks. */
export function createNamedFiles() {
  const missing = new Set<string>();
  return {
    /** @param line the document as a line of the backup */
    readDocument(path: string, line: string): void {
      if (AUDIT.test(path)) return;
      for (const [, key = ''] of line.matchAll(OWN_ADDRESS)) missing.add(key);
    },
    found: (key: string): void => void missing.delete(key),
    countMissing: (): number => missing.size,
  };
}
