import { writeAudit } from '../records/write-audit.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import type { CatalogDefinition } from './definition.ts';
import { openCatalog, recordNotFound, recordPath, type CatalogCall, type CatalogServices } from './record.ts';

/** As many as a list page shows. */
const BULK_MAX = 100;

/** Soft delete (isActive false) with its audit entry; repeating it changes nothing. Errors: `forbidden`, `not-found`. */
export async function deactivateRecord(services: CatalogServices, call: CatalogCall & { id: string }): Promise<void> {
  await setActive(services, call, [call.id], false);
}

/** The way back from deactivateRecord, with the same errors. */
export async function restoreRecord(services: CatalogServices, call: CatalogCall & { id: string }): Promise<void> {
  await setActive(services, call, [call.id], true);
}

export interface BulkCall extends CatalogCall {
  /** At most 100; more is `invalid-input`. */
  ids: readonly string[];
}

/** All or none of the records, in one transaction. Errors as for one record; the first one found names it. */
export async function deactivateRecords(services: CatalogServices, call: BulkCall): Promise<void> {
  await setActive(services, call, call.ids, false);
}

export async function restoreRecords(services: CatalogServices, call: BulkCall): Promise<void> {
  await setActive(services, call, call.ids, true);
}

async function setActive(services: CatalogServices, call: CatalogCall, ids: readonly string[], isActive: boolean): Promise<void> {
  const definition = openCatalog(call);
  const paths = requirePaths(definition, ids);
  await services.documents[definition.database].transaction(async (tx) => {
    const documents = await tx.getMany(paths);
    for (const [index, path] of paths.entries()) {
      const stored = documents[index];
      if (!stored) throw recordNotFound(definition, path.slice(definition.id.length + 1));
      const wasActive = stored.data['isActive'] !== false;
      if (wasActive === isActive) continue;
      tx.update(path, { isActive }, { ifVersion: stored.version });
      writeAudit(tx, {
        actor: call.actor,
        action: isActive ? AUDIT_ACTIONS.recordRestored : AUDIT_ACTIONS.recordDeactivated,
        targetPath: path,
        beforeData: { isActive: wasActive },
        newData: { isActive },
        at: new Date(),
        requestId: call.requestId,
      });
    }
  });
  await services.readModel.projectNow(definition.database, paths);
}

function requirePaths(definition: CatalogDefinition, ids: readonly string[]): string[] {
  const paths = [...new Set(ids)].map((id) => recordPath(definition, id));
  if (paths.length > 0 && paths.length <= BULK_MAX) return paths;
  const { gender, singular, plural } = definition.noun;
  throw new AppError('invalid-input', `${paths.length} records in one bulk action`, {
    userMessage:
      paths.length === 0
        ? `Seleccione al menos ${gender === 'f' ? 'una' : 'un'} ${singular}.`
        : `Seleccione hasta ${BULK_MAX} ${plural} a la vez.`,
  });
}
