import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_COLUMNS } from '#app/screens/audit/AuditList.tsx';
import { FILE_COLUMNS } from '#app/screens/briefcase/BriefcaseList.tsx';
import { catalogColumns, describeList, type ListParts } from '#app/screens/catalog/columns.tsx';
import { DOCUMENT_COLUMNS } from '#app/screens/documents/DocumentList.tsx';
import { CUSTOMER_COLUMNS } from '#app/screens/customers/CustomerList.tsx';
import { SENT_COLUMNS } from '#app/screens/packages/SentList.tsx';
import { RECEIVED_COLUMNS } from '#app/screens/reception/received-columns.tsx';
import { SET_COLUMNS } from '#app/screens/permission-sets/SetList.tsx';
import { PRODUCT_LIST, SERVICE_LIST } from '#app/screens/products/service-lists.tsx';
import { EVENT_COLUMNS } from '#app/screens/reports/FileEvents.tsx';
import { QUOTE_COLUMNS } from '#app/screens/quotes/QuoteList.tsx';
import { RUN_COLUMNS } from '#app/screens/snapshots/RunList.tsx';
import { SCHEDULE_COLUMNS } from '#app/screens/snapshots/ScheduleList.tsx';
import { USER_COLUMNS } from '#app/screens/users/UserList.tsx';
import { CATALOGS, type CatalogId } from '#server/catalogs/registry.ts';
import { readPermissions } from '#server/domain/document-permissions.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { rightsOf } from '#server/staff/rights.ts';
import { testEditor } from '#server/testing/test-staff.ts';
import type { ListCall } from '#server/lists/list.ts';
import { AUDIT } from '#server/features/audit-trail/audit-list.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { RUNS_COLLECTION } from '#server/features/snapshots/runs.projection.ts';
import { SEARCHED_LISTS } from '#server/registries.ts';
import { useTestWeb } from '../http/test-web.ts';
import { putRecords } from './records.ts';

const web = useTestWeb();
const actor: Staff = {
  // Whoever the records call `uno` began the packages, which go to their own agency.
  ...testEditor({ id: 'uno', agencyId: 'central' }),
  folders: 'all',
  permissionSet: {
    id: 's',
    title: 'S',
    agencyScope: 'all',
    permissions: readPermissions({ legal: { escritura: ['view'] }, otra: { otro: ['view'] } }),
  },
};

/** A list as somebody sees it: its verb, and the columns of its screen. */
interface SeenList {
  find: (call: ListCall) => Promise<{ rows: readonly { id: string }[] }>;
  columns: readonly { name: string; draw: (row: never) => string; html: (row: never) => string }[];
}

interface Column<Row> {
  name: string;
  fields: readonly (keyof Row & string)[];
  cell?: ((row: Row, back: string) => ReactNode) | undefined;
}

/** What a cell says. */
function drawn<Row>({ name, fields: [field], cell }: Column<Row>) {
  const html = (row: Row) => renderToStaticMarkup(<>{cell ? cell(row, '') : String((field && row[field]) ?? '')}</>);
  return { name, html, draw: (row: Row) => textOf(html(row)) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x27|\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim();

const PARTS: Partial<Record<CatalogId, ListParts>> = { productos_servicios: SERVICE_LIST, productos_servicios_productos: PRODUCT_LIST };
/** The record above of lists that lie under one. */
const ABOVE: Partial<Record<CatalogId, string>> = {
  productos_servicios_productos: 'prestamos',
  productos_servicios_fotos: 'activos_extraordinarios',
};

function catalogList(id: CatalogId): SeenList {
  const { catalogs } = web.portal;
  const parentId = ABOVE[id];
  return {
    find: (call) => catalogs.findRecords({ ...call, catalog: id, parentId }),
    columns: catalogColumns(describeList(catalogs.describe(id, parentId)), PARTS[id]).map(drawn),
  };
}

const LISTS: Readonly<Record<string, () => SeenList>> = {
  auditoria: () => ({ find: web.portal.auditTrail.findEntries, columns: AUDIT_COLUMNS.map(drawn) }),
  file_events: () => ({ find: web.portal.fileEvents.findEvents, columns: EVENT_COLUMNS.map(drawn) }),
  clientes: () => ({ find: web.portal.customers.findCustomers, columns: CUSTOMER_COLUMNS.map(drawn) }),
  cotizaciones: () => ({ find: web.portal.quotes.findQuotes, columns: QUOTE_COLUMNS.map(drawn) }),
  documentos: () => ({ find: web.portal.digitalization.findDocuments, columns: DOCUMENT_COLUMNS.map(drawn) }),
  maletin_archivos: () => ({ find: web.portal.briefcase.findFiles, columns: FILE_COLUMNS.map(drawn) }),
  packages: () => ({ find: web.portal.packages.findSentPackages, columns: SENT_COLUMNS.map(drawn) }),
  packages_received: () => ({ find: web.portal.packages.findReceivedPackages, columns: RECEIVED_COLUMNS.map(drawn) }),
  permisos_documentos: () => ({ find: web.portal.permissionSets.findSets, columns: SET_COLUMNS.map(drawn) }),
  reportes_ejecuciones: () => ({ find: web.portal.snapshots.findShownRuns, columns: RUN_COLUMNS.map(drawn) }),
  reportes_programados: () => ({ find: web.portal.snapshots.findShownSchedules, columns: SCHEDULE_COLUMNS.map(drawn) }),
  usuarios: () => ({ find: web.portal.users.findUsers, columns: USER_COLUMNS.map(drawn) }),
  ...Object.fromEntries((Object.keys(CATALOGS) as CatalogId[]).map((id) => [id, () => catalogList(id)])),
};

/** A picture's cell says nothing: it is found by its address. */
const isPicture = (kind: string, column: string) =>
  CATALOGS[kind as CatalogId]?.definition.fields.some(
    (field) => field.name === column && (field.kind === 'image' || field.kind === 'links'),
  );
const addressIn = (row: object, column: string) => String([row[column as keyof typeof row]].flat()[0] ?? '');

const PAIRS_TRIED = 12;

const idsOf = async (list: SeenList, q: string) =>
  (await list.find({ actor, params: new URLSearchParams({ q, pageSize: '100' }) })).rows.map(({ id }) => id);

beforeAll(async () => {
  await putRecords(web.portal);
  // What a run shows is for who may see as much as when it ran.
  await web.portal.sql.query(`UPDATE reportes_ejecuciones SET readers = jsonb_build_object('uno', $1::text)`, [rightsOf(actor)]);
  // The row of who signed in was made without its projection.
  await web.portal.sql.query(`DELETE FROM usuarios WHERE id = $1`, [web.administrator.id]);
});

it('looks at every list that there is', () => {
  // The search of everything leaves audit, ledger and runs alone: it would find each record once more for every change, opening or run.
  expect(Object.keys(LISTS).sort()).toEqual(
    [...SEARCHED_LISTS.map(({ kind }) => kind), AUDIT.source.table, FILE_EVENTS.source.table, RUNS_COLLECTION].sort(),
  );
});

describe.each(Object.keys(LISTS))('the list of %s', (kind) => {
  const list = () => LISTS[kind]?.() ?? { find: () => Promise.reject(new Error('no list')), columns: [] };

  it('finds a row by what each of its cells shows', async () => {
    const { find, columns } = list();
    const { rows } = await find({ actor, params: new URLSearchParams() });
    expect(rows.length).toBeGreaterThan(0);
    const missed: string[] = [];
    for (const { name, draw } of columns) {
      const say = (row: { id: string }) => (isPicture(kind, name) ? addressIn(row, name) : draw(row as never));
      const texts = rows.map((row) => ({ id: row.id, text: say(row) })).filter(({ text }) => text !== '');
      if (texts.length === 0) missed.push(`${name}: no row shows anything`);
      for (const { id, text } of texts) {
        if (!(await idsOf({ find, columns }, text)).includes(id)) missed.push(`${name}: «${text}» does not find ${id}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('finds a row by two letters from within a word that it shows', async () => {
    const { find, columns } = list();
    const { rows } = await find({ actor, params: new URLSearchParams() });
    const texts = rows.flatMap((row) => columns.map(({ draw }) => ({ id: row.id, text: draw(row as never) })));
    const within = texts.flatMap(({ id, text }) => [...text.matchAll(/(?<=\p{L})\p{L}{2}(?=\p{L})/gu)].map(([pair]) => ({ id, pair })));
    const tried = [...new Map(within.map((one) => [one.pair.toLowerCase(), one])).values()].slice(0, PAIRS_TRIED);
    expect(tried.length).toBeGreaterThan(2);
    const missed: string[] = [];
    for (const { id, pair } of tried)
      if (!(await idsOf({ find, columns }, pair)).includes(id)) missed.push(`«${pair}» does not find ${id}`);
    expect(missed).toEqual([]);
  });

  it('says every short date in the long format too', async () => {
    const { find, columns } = list();
    const { rows } = await find({ actor, params: new URLSearchParams() });
    const cells = rows.flatMap((row) => columns.map(({ name, html }) => ({ name, html: html(row as never) })));
    const short = cells.filter(({ html }) => /(?<!\d)\d{1,2}\/\d{1,2}\/\d{4}/.test(html.replace(/<[^>]*>/g, '')));
    expect(short.filter(({ html }) => !/<time [^>]*title="\d{1,2} de [a-z]+ de \d{4}/.test(html))).toEqual([]);
  });

  it('finds nothing by what no row shows', async () => {
    expect(await idsOf(list(), 'wqxzjk')).toEqual([]);
  });
});
