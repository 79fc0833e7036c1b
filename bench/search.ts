import { createPortal, type Portal } from '#server/portal.ts';
import { loadConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { readStateNames } from '#server/domain/constants.ts';
import { MENU_IDS } from '#server/domain/menu.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { normalizeForSearch } from '#server/domain/normalize.ts';
import { searchedMoment, searchText } from '#server/domain/search.ts';
import { formatDate } from '#server/domain/dates.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { withDemo } from './demo.ts';
import { atMost, isTrue, medianMs, type BenchOptions, type BenchResult } from './measure.ts';

const GROUP = 'search of everything';
const DEMO_MS = 60;
const FILLED_MS = 150;
const LETTER_MS = 1_500;
const ROWS = { full: 1_000_000, quick: 20_000 };
const RUNS = 15;

/** A person who may see everything, so that every list is searched. */
const ACTOR: Staff = {
  id: 'bench',
  name: 'Bench',
  email: 'bench@demo.coop',
  role: 'admin',
  roleTitle: 'Administrador',
  agencyId: 'agencia-01',
  menus: new Set(MENU_IDS),
  folders: 'all',
  permissionSetId: '',
  permissionSet: null,
  pageSize: 25,
  stateNames: readStateNames({}),
  theme: 'system',
  sessionId: 'bench',
};

/** The queries of Ctrl K, over the demo and then with a million files more. */
export function benchSearch({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withDemo(async ({ environment, sql }) => {
    const portal = await createPortal(loadConfig(environment), createLog({ level: 'silent', process: 'bench' }));
    try {
      await sql.query('VACUUM ANALYZE');
      const demo = await measure(portal, await questions(sql), 'demo', DEMO_MS);
      const rows = quick ? ROWS.quick : ROWS.full;
      await addFiles(sql, rows);
      return [...demo, ...(await measure(portal, await questions(sql), `${rows} files`, FILLED_MS))];
    } finally {
      await portal.close();
    }
  });
}

/** Typed texts, by what must be found. */
async function questions(sql: Sql): Promise<Record<string, string>> {
  const { rows: customers } = await sql.query<{ codigo: string; nombre: string; telefono: string }>(
    `SELECT codigo, nombre, telefono FROM clientes WHERE nombre ~ '[áéíóúñ]' AND "isActive" ORDER BY id DESC LIMIT 1`,
  );
  const { rows: quotes } = await sql.query<{ monto: number; createdAt: Date }>(
    `SELECT monto, "createdAt" FROM cotizaciones WHERE monto > 1000 AND "isActive" ORDER BY id LIMIT 1`,
  );
  const [customer, quote] = [customers[0], quotes[0]];
  if (!customer || !quote) throw new Error('the demo has no customer or quote to look for');
  return {
    code: customer.codigo,
    'part of a name without accents': normalizeForSearch(customer.nombre).split(' ').slice(0, 2).join(' '),
    amount: formatQuetzales(quote.monto),
    date: formatDate(quote.createdAt),
    phone: customer.telefono.replace(/\D/g, ''),
  };
}

async function measure(portal: Portal, asked: Readonly<Record<string, string>>, where: string, limit: number): Promise<BenchResult[]> {
  const search = (q: string) => portal.search.findEverything({ actor: ACTOR, q, cookies: null });
  const results: BenchResult[] = [];
  for (const [what, q] of Object.entries(asked)) {
    const { groups } = await search(q);
    results.push(
      isTrue(
        GROUP,
        `by ${what}: found, ${where}`,
        groups.some(({ close }) => !close),
      ),
    );
    results.push(atMost(GROUP, `by ${what}, ${where}`, await medianMs(RUNS, () => search(q)), limit));
  }
  const others = {
    'one wrong letter': 'documentu',
    'nothing to be found': 'wqxzjkv',
    'two letters': 'do',
    'two letters within words': 'um',
    'two letters that hardly stand anywhere': 'wq',
    'a word of every file': 'documento',
  };
  for (const [what, q] of Object.entries(others))
    results.push(atMost(GROUP, `${what}, ${where}`, await medianMs(RUNS, () => search(q)), FILLED_MS));
  // A single letter is in no index; a letter that few rows contain is searched for in all rows.
  results.push(atMost(GROUP, `one letter, ${where}`, await medianMs(RUNS, () => search('w')), LETTER_MS));
  return results;
}

/** Files that refer to the demo's folders, types, agencies and people, with the search text that the projection would compute. */
async function addFiles(sql: Sql, count: number): Promise<void> {
  // The projection's own search text for one file, made into a pattern for the parts that differ between files.
  const pattern = searchText(
    ['pdf', 'PDF', '1.25 MB', 'application/pdf', searchedMoment('2026-05-12T18:00:00Z')],
    ['Documento de prueba 77.pdf'],
  );
  const [before = '', between = '', after = ''] = pattern.split(/77|:12052026/);
  await sql.query(
    `WITH known AS (SELECT array(SELECT id FROM maletin_carpetas ORDER BY id) AS folders, array(SELECT id FROM maletin_tipos_documento ORDER BY id) AS types,
       array(SELECT id FROM agencias ORDER BY id) AS agencies, array(SELECT id FROM usuarios ORDER BY id) AS people)
     INSERT INTO maletin_archivos (id, nombre, "carpetaId", "tipoDocumentoId", "agenciaId", "userId", "contentType", bytes, "createdAt", source_version, search_text)
     SELECT 'bench' || i, 'Documento de prueba ' || i || '.pdf', folders[1 + i % cardinality(folders)], types[1 + i % cardinality(types)],
       agencies[1 + i % cardinality(agencies)], people[1 + i % cardinality(people)], 'application/pdf', 1000 + i,
       timestamptz '2020-01-01' + i * interval '3 minutes', 1,
       $2 || i || $3 || to_char(timestamptz '2020-01-01' + i * interval '3 minutes', ':DDMMYYYY') || $4
     FROM known, generate_series(1, $1) i`,
    [count, before, between, after],
  );
  await sql.query('VACUUM ANALYZE maletin_archivos');
}
