import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import type { DocumentStore } from '../ports/documents/document-store.ts';
import { storeAuditOnce, type Acting } from './write-audit.ts';

/** Rows that leave the portal for good, as a file or on paper. */
export interface LeavingRows extends Acting {
  /** What they are of, `exportaciones/<list>` or the document that keeps the file. */
  targetPath: string;
  title: string;
  /** Address of the same on a screen, with its filters. */
  url: string;
  /** The filters in words. */
  filters?: readonly string[];
  format: string;
  /** null when they were not counted. */
  rows: number | null;
}

/** All that leaves of one list or report has one target. */
export const leavingPath = (url: string) => `exportaciones/${url.slice(1).replace(':id', '*').replaceAll('/', '.')}`;

/**
 * Says that rows leave, before the first byte does: what cannot be told is not given. A person who takes the same again within the
 * hour is told once.
 */
export async function auditExport(
  store: Pick<DocumentStore, 'create'>,
  { actor, requestId, targetPath, title, url, filters = [], format, rows }: LeavingRows,
): Promise<void> {
  const newData = { title, url, ...(filters.length > 0 && { filters }), format, rows };
  const entry = { actor, requestId, action: AUDIT_ACTIONS.dataExported, targetPath, beforeData: null, newData };
  await storeAuditOnce(store, entry, [targetPath, url, format]);
}
