import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { AUDIT_URL } from '#server/features/audit/audit-list.ts';
import { FILES } from '#server/features/briefcase/file-list.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { CONTENT_HEALTH_URL } from '#server/domain/content-findings.ts';
import { CUSTOMERS } from '#server/features/customers/customer-list.ts';
import { DOCUMENTS } from '#server/features/documents/document-list.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from '#server/features/packages/package-lists.ts';
import { USERS } from '#server/features/people/user-list.ts';
import { PERMISSION_SETS } from '#server/features/roles/set-list.ts';
import { QUOTES } from '#server/features/quotes/quote-list.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { RUNS_URL } from '#server/features/snapshots/run-list.ts';
import { SCHEDULES_URL } from '#server/features/snapshots/schedule-list.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { atMost, type BenchResult } from './measure.ts';

const PUBLIC = path.join(import.meta.dirname, '../public');
const ROWS = 25;
const HTML_KB = 60;
const PRELOADS = 12;
const DATA_KB = 60;
const SCRIPT_KB = 90;
/** A page that consists of the shell only. */
const BARE_PAGE = '/no-existe';
const DOCUMENT = `${DOCUMENTS.url}/documento-0001`;
/** The script chunk that a document's page loads dynamically. */
const VIEWER = /^ShownDocument-.*\.js$/;

/** Every list that has a page of its own. */
const LISTS = [
  ...Object.values(CATALOGS).map(({ definition }) => definition.listUrl),
  ...[FILES, CUSTOMERS, DOCUMENTS, PACKAGES_SENT, PACKAGES_RECEIVED, PERMISSION_SETS, QUOTES, FILE_EVENTS, USERS].map(({ url }) => url),
  AUDIT_URL,
  CONTENT_HEALTH_URL,
  RUNS_URL,
  SCHEDULES_URL,
].filter((url) => !url.includes(':'));

export const asKilobytes = (value: number) => `${value.toFixed(1)} KB`;

/** Page sizes of every list with 25 rows, and of a digitized document. */
export async function weighPages(group: string, { url, headers, sql }: { url: string; headers: Record<string, string>; sql: Sql }) {
  await fillLists(sql);
  const read = async (address: string) => {
    const response = await fetch(url + address, { headers: { ...headers, accept: 'text/html' } });
    return { address, html: await response.text(), status: response.status };
  };
  const pages = [];
  for (const list of LISTS) pages.push(await read(`${list}?pageSize=${ROWS}`));
  const short = pages.filter(({ html }) => rowsOf(html) < ROWS);
  if (short.length > 0)
    throw new Error(`fewer than ${ROWS} rows: ${short.map(({ address, html }) => `${address} ${rowsOf(html)}`).join(', ')}`);
  const document = await read(DOCUMENT);
  const bare = await read(BARE_PAGE);
  const heaviest = highest(pages, ({ html }) => kilobytesOf(html));
  const widest = highest([...pages, document], ({ html }) => preloadsOf(html).length);
  const data = await read(`${DOCUMENT}.data`);
  return [
    atMost(
      group,
      `HTML of ${LISTS.length} lists with ${ROWS} rows, the heaviest (${heaviest.address})`,
      kilobytesOf(heaviest.html),
      HTML_KB,
      asKilobytes,
    ),
    atMost(group, `module preloads of a page, the most (${widest.address})`, preloadsOf(widest.html).length, PRELOADS, String),
    atMost(group, 'data of a digitized document', kilobytesOf(data.html), DATA_KB, asKilobytes),
    atMost(
      group,
      'script of its own of a digitized document, as it is stored',
      await ownScript(document.html, bare.html),
      SCRIPT_KB,
      asKilobytes,
    ),
  ] satisfies BenchResult[];
}

/** Copies records where the demo has fewer than 25; not roles, which are also the options of a filter. */
async function fillLists(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('roles', 'permisos_rol')
       AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('id', 'source_version')) = 2`,
  );
  for (const { name } of rows)
    await sql.query(
      `INSERT INTO "${name}" SELECT (jsonb_populate_record(one, jsonb_build_object('id', (one).id || '-' || i))).*
       FROM (SELECT row AS one FROM "${name}" row LIMIT 1) first, generate_series(1, ${ROWS}) i WHERE (SELECT count(*) FROM "${name}") <= ${ROWS} ON CONFLICT DO NOTHING`,
    );
}

const kilobytesOf = (text: string) => Buffer.byteLength(text) / 1024;
const rowsOf = (html: string) => /<tbody>.*?<\/tbody>/s.exec(html)?.[0].match(/<tr/g)?.length ?? 0;
const preloadsOf = (html: string) => [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href = '']) => href);

function highest<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item {
  return items.reduce((most, item) => (valueOf(item) > valueOf(most) ? item : most));
}

/** Kilobytes of the modules that the page loads in addition to the shell's, including its viewer. */
async function ownScript(html: string, bareHtml: string): Promise<number> {
  const shared = new Set(preloadsOf(bareHtml));
  const viewer = (await readdir(path.join(PUBLIC, 'build/_shared'))).find((name) => VIEWER.test(name));
  if (!viewer) throw new Error('the viewer of documents has no script of its own any more');
  const waiting = [...preloadsOf(html), `/build/_shared/${viewer}`];
  const own = new Map<string, string>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (shared.has(address) || own.has(address)) continue;
    const script = await readFile(path.join(PUBLIC, address), 'utf8');
    own.set(address, script);
    waiting.push(...[...script.matchAll(/(?:from|import)"(\/build\/[^"]+)"/g)].map(([, imported = '']) => imported));
  }
  return [...own.values()].reduce((sum, script) => sum + kilobytesOf(script), 0);
}
