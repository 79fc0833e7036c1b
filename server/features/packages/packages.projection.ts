import { differencesText, isPackageState, packageContentText } from '../../domain/package-states.ts';
import { searchedMoment } from '../../domain/search.ts';
import { NO_STATE } from '../../domain/state-names.ts';
import { GENERIC_COLUMNS, genericColumns, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { expectationsOf, searchTextOf, typesOf, wordOf } from '../../read-model/table.ts';
import { tableColumns } from '../../records/record-fields.ts';
import { PACKAGES_COLLECTION, readPackage, seenBySender, STORED_FIELDS, type PackageFacts } from './package.ts';

const COLUMNS = { ...tableColumns(STORED_FIELDS), status: wordOf('packageStatus') };

/** Packages of documents between agencies. Lower-case names are no fields of the document (docs/data-model.md). */
export const packagesProjection: Projection<Omit<PackageFacts, 'hasUnreadLines' | 'id'> & GenericColumns & { search_text: string }> = {
  database: 'digitalization',
  collection: PACKAGES_COLLECTION,
  table: 'packages',
  expects: expectationsOf(COLUMNS),
  columns: {
    ...typesOf(COLUMNS),
    ...GENERIC_COLUMNS,
    code: 'text',
    from_agency: 'text',
    detailOfPackage: 'jsonb',
    extras: 'jsonb',
    line_count: 'integer',
    checked_count: 'integer',
    difference_count: 'integer',
    search_text: 'text',
  },
  project(document) {
    const facts = readPackage(document);
    const { id: _id, hasUnreadLines: _unread, ...row } = facts;
    const generic = genericColumns(document);
    // Both sides search the same text: with the findings in it, the sender could guess them word by word before they are shown.
    const texts = searchedTexts(seenBySender(facts));
    return { ...row, ...generic, search_text: searchTextOf({ keys: [row.code], texts }, generic) };
  },
  probes: [
    { status: 'SENT', detailOfPackage: [{ document: 'Pagaré', verdict: 'MISSING', note: 'No venía' }], extras: [{ document: 'Acta' }] },
    { detailOfPackage: { 0: { document: 'Pagaré' }, 1: { document: 'Acta' } } },
  ],
};

function searchedTexts(row: PackageFacts): string[] {
  return [
    // Known states are found by their names, which may change, so the lists join those.
    ...(isPackageState(row.status) ? [] : [row.status || NO_STATE]),
    packageContentText(row),
    differencesText(row.difference_count),
    searchedMoment(row.sendedAt),
    searchedMoment(row.resolutionAt),
    row.note,
    row.rejectReason,
    ...[...row.detailOfPackage, ...row.extras].flatMap(({ document, note }) => [document, note]),
  ];
}
