import { findSaver } from '../../records/find-saver.ts';
import { writeAudit } from '../../records/write-audit.ts';
import type { DocumentStore, DocumentTransaction, Fields, StoredDocument } from '../../documents/document-store.ts';
import type { AuditAction } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';

export interface SettingsWrite {
  store: DocumentStore;
  path: string;
  actor: Staff;
  requestId?: string;
  action: AuditAction;
  /** Version that the person saw; '' when there was no document. */
  ifVersion: string;
  /** Fields as they shall be. */
  wanted: Fields;
}

/** `details` of the `conflict` AppError. */
export interface SettingsConflict {
  /** Fields as stored now. */
  stored: Fields;
  /** Goes back with the form to save over them. */
  version: string;
}

/**
 * Stores one settings document with its audit entry. A save that changes nothing (also one repeated after a lost answer)
 * succeeds without writing. Errors: `conflict` (SettingsConflict) when the document is not what the person saw.
 */
export async function saveSettingsDocument({ store, path, actor, requestId, action, ifVersion, wanted }: SettingsWrite): Promise<void> {
  await store.transaction(async (tx) => {
    const stored = await tx.get(path);
    const changed = Object.keys(wanted).filter((name) => !isSame(stored?.data[name], wanted[name]));
    if (stored && changed.length === 0) return;
    if (String(stored?.version ?? '') !== ifVersion) throw await settingsConflict(tx, { stored, path, actor });
    const pick = (data: Fields | undefined): Fields => Object.fromEntries(changed.map((name) => [name, data?.[name] ?? null]));
    if (stored) tx.update(path, pick(wanted), { ifVersion: stored.version });
    else tx.create(path, wanted);
    writeAudit(tx, {
      actor,
      action,
      targetPath: path,
      beforeData: stored ? pick(stored.data) : null,
      newData: stored ? pick(wanted) : wanted,
      at: new Date(),
      requestId,
    });
  });
}

/** Both stores may give the fields of a map in another order than they were written. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

async function settingsConflict(
  tx: DocumentTransaction,
  { stored, path, actor }: { stored: StoredDocument | null; path: string; actor: Staff },
): Promise<AppError> {
  const saver = stored && (await findSaver(tx, stored, actor));
  const who = saver?.isActor ? 'Usted guardó otros cambios en otra ventana' : `${saver?.name || 'Otra persona'} guardó otros cambios`;
  const details: SettingsConflict = { stored: stored?.data ?? {}, version: String(stored?.version ?? '') };
  return new AppError('conflict', `${path} has version ${details.version}`, {
    userMessage: `${who} mientras usted escribía. Compare y guarde de nuevo si quiere conservar los suyos.`,
    details: { ...details },
  });
}
