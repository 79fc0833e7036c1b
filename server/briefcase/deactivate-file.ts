import { writeAudit } from '../audit/write-audit.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { fileMissing, filePath, requireBriefcase, requireFolder, type BriefcaseCall, type BriefcaseServices } from './access.ts';

/** Soft delete (isActive false) with its audit entry; the bytes stay. Repeating it changes nothing. Errors: `forbidden`, `not-found`. */
export async function deactivateFile(services: BriefcaseServices, call: BriefcaseCall & { id: string }): Promise<{ nombre: string }> {
  return setActive(services, call, false);
}

/** The way back from deactivateFile, with the same errors. */
export async function restoreFile(services: BriefcaseServices, call: BriefcaseCall & { id: string }): Promise<{ nombre: string }> {
  return setActive(services, call, true);
}

async function setActive(services: BriefcaseServices, call: BriefcaseCall & { id: string }, isActive: boolean): Promise<{ nombre: string }> {
  requireBriefcase(call.actor);
  const path = filePath(call.id);
  const nombre = await services.documents.main.transaction(async (tx) => {
    const stored = await tx.get(path);
    if (!stored) throw fileMissing(call.id);
    const { carpetaId, nombre: name } = stored.data;
    requireFolder(call.actor, typeof carpetaId === 'string' ? carpetaId : '', call.id);
    const wasActive = stored.data['isActive'] !== false;
    if (wasActive !== isActive) {
      tx.update(path, { isActive }, { ifVersion: stored.version });
      writeAudit(tx, {
        actor: call.actor, action: isActive ? AUDIT_ACTIONS.briefcaseFileRestored : AUDIT_ACTIONS.briefcaseFileDeactivated, targetPath: path,
        beforeData: { isActive: wasActive }, newData: { isActive }, at: new Date(), ...(call.requestId ? { requestId: call.requestId } : {}),
      });
    }
    return typeof name === 'string' ? name : '';
  });
  await services.readModel.projectNow('main', [path]);
  return { nombre };
}
