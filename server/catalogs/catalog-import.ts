import type { ListImport } from '../lists/list-import.ts';
import { isDocumentId } from '../platform/document-id.ts';
import { setActive } from '../records/set-active.ts';
import { openRecords, recordPath, toRecord } from './record.ts';
import { describeForScreens } from './references.ts';
import { CATALOGS, type CatalogId } from './registry.ts';
import { createRecord, updateRecord } from './save-record.ts';
import { askingFields } from './touched.ts';
import { describeAppVisibility } from './describe-app-visibility.ts';

/** Imports records of any catalog from a spreadsheet, by the fields of its form; the title field is the key. */
export function catalogImport(catalog: CatalogId): ListImport {
  const { definition } = CATALOGS[catalog];
  const { id: table, database, titleField, fields } = definition;
  const importedFields = fields.filter(({ kind }) => kind !== 'creation-day');
  return {
    table,
    database,
    fields: importedFields,
    key: titleField,
    async describe(services, { actor }) {
      const described = await describeForScreens(services, { actor, catalog });
      return described.fields.filter(({ kind }) => kind !== 'creation-day');
    },
    async find({ documents }, ids) {
      const found = await documents[database].getMany(ids.filter(isDocumentId).map((id) => recordPath(definition, id)));
      return new Map(found.flatMap((document) => (document ? [[document.id, toRecord(definition, document)] as const] : [])));
    },
    save: (services, { actor, requestId, id, version, base, values, formToken, isConfirmed }) =>
      id === null
        ? createRecord(services, { actor, requestId, catalog, values, formToken })
        : updateRecord(services, {
            actor,
            requestId,
            catalog,
            id,
            ifVersion: version,
            base,
            values,
            ...(isConfirmed && { confirmed: askingFields(definition) }),
          }),
    tell: (services, { actor, ids }) => describeAppVisibility(services, { actor, catalog, ids }),
    remove: (services, { id, ...call }) => {
      const { kind } = openRecords({ ...call, catalog });
      return setActive(services, kind, { ...call, ids: [id], isActive: false });
    },
  };
}
