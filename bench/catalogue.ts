import type { MenuId } from '#server/domain/menu.ts';
import { MENU_IDS } from '#server/domain/menu.ts';
import { readPermissions } from '#server/domain/document-permissions.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { listVerbs } from '#server/lists/list-verbs.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { REPORTS } from '#server/registries.ts';
import { createReports } from '#server/reporting/create-reports.ts';
import { CURRENT_READ_MODEL } from '#server/testing/current-read-model.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { withDatabase, type Template } from './cluster.ts';
import { CATEGORIES, documentsOf, TYPES } from './digitized-documents.ts';
import { atMost, medianMs, type BenchOptions, type BenchResult } from './measure.ts';
import { fillLedger } from './reports.ts';
import { someServices } from '#server/testing/some-services.ts';

const SIZES = {
  full: { events: 5_000_000, documents: 1_000_000, others: 200_000 },
  quick: { events: 50_000, documents: 20_000, others: 2_000 },
};
const YEAR = { from: '2025-01-01', to: '2025-12-31' };
const YEAR_LIMIT_MS = 100;
/** For someone who may view half of the types: some 200,000 events are counted one by one (docs/decisions/050-types-of-events.md). */
const LINES_LIMIT_MS = 300;
const PAGE_LIMIT_MS = 50;
/** A page by number, behind thousands of rows that are read and skipped. */
const DEEP_PAGE_LIMIT_MS = 200;
const RUNS = 9;
/** Share of events that concern digitized documents; the others concern files. */
const DIGITIZED = 0.2;

/** Every report of a year with its charts, and pages of the event ledger, at the size of a big cooperative. */
export function benchCatalogue({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withDatabase(
    async ({ sql }) => [
      ...(await measureReports(sql)),
      ...(await measureFiltered(sql)),
      ...(await measureOpenings(sql)),
      ...(await measureLedger(sql)),
    ],
    bigCooperative({ quick }),
  );
}

/** The data of a big cooperative after three years. */
export function bigCooperative({ quick }: BenchOptions): Template {
  const size = quick ? SIZES.quick : SIZES.full;
  return {
    name: 'big_cooperative',
    from: documentsOf(size.documents),
    fill: async ({ sql }) => {
      await addOthers(sql, size.others);
      await fillLedger(sql, size.events, DIGITIZED);
    },
  };
}

/** Quotes, customers, packages, files and changes over three years. */
export async function addOthers(sql: Sql, count: number): Promise<void> {
  const at = `timestamptz '2023-12-01' + i * (interval '1096 days' / $1::float8)`;
  const statements = [
    `INSERT INTO cotizaciones (id, tipo, agencia, estado, monto, first_follow_up_at, waiting_since, "createdAt", source_version)
     SELECT 'q' || i, (ARRAY['prestamo', 'tarjeta_credito', 'otro'])[1 + i % 3], 'a' || i % 40, i % 3 = 0, i, CASE WHEN i % 2 = 0 THEN ${at} + i % 20 * interval '5 hours' END, ${at}, ${at}, 1
     FROM generate_series(1, $1::int) i`,
    `INSERT INTO clientes (id, nombre, agencia, "fechaAsociacion", "createdAt", source_version)
     SELECT 'c' || i, 'Persona ' || i, 'a' || i % 40, to_char(${at}, 'YYYY-MM-DD'), ${at}, 1 FROM generate_series(1, $1::int) i`,
    `INSERT INTO packages (id, code, "from", from_agency, "agencyId", status, "sendedAt", "resolutionAt", difference_count, "createdAt", source_version)
     SELECT 'p' || i, 'P' || i, 'u' || i % 400, 'a' || i % 40, 'a' || (i + 7) % 40, (ARRAY['SENT', 'ACCEPTED', 'ACCEPTED', 'REJECTED'])[1 + i % 4], ${at}, ${at} + i % 9 * interval '13 hours', i % 3, ${at}, 1
     FROM generate_series(1, $1::int) i`,
    `INSERT INTO auditoria (source_database, id, "user", action, "targetPath", "createdAt", source_version)
     SELECT (ARRAY['main', 'digitalization'])[1 + i % 2], 'x' || i, 'u' || i % 400, (ARRAY['REGISTRO CREADO', 'REGISTRO MODIFICADO'])[1 + i % 2], 'agencias/a', ${at}, 1 FROM generate_series(1, $1::int) i`,
    `INSERT INTO maletin_archivos (id, nombre, "carpetaId", "agenciaId", "userId", bytes, "createdAt", source_version)
     SELECT 'm' || i, 'Archivo ' || i, 'carpeta-' || i % 25, 'a' || i % 40, 'u' || i % 400, i, ${at}, 1 FROM generate_series(1, $1::int) i`,
  ];
  for (const statement of statements) await sql.query(statement, [count]);
  await sql.query('VACUUM ANALYZE cotizaciones, clientes, packages, auditoria, maletin_archivos');
}

const person = (change: Partial<Staff> = {}, menus: readonly MenuId[] = MENU_IDS) => testStaff({ pageSize: 25, ...change }, menus);
/** A clerk who may view the first `types` of the four hundred types; type `tN` belongs to category `cN mod 10`. */
function clerkOf(types: number): Staff {
  const view: Record<string, Record<string, string[]>> = {};
  for (let type = 0; type < types; type += 1) (view[`c${type % CATEGORIES}`] ??= {})[`t${type}`] = ['view'];
  return person({ role: 'digita', permissionSet: { id: 's', title: 'S', agencyScope: 'all', permissions: readPermissions(view) } });
}
const FEW = 2;
const HALF = TYPES / 2;

const servicesOf = (sql: Sql) =>
  someServices({
    sql,
    liveSettings: unchangedSettings({ cooperativeName: 'Bench' }),
    readModel: CURRENT_READ_MODEL,
  });

async function measureReports(sql: Sql): Promise<BenchResult[]> {
  const reports = createReports(servicesOf(sql));
  const results: BenchResult[] = [];
  for (const report of REPORTS)
    for (const by of (report.groupings ?? [{ id: '' }]).map(({ id }) => id)) {
      const params = new URLSearchParams({ ...YEAR, by });
      const run = () => reports.runReport({ actor: person(), report, params });
      const { count } = await run();
      results.push(atMost('Reports of a year', `${report.id} ${by} (${count} rows)`, await medianMs(RUNS, run), YEAR_LIMIT_MS));
    }
  return results;
}

/** Ids that exist in the tables, by filter name; each report uses the first one that gives it rows. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  agencyId: ['agencia-7', 'a3'],
  agencia: ['a3'],
  agenciaId: ['a3'],
  from_agency: ['a3'],
  userId: ['usuario-000010', 'p10', 'u10'],
  createdBy: ['p10'],
  user: ['u10'],
  folderId: ['carpeta-3'],
  carpetaId: ['carpeta-3'],
  categoryId: ['c3'],
  documentId: ['t43'],
};

/** Each filter alone; filters that give no rows are left out. */
async function measureFiltered(sql: Sql): Promise<BenchResult[]> {
  const reports = createReports(servicesOf(sql));
  const results: BenchResult[] = [];
  for (const report of REPORTS)
    for (const { select, options } of report.parameters)
      for (const value of options?.map((option) => option.value) ?? IDS[select.name] ?? []) {
        const params = new URLSearchParams({ ...YEAR, [select.name]: value });
        const run = () => reports.runReport({ actor: person(), report, params });
        const { count } = await run();
        if (count === 0) continue;
        const what = `${report.id} ${select.name}=${value} (${count} rows)`;
        results.push(atMost('Reports of a year, filtered', what, await medianMs(RUNS, run), YEAR_LIMIT_MS));
        break;
      }
  return results;
}

/** The report of openings for clerks who may view only some types: the roll-ups do not distinguish types. */
async function measureOpenings(sql: Sql): Promise<BenchResult[]> {
  const report = REPORTS.find(({ id }) => id === 'document-openings');
  if (!report) throw new Error('no report of openings');
  const reports = createReports(servicesOf(sql));
  const results: BenchResult[] = [];
  const measure = async (what: string, actor: Staff, asked: Record<string, string>, limit: number) => {
    const run = () => reports.runReport({ actor, report, params: new URLSearchParams({ ...YEAR, ...asked }) });
    const { count } = await run();
    results.push(atMost('Reports of a year', `${report.id} ${what} (${count} rows)`, await medianMs(RUNS, run), limit));
  };
  for (const by of ['person', 'kind', 'month']) {
    await measure(`${by}, for a clerk of ${FEW} types`, clerkOf(FEW), { by }, YEAR_LIMIT_MS);
    await measure(`${by}, for a clerk of ${HALF} types`, clerkOf(HALF), { by }, LINES_LIMIT_MS);
  }
  return results;
}

async function measureLedger(sql: Sql): Promise<BenchResult[]> {
  const { findPage } = listVerbs(FILE_EVENTS);
  const services = servicesOf(sql);
  const results: BenchResult[] = [];
  const measure = async (what: string, actor: Staff, search: string, limit = PAGE_LIMIT_MS) => {
    const run = () => findPage(services, { actor, params: new URLSearchParams(search) });
    const page = await run();
    results.push(atMost('Ledger', `${what} (${page.totalIsCapped ? 'more than ' : ''}${page.total})`, await medianMs(RUNS, run), limit));
    return page.next?.cursor ?? '';
  };
  const cursor = await measure('newest', person(), '');
  await measure('second page by cursor', person(), `cursor=${cursor}`);
  for (const search of [
    'kind=print',
    'userId=usuario-000000',
    'userId=usuario-000399',
    'fileId=archivo-00000000',
    'agencyId=agencia-7',
    'folderId=carpeta-3',
    'categoryId=c3',
    'categoryId=c3&kind=print',
    'categoryId=c3&userId=usuario-000010',
  ])
    await measure(search, person(), search);
  await measure('categoryId=c3&page=100', person(), 'categoryId=c3&page=100', DEEP_PAGE_LIMIT_MS);
  await measure('a year', person(), `from=${YEAR.from}&to=${YEAR.to}`);
  await measure('a print of a person in a year', person(), `kind=print&userId=usuario-000010&from=${YEAR.from}&to=${YEAR.to}`);
  for (const types of [FEW, HALF]) {
    await measure(`newest, for a clerk of ${types} types`, clerkOf(types), '');
    await measure(`documents, for a clerk of ${types} types`, clerkOf(types), 'area=digitalization');
  }
  return results;
}
