import { packageCode } from '../../domain/package-code.ts';
import { DIFFERENCES, differencesText, isPackageState, packageContentText } from '../../domain/package-states.ts';
import { searchedMoment } from '../../domain/search.ts';
import { NO_STATE } from '../../domain/state-names.ts';
import { readId } from '../../read-model/field-readers.ts';
import { isPlainMap } from '../../documents/document-values.ts';
import type { Fields } from '../../documents/document-store.ts';
import { COUNT, defineTable, ID, MARK, TEXT, TIME, type Column } from '../../read-model/table.ts';
import { readExtras, readLines } from './package-lines.ts';

const count = (of: (data: Fields) => number): Column<number> => ({ ...COUNT, read: of });

/** What list, record and table have in common (docs/data-model.md). Lower-case names are no fields of the document. */
export const PACKAGE_COLUMNS = {
  from: ID,
  // The agency from which it was sent, whatever became of the person.
  from_agency: { type: 'text', read: ({ fromUser }) => (isPlainMap(fromUser) ? readId(fromUser, 'agency') : '') },
  agencyId: ID,
  userAssign: ID,
  status: TEXT,
  sended: MARK,
  sendedAt: TIME,
  resolutionAt: TIME,
  needReassign: MARK,
  digitalizationId: ID,
  detailOfPackage: { type: 'jsonb', read: readLines },
  extras: { type: 'jsonb', read: readExtras },
  note: TEXT,
  rejectReason: TEXT,
  resolvedBy: ID,
  differencesSeenAt: TIME,
  line_count: count((data) => readLines(data).length),
  checked_count: count((data) => readLines(data).filter(({ verdict }) => verdict !== '').length),
  // Also what came besides.
  difference_count: count(
    (data) => readLines(data).filter(({ verdict }) => DIFFERENCES.includes(verdict)).length + readExtras(data).length,
  ),
} as const satisfies Parameters<typeof defineTable>[1];

export const PACKAGES_COLLECTION = 'PACKAGES';

const table = defineTable(
  PACKAGES_COLLECTION,
  PACKAGE_COLUMNS,
  (row, { id }) => ({
    keys: [packageCode(id)],
    texts: [
      // What is called something is found by that name, which may change: the lists join it.
      ...(isPackageState(row.status) ? [] : [row.status || NO_STATE]),
      packageContentText(row),
      differencesText(row.difference_count),
      searchedMoment(row.sendedAt),
      searchedMoment(row.resolutionAt),
      row.note,
      row.rejectReason,
      ...row.detailOfPackage.flatMap(({ document, note }) => [document, note]),
      ...row.extras.flatMap(({ document, note }) => [document, note]),
    ],
  }),
  'digitalization',
);

/** Packages of documents between agencies. The code follows from the id, so packages of other programs have one too. */
export const packagesProjection = {
  ...table,
  table: 'packages',
  columns: { ...table.columns, code: 'text' },
  project: (document) => ({ ...table.project(document), code: packageCode(document.id) }),
} satisfies typeof table & { columns: { code: 'text' } };
