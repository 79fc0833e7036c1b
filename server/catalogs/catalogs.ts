import type { ListPage } from '../lists/list-page.ts';
import { listVerbs, type ChoicesCall } from '../lists/list-verbs.ts';
import type { ListCall } from '../lists/list.ts';
import { bind } from '../platform/bind.ts';
import { moveRecord, type MoveCall } from '../records/ordered-list.ts';
import { setActive } from '../records/set-active.ts';
import { createRecord } from './create-record.ts';
import { describeCatalog, type CatalogDescription } from './describe.ts';
import { catalogList, toListedRecord, type CatalogRow, type ListedRecord } from './catalog-list.ts';
import { readRecordForm, type RecordForm } from './form-input.ts';
import { getRecord } from './get-record.ts';
import { openRecords, type CatalogCall, type CatalogServices } from './record.ts';
import { describeForScreens } from './references.ts';
import { definitionOf, type AnyCatalogId } from './registry.ts';
import { updateRecord } from './update-record.ts';

/** One page of a catalog's list; JSON for the browser. */
export type CatalogPage = Omit<ListPage<CatalogRow>, 'rows'> & { rows: ListedRecord[] };

type OpenCall = CatalogCall<AnyCatalogId>;
type Catalogued = OpenCall & { id: string };
type Selected = OpenCall & { ids: readonly string[] };

/** Labels, columns and constraints for the browser; no data, so no permission. */
const describe = (_services: CatalogServices, catalog: AnyCatalogId): CatalogDescription => describeCatalog(definitionOf(catalog));

const readForm = (_services: CatalogServices, catalog: AnyCatalogId, form: FormData): RecordForm =>
  readRecordForm(definitionOf(catalog), form);

/** As setActive. */
async function activate(services: CatalogServices, call: Selected, isActive: boolean): Promise<void> {
  await setActive(services, openRecords(call).kind, { ...call, isActive });
}

const listOf = ({ catalog }: CatalogCall) => listVerbs(catalogList(definitionOf(catalog)));

async function findRecords(services: CatalogServices, call: CatalogCall & ListCall): Promise<CatalogPage> {
  const page = await listOf(call).findPage(services, call);
  return { ...page, rows: page.rows.map((row) => toListedRecord(definitionOf(call.catalog), row)) };
}

/**
 * The verbs of all catalogs: `portal.catalogs`. Each checks the person's permission itself; see its own file for shapes
 * and errors, and server/records for activation and order.
 */
export function createCatalogs(services: CatalogServices) {
  return bind(services, {
    describe,
    /** The same with the choices of reference fields and the next place. */
    describeForScreens,
    readForm,
    findRecords,
    findListChoices: (given: CatalogServices, call: CatalogCall & ChoicesCall) => listOf(call).findChoices(given, call),
    exportRecords: (given: CatalogServices, call: CatalogCall & ListCall) => listOf(call).exportRows(given, call),
    getRecord,
    createRecord,
    updateRecord,
    moveRecord: async (given: CatalogServices, call: OpenCall & Pick<MoveCall, 'id' | 'to'>) =>
      moveRecord(given, openRecords(call).kind, call),
    deactivateRecord: (given: CatalogServices, { id, ...call }: Catalogued) => activate(given, { ...call, ids: [id] }, false),
    restoreRecord: (given: CatalogServices, { id, ...call }: Catalogued) => activate(given, { ...call, ids: [id] }, true),
    deactivateRecords: (given: CatalogServices, call: Selected) => activate(given, call, false),
    restoreRecords: (given: CatalogServices, call: Selected) => activate(given, call, true),
  });
}

export type Catalogs = ReturnType<typeof createCatalogs>;
