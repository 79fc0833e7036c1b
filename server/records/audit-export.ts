import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import { documentIdOf } from '../documents/document-id.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { storeAudit, type Acting } from './write-audit.ts';

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

/**
 * Says that rows leave, before the first byte does: what cannot be told is not given. A person who takes the same again within the
 * hour is told once, so that clicks and a program that repeats itself do not bury what matters.
 */
export async function auditExport(
  store: Pick<DocumentStore, 'create'>,
  { actor, requestId, targetPath, title, url, filters = [], format, rows }: LeavingRows,
): Promise<void> {
  const at = new Date();
  const newData = { title, url, ...(filters.length > 0 && { filters }), format, rows };
  const id = documentIdOf(JSON.stringify([actor.id, targetPath, url, format, at.toISOString().slice(0, 13)]));
  const entry = { actor, requestId, action: AUDIT_ACTIONS.dataExported, targetPath, beforeData: null, newData, at, id };
  await storeAudit(store, entry).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  });
}
