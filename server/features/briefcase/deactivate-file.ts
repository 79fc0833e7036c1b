import { writeAudit } from '../../records/write-audit.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { fileMissing, filePath, requireBriefcase, requireFolder, type BriefcaseCall, type BriefcaseServices } from './access.ts';

/** As many as a list page shows. */
const BULK_MAX = 100;

/** Soft delete (isActive false) with its audit entry; the bytes stay. Repeating it changes nothing. Errors: `forbidden`, `not-found`. */
export async function deactivateFile(
  services: BriefcaseServices,
  { id, ...call }: BriefcaseCall & { id: string },
): Promise<{ nombre: string }> {
  const [nombre = ''] = await setActive(services, call, [id], false);
  return { nombre };
}

/** The way back from deactivateFile, with the same errors. */
export async function restoreFile(
  services: BriefcaseServices,
  { id, ...call }: BriefcaseCall & { id: string },
): Promise<{ nombre: string }> {
  const [nombre = ''] = await setActive(services, call, [id], true);
  return { nombre };
}

export interface BulkFileCall extends BriefcaseCall {
  /** At most 100; none, or more, is `invalid-input`. */
  ids: readonly string[];
}

/** All or none of the files, in one transaction. Errors as for one file. */
export async function deactivateFiles(services: BriefcaseServices, { ids, ...call }: BulkFileCall): Promise<void> {
  await setActive(services, call, ids, false);
}

/** The way back from deactivateFiles, with the same errors. */
export async function restoreFiles(services: BriefcaseServices, { ids, ...call }: BulkFileCall): Promise<void> {
  await setActive(services, call, ids, true);
}

/** @returns the names of the files */
async function setActive(services: BriefcaseServices, call: BriefcaseCall, ids: readonly string[], isActive: boolean): Promise<string[]> {
  requireBriefcase(call.actor);
  const chosen = requireSome(ids);
  const paths = chosen.map(filePath);
  const names = await services.documents.main.transaction(async (tx) => {
    const documents = await tx.getMany(paths);
    return chosen.map((id, index) => {
      const stored = documents[index];
      const path = filePath(id);
      if (!stored) throw fileMissing(id);
      const { carpetaId, nombre } = stored.data;
      requireFolder(call.actor, typeof carpetaId === 'string' ? carpetaId : '', id);
      const wasActive = stored.data['isActive'] !== false;
      if (wasActive !== isActive) {
        tx.update(path, { isActive }, { ifVersion: stored.version });
        writeAudit(tx, {
          actor: call.actor,
          action: isActive ? AUDIT_ACTIONS.briefcaseFileRestored : AUDIT_ACTIONS.briefcaseFileDeactivated,
          targetPath: path,
          beforeData: { isActive: wasActive },
          newData: { isActive },
          at: new Date(),
          requestId: call.requestId,
        });
      }
      return typeof nombre === 'string' ? nombre : '';
    });
  });
  await services.readModel.projectNow('main', paths);
  return names;
}

function requireSome(ids: readonly string[]): string[] {
  const chosen = [...new Set(ids)];
  if (chosen.length > 0 && chosen.length <= BULK_MAX) return chosen;
  throw new AppError('invalid-input', `${chosen.length} files in one bulk action`, {
    userMessage: chosen.length === 0 ? 'Seleccione al menos un archivo.' : `Seleccione hasta ${BULK_MAX} archivos a la vez.`,
  });
}
