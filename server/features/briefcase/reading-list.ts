import { canOpen } from '../../domain/permissions.ts';
import { READING_STATES, READINGS_URL } from '../../domain/readings.ts';
import { declareColumns } from '../../lists/columns.ts';
import type { DeclaredList } from '../../lists/declared-list.ts';
import { optionFilter, recordFilter } from '../../lists/filters.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { exportList, listVerbs } from '../../lists/list-verbs.ts';
import type { List, ListCall } from '../../lists/list.ts';
import { MAIL_COLUMN } from '../../lists/record-columns.ts';
import { trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { AGENCIES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { readForScreen, type Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { Services } from '../../services.ts';
import { visibleFolders, visibleTo } from './access.ts';
import { fileUrl } from './file-list.ts';
import { READING_NOUN, READINGS_COLLECTION, readingsOf, type ReadingRow } from './reading-rows.ts';

const STATES = Object.entries(READING_STATES).map(([value, label]) => ({ value, label }));

/** Who must read which file and who did, in the folders that the person opens. `relation` comes from readingsOf. */
function readingList(relation: SqlFragment): List<ReadingRow> {
  return {
    menu: 'briefcase-reports',
    url: READINGS_URL,
    noun: READING_NOUN,
    source: {
      table: READINGS_COLLECTION,
      relation,
      select:
        't.id, t."fileId", t.nombre, t."carpetaId", t."userId", t.person, t.email, t."agencyId", t."agencyName", t.opens, t.hasta, t.motivo, t."openedAt", t."readAt", t.state',
      named: [
        { column: 'fileId', table: 'maletin_archivos', name: 'nombre' },
        { column: 'userId', ...PEOPLE },
        { column: 'agencyId', ...AGENCIES },
      ],
    },
    columns: declareColumns([
      { name: 'nombre', label: 'Archivo', as: 'name', look: 'cut', width: 42, sort: { type: 'text' } },
      { name: 'person', label: 'Quién debe leerlo', look: 'cut', phone: 'bare', from: 'sm', width: 28, sort: { type: 'text' } },
      { name: 'agencyName', label: 'Agencia', look: 'cut', from: 'lg', width: 24 },
      { name: 'state', label: 'Estado', look: 'nowrap', width: 20, value: (row) => READING_STATES[row.state] },
      { name: 'hasta', label: 'Leer hasta', kind: 'date', look: 'nowrap', width: 12, sort: { type: 'text' } },
      { name: 'openedAt', label: 'Abierto', kind: 'datetime', look: 'nowrap', from: 'xl' },
      { name: 'readAt', label: 'Confirmado', kind: 'datetime', look: 'nowrap', from: 'md' },
      { name: 'motivo', label: 'Motivo', look: 'cut', optional: true, width: 36 },
      MAIL_COLUMN,
      { title: 'Código', isId: true, value: (row) => row.fileId },
    ]),
    sortable: { createdAt: { type: 'timestamptz' } },
    usualSort: () => 'hasta',
    filters: [
      optionFilter({ name: 'state', label: 'Estado', all: 'Estado: todos', options: STATES }),
      recordFilter({ name: 'agencyId', label: 'Agencia', all: 'Agencia: todas', records: AGENCIES }),
      recordFilter({ name: 'userId', label: 'Persona', all: 'Persona: todas', place: 'more', records: PEOPLE }),
      recordFilter({
        name: 'carpetaId',
        label: 'Carpeta',
        all: 'Carpeta: todas',
        place: 'more',
        records: FOLDERS,
        visible: visibleFolders,
      }),
    ],
    // People who may not open a file need not read it.
    access: (actor) => [trusted('t.opens'), visibleTo(actor)],
    hit: { title: (row) => row.nombre },
    sheet: { title: 'Lecturas obligatorias', file: 'lecturas-obligatorias' },
  };
}

const openList = async (read: Read) => readingList(await readingsOf(read));
/** The options of its filters, which do not depend on who must read what. */
const { findChoices } = listVerbs(readingList(trusted('(SELECT)')));

/** A row of the report; JSON for the browser. */
export type ListedReading = Listed<ReadingRow> & {
  /** The page of the file, for people who have the screen. */
  href: string | null;
};

/** Errors: `forbidden`. */
export async function findReadings(
  services: Services,
  call: ListCall,
): Promise<Omit<ListPage<ReadingRow>, 'rows'> & { rows: ListedReading[] }> {
  const page = await readForScreen(services.sql, async (read) => readListPage(read, await openList(read), call));
  const hrefOf = (fileId: string) => (canOpen(call.actor, 'briefcase-files') ? fileUrl(fileId) : null);
  return { ...page, rows: page.rows.map((row) => ({ ...row, href: hrefOf(row.fileId) })) };
}

export const READINGS: DeclaredList = {
  url: READINGS_URL,
  open: async (services, call) => exportList(services, await readForScreen(services.sql, openList), call),
  findChoices,
  asked: { menu: 'briefcase-reports', noun: READING_NOUN, open: ({ sql }) => readForScreen(sql, openList) },
};
