import { writeAudit } from '../records/write-audit.ts';
import { newDocumentId } from '../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { idFromFormToken } from '../records/form-token.ts';
import type { CatalogDefinition, CatalogValues } from './definition.ts';
import { creationValues, differingFields, readStoredValues, validateNewValues } from './record-values.ts';
import { requireReferences } from './references.ts';
import { openCatalog, recordConflict, recordPath, type CatalogCall, type CatalogServices } from './record.ts';

export interface CreateRecordCall extends CatalogCall {
  /** Typed values by stored field name; fields left out take their initial value. */
  values: Readonly<Record<string, unknown>>;
  /** Made once per form: sent twice (double click, retry after a lost answer) it stores one record. '' for none. */
  formToken: string;
}

/**
 * Stores a new record with its audit entry. Errors: `forbidden`, `invalid-input` (errors by field), `conflict` when the
 * form was saved before with other values (CatalogConflict).
 */
export async function createRecord(services: CatalogServices, call: CreateRecordCall): Promise<{ id: string }> {
  const definition = openCatalog(call);
  const values = validateNewValues(definition, call.values);
  const id = idFromFormToken({ actor: call.actor, collection: definition.id }, call.formToken) ?? newDocumentId();
  await storeOnce(services, call, definition, id, values);
  await services.readModel.projectNow(definition.database, [recordPath(definition, id)]);
  return { id };
}

/** The transaction holds on to the path from the read on, also while nothing is there: of two at once the second sees the first. */
async function storeOnce(
  services: CatalogServices,
  call: CreateRecordCall,
  definition: CatalogDefinition,
  id: string,
  values: CatalogValues,
): Promise<void> {
  const path = recordPath(definition, id);
  await services.documents[definition.database].transaction(async (tx) => {
    const existing = await tx.get(path);
    if (existing) {
      const stored = readStoredValues(definition, existing.data);
      const submitted = { ...stored, ...values };
      if (differingFields(definition, stored, submitted).length > 0)
        throw recordConflict(definition, existing, submitted, { ownForm: true });
      return;
    }
    await requireReferences(tx, definition, values);
    const at = new Date();
    const created = { ...values, ...creationValues(definition, at) };
    tx.create(path, created);
    writeAudit(tx, {
      actor: call.actor,
      action: AUDIT_ACTIONS.recordCreated,
      targetPath: path,
      beforeData: null,
      newData: created,
      at,
      requestId: call.requestId,
    });
  });
}
