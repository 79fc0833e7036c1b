import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_CELLS } from '#app/screens/audit/AuditList.tsx';
import { FILE_CELLS } from '#app/screens/briefcase/BriefcaseList.tsx';
import { CATALOG_CELLS } from '#app/screens/catalogs/catalog-cells.tsx';
import { DOCUMENT_CELLS } from '#app/screens/documents/DocumentList.tsx';
import { drawColumns, type OwnCells } from '#app/screens/lists/cells.tsx';
import { RECEIVED_CELLS, SENT_CELLS } from '#app/screens/packages/PackageLists.tsx';
import { PRODUCT_CELLS, SERVICE_CELLS } from '#app/screens/catalogs/products/service-lists.tsx';
import { QUOTE_CELLS } from '#app/screens/quotes/QuoteList.tsx';
import { EVENT_CELLS } from '#app/screens/reports/FileEvents.tsx';
import { RUN_CELLS } from '#app/screens/snapshots/RunList.tsx';
import { SCHEDULE_CELLS } from '#app/screens/snapshots/ScheduleList.tsx';
import { longDate } from '#app/ui/short-dates.tsx';
import { CATALOGS, type CatalogId } from '#server/catalogs/registry.ts';
import { readPermissions } from '#server/domain/document-permissions.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { rightsOf } from '#server/staff/rights.ts';
import { testEditor } from '#server/testing/test-staff.ts';
import type { Cell } from '#server/lists/columns.ts';
import type { ListPage } from '#server/lists/list-page.ts';
import type { ListCall } from '#server/lists/list.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { RUNS_COLLECTION } from '#server/features/snapshots/run-document.ts';
import { REGISTRIES } from '#server/registries.ts';
import { useTestWeb } from '../http/test-web.ts';
import { putRecords } from './records.ts';

const SEARCHED_LISTS = REGISTRIES.lists.flatMap(({ searched }) => searched ?? []);

const web = useTestWeb();
const actor: Staff = {
  // The person that the records call `uno`: creator of the packages, which go to the person's own agency.
  ...testEditor({ id: 'uno', agencyId: 'central' }),
  folders: 'all',
  permissionSet: {
    id: 's',
    title: 'S',
    agencyScope: 'all',
    permissions: readPermissions({ legal: { escritura: ['view'] }, otra: { otro: ['view'] } }),
  },
};

/** A list as somebody sees it: its verb, and the cells that its screen renders itself. */
interface SeenList {
  find: (call: ListCall) => Promise<Pick<ListPage<object>, 'cells' | 'columns' | 'list'> & { rows: readonly { id: string }[] }>;
  own?: OwnCells<never>;
}

interface SeenRow {
  id: string;
  row: object;
  /** Rendered text of the cells, by column name. */
  texts: Readonly<Record<string, string>>;
  html: readonly string[];
}

/** The rows of a list, each column rendered as on the screen. */
async function see({ find, own = {} }: SeenList): Promise<SeenRow[]> {
  // Sorted by creation, since lists with an order of their own leave a column out.
  const { rows, cells, columns, list } = await find({ actor, params: new URLSearchParams({ sort: 'createdAt' }) });
  const drawn = drawColumns(columns, list.recordsUrl, own as OwnCells<{ id: string; cells: readonly Cell[] }>);
  return rows.map((row, at) => {
    const html = drawn.map(({ cell }) => renderToStaticMarkup(<>{cell({ ...row, cells: cells[at] ?? [] }, '')}</>));
    return { id: row.id, row, html, texts: Object.fromEntries(columns.map(({ name }, place) => [name, textOf(html[place] ?? '')])) };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x27|\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim();

const CELLS: Partial<Record<CatalogId, OwnCells<never>>> = {
  productos_servicios: SERVICE_CELLS,
  productos_servicios_productos: PRODUCT_CELLS,
};
/** Parent record of lists below one. */
const ABOVE: Partial<Record<CatalogId, string>> = {
  productos_servicios_productos: 'prestamos',
  productos_servicios_fotos: 'activos_extraordinarios',
};

function catalogList(id: CatalogId): SeenList {
  const { catalogs } = web.portal;
  const parentId = ABOVE[id];
  return {
    find: (call) => catalogs.findRecords({ ...call, catalog: id, parentId }),
    own: CELLS[id] ?? CATALOG_CELLS,
  };
}

const LISTS: Readonly<Record<string, () => SeenList>> = {
  auditoria: () => ({ find: web.portal.auditTrail.findEntries, own: AUDIT_CELLS }),
  file_events: () => ({ find: web.portal.fileEvents.findEvents, own: EVENT_CELLS }),
  clientes: () => ({ find: web.portal.customers.findCustomers }),
  cotizaciones: () => ({ find: web.portal.quotes.findQuotes, own: QUOTE_CELLS }),
  documentos: () => ({ find: web.portal.digitalization.findDocuments, own: DOCUMENT_CELLS }),
  maletin_archivos: () => ({ find: web.portal.briefcase.findFiles, own: FILE_CELLS }),
  packages: () => ({ find: web.portal.packages.findSentPackages, own: SENT_CELLS }),
  packages_received: () => ({ find: web.portal.packages.findReceivedPackages, own: RECEIVED_CELLS }),
  permisos_documentos: () => ({ find: web.portal.permissionSets.findSets }),
  reportes_ejecuciones: () => ({ find: web.portal.snapshots.findRuns, own: RUN_CELLS }),
  reportes_programados: () => ({ find: web.portal.snapshots.findSchedules, own: SCHEDULE_CELLS }),
  usuarios: () => ({ find: web.portal.users.findUsers }),
  ...Object.fromEntries((Object.keys(CATALOGS) as CatalogId[]).map((id) => [id, () => catalogList(id)])),
};

/** A picture's cell has no text: it is found by its address. */
const isPicture = (kind: string, column: string) =>
  CATALOGS[kind as CatalogId]?.definition.fields.some(
    (field) => field.name === column && (field.kind === 'image' || field.kind === 'links'),
  );
const addressIn = (row: object, column: string) => String([row[column as keyof typeof row]].flat()[0] ?? '');

const PAIRS_TRIED = 12;

const MASKED = new Set(['clientes.telefono', 'clientes.dpi']);

const idsOf = async (list: SeenList, q: string) =>
  (await list.find({ actor, params: new URLSearchParams({ q, pageSize: '100' }) })).rows.map(({ id }) => id);

beforeAll(async () => {
  await putRecords(web.portal);
  // A run is visible to people who may see as much as those when it ran.
  await web.portal.sql.query(`UPDATE reportes_ejecuciones SET readers = jsonb_build_object('uno', $1::text)`, [rightsOf(actor)]);
  // The row of the signed-in administrator was inserted without its projection.
  await web.portal.sql.query(`DELETE FROM usuarios WHERE id = $1`, [web.administrator.id]);
});

it('every searchable list is covered', () => {
  // Global search leaves out audit, event ledger and runs: it would find each record again for every change, opening or run.
  expect(Object.keys(LISTS).sort()).toEqual(
    [...SEARCHED_LISTS.map(({ kind }) => kind), 'auditoria', FILE_EVENTS.source.table, RUNS_COLLECTION].sort(),
  );
});

describe.each(Object.keys(LISTS))('the list of %s', (kind) => {
  const list = () => LISTS[kind]?.() ?? { find: () => Promise.reject(new Error('no list')) };

  it('finds a row by the text of each of its cells', async () => {
    const rows = await see(list());
    expect(rows.length).toBeGreaterThan(0);
    const missed: string[] = [];
    for (const name of Object.keys(rows[0]?.texts ?? {})) {
      const say = ({ row, texts }: SeenRow) => (isPicture(kind, name) ? addressIn(row, name) : (texts[name] ?? ''));
      const texts = rows.map((row) => ({ id: row.id, text: say(row) })).filter(({ text }) => text !== '');
      // A masked value shows its last characters, and is found by the whole.
      if (MASKED.has(`${kind}.${name}`)) continue;
      if (texts.length === 0) missed.push(`${name}: no row shows anything`);
      for (const { id, text } of texts) {
        if (!(await idsOf(list(), text)).includes(id)) missed.push(`${name}: «${text}» does not find ${id}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('finds a row by two letters inside a word that it shows', async () => {
    const rows = await see(list());
    const texts = rows.flatMap(({ id, texts }) => Object.values(texts).map((text) => ({ id, text })));
    const within = texts.flatMap(({ id, text }) => [...text.matchAll(/(?<=\p{L})\p{L}{2}(?=\p{L})/gu)].map(([pair]) => ({ id, pair })));
    const tried = [...new Map(within.map((one) => [one.pair.toLowerCase(), one])).values()].slice(0, PAIRS_TRIED);
    expect(tried.length).toBeGreaterThan(2);
    const missed: string[] = [];
    for (const { id, pair } of tried) if (!(await idsOf(list(), pair)).includes(id)) missed.push(`«${pair}» does not find ${id}`);
    expect(missed).toEqual([]);
  });

  it('can show every short date in the long format', async () => {
    const cells = (await see(list())).flatMap(({ html }) => html);
    const short = cells.filter((html) => /(?<!\d)\d{1,2}\/\d{1,2}\/\d{4}/.test(html.replace(/<[^>]*>/g, '')));
    const longOf = (html: string) => longDate({ dateTime: /<time datetime="([^"]*)"/i.exec(html)?.[1] ?? '' });
    expect(short.filter((html) => !/^\d{1,2} de [a-z]+ de \d{4}/.test(longOf(html)))).toEqual([]);
  });

  it('finds nothing for a text that no row shows', async () => {
    expect(await idsOf(list(), 'wqxzjk')).toEqual([]);
  });
});

it('rounds a decimal cell on its decimal digits, as the file does', () => {
  const [column] = drawColumns([{ name: 'median', label: 'Mediana', as: 'decimal', decimals: 1 }], null, {});
  expect(column?.cell({ id: 'a', cells: [0.15] }, '')).toBe('0.2');
});
