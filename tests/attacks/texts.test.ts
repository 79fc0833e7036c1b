import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { useDemoProcesses, type Person } from '../e2e/demo-portal.ts';
import { describeBounds } from './bounds.contract.ts';
import { startTally, type Tally } from './tally.ts';
import { complaints, SILENCE_MS, WATCHED, watchWeb, type Attack, type WatchedWeb } from './watched-web.ts';

const MB = 1024 * 1024;
const GROWTH_LIMIT_MB = 200;
const SYNC_MS = 30_000;
/** Garbage collection may coincide with one try; a real block of the portal happens every time. */
const RETRIES = 2;

const blanks = (length: number) => '+'.repeat(length);
/** Two combining accents alternating over one letter, percent-encoded: twelve bytes for two characters. */
const accents = (bytes: number) => `a${'%CC%81%CC%A3'.repeat(bytes / 12)}`;
const emptyFields = (bytes: number) => 'a=&'.repeat(bytes / 3);
const manyNames = (bytes: number) =>
  Array.from({ length: bytes / 10 }, (_, index) => `n${index}=x&`)
    .join('')
    .slice(0, bytes);

interface Case {
  what: string;
  statuses: readonly number[];
  /** The sender: nobody signed in, a person, or a system with the API token. */
  as?: Person | 'api';
  attack: Attack;
}

const form = (path: string, body: string): Attack => ({ path, method: 'POST', body });
const json = (path: string, value: unknown, method = 'POST'): Attack => ({
  path,
  method,
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

const WITHOUT_SESSION: readonly Case[] = [
  ...['/login', '/login.data', '/reset-password', '/reset-password.data', '/logout', '/LOGIN'].map((path) => ({
    what: `a megabyte of empty fields to ${path}`,
    statuses: [413],
    attack: form(path, emptyFields(MB)),
  })),
  { what: '16 KB of empty fields to /login', statuses: [413], attack: form('/login', emptyFields(16_000)) },
  { what: '15 KB of blanks as an e-mail', statuses: [400], attack: form('/login', `password=x&email=${blanks(15_000)}`) },
  { what: '15 KB of accents as a password', statuses: [400, 401], attack: form('/login', `email=a%40b.gt&password=${accents(15_000)}`) },
  { what: '15 KB of accents as an e-mail', statuses: [400], attack: form('/reset-password', `email=${accents(15_000)}`) },
  {
    what: '15 KB as where to go',
    statuses: [400, 401],
    attack: form('/login', `email=a%40b.gt&password=x&redirectTo=/${'%20'.repeat(5_000)}`),
  },
  {
    what: 'a form in parts',
    statuses: [400],
    attack: {
      ...form('/login', `--a\r\n${'Content-Disposition: form-data; name="a"\r\n\r\n\r\n--a\r\n'.repeat(280)}`),
      headers: { 'Content-Type': 'multipart/form-data; boundary=a' },
    },
  },
  { what: 'a form of unknown size', statuses: [400], attack: { ...form('/login', 'a=b'), headers: { 'Transfer-Encoding': 'chunked' } } },
  { what: 'an address of 9 KB', statuses: [400], attack: { path: `/login?redirectTo=/${'%20'.repeat(3_000)}` } },
  { what: 'an address of 8 KB', statuses: [200], attack: { path: `/login?redirectTo=/${'%20'.repeat(2_600)}` } },
  {
    what: 'headers of 15 KB',
    statuses: [200],
    attack: {
      path: '/login',
      headers: { 'User-Agent': `Mac${' OS'.repeat(1_500)}`, 'Accept-Language': 'es,'.repeat(1_500), Cookie: 'menu=;'.repeat(800) },
    },
  },
  { what: 'headers over 16 KB', statuses: [431], attack: { path: '/login', headers: { 'User-Agent': ' x'.repeat(10_000) } } },
  { what: 'a host with an impossible port', statuses: [400], attack: { path: '/login', headers: { Host: 'localhost:99999' } } },
  { what: 'a megabyte to the API without its token', statuses: [401], attack: json('/api/users', `"${'a'.repeat(MB)}"`) },
];

const AGENCY = '/locations/list-agencies/new';
const editor = (what: string, attack: Attack, statuses: readonly number[] = [400]): Case => ({ what, as: 'editor', attack, statuses });
const admin = (what: string, attack: Attack, statuses: readonly number[] = [400]): Case => ({ what, as: 'admin', attack, statuses });
const api = (what: string, attack: Attack, statuses: readonly number[] = [400]): Case => ({ what, as: 'api', attack, statuses });
const NEARLY_MB = 1_000_000;
/** A cursor built for the list's sort order, with a moment that does not exist. */
const cursor = (moment: string) => Buffer.from(JSON.stringify([2, 1, 'createdAt', 0, [moment, 'x']])).toString('base64url');

const SIGNED_IN: readonly Case[] = [
  { what: 'a megabyte as preferences', as: 'reportes', statuses: [413], attack: form('/preferences', emptyFields(NEARLY_MB)) },
  { what: 'blanks as a telephone', as: 'reportes', statuses: [400], attack: form('/account', `intent=phone&phone=${blanks(NEARLY_MB)}`) },
  { what: 'accents as a telephone', as: 'reportes', statuses: [400], attack: form('/account', `intent=phone&phone=${accents(NEARLY_MB)}`) },
  {
    what: 'accents as a new password',
    as: 'reportes',
    statuses: [400],
    attack: form('/account', `intent=password&currentPassword=a&newPassword=${accents(450_000)}&repeated=${accents(450_000)}`),
  },
  { what: 'fields that nobody asked for', as: 'reportes', statuses: [413], attack: form('/account', manyNames(NEARLY_MB)) },
  { what: 'a search of 8 KB', as: 'reportes', statuses: [200], attack: { path: `/buscar?q=${accents(8_000)}` } },
  { what: 'clicks of a megabyte', as: 'reportes', statuses: [400, 413], attack: json('/clicks', `"${' '.repeat(NEARLY_MB)}"`) },
  editor('a megabyte of empty fields', form(AGENCY, emptyFields(NEARLY_MB)), [413]),
  editor('2,000 different fields', form(AGENCY, manyNames(19_000))),
  editor('more than a megabyte', form(AGENCY, `nombre=${blanks(MB)}`), [413]),
  editor('blanks as pictures', form(AGENCY, `nombre=A&fotos=${blanks(NEARLY_MB)}`)),
  editor('blanks and a letter as pictures', form(AGENCY, `nombre=A&fotos=${blanks(NEARLY_MB)}x`)),
  editor('300,000 lines as pictures', form(AGENCY, `nombre=A&fotos=${'a%0A'.repeat(NEARLY_MB / 4)}`)),
  editor('90,000 lines as pictures', form(AGENCY, `nombre=A&fotos=${'a%0A'.repeat(90_000)}`)),
  editor('accents as a name', form(AGENCY, `nombre=${accents(NEARLY_MB)}`)),
  editor('accents as opening hours', form(AGENCY, `nombre=A&horarios=${accents(NEARLY_MB)}`)),
  editor('hours of a megabyte', form(AGENCY, `nombre=A&horarios=Lunes${'+a'.repeat(NEARLY_MB / 2)}`)),
  editor(
    'as many accents as a text may bring',
    form(AGENCY, ['nombre', 'direccion', 'horarios', 'operaciones'].map((name) => `${name}=${accents(13_000)}`).join('&')),
  ),
  editor('digits as a latitude', form(AGENCY, `nombre=A&latitud=${'9'.repeat(NEARLY_MB)}`)),
  editor('words of a megabyte', form('/document-types/list-documents/new', `nombre=A&extensiones=${'a,'.repeat(NEARLY_MB / 2)}`)),
  editor('one id a megabyte long', form('/locations/list-agencies', `intent=deactivate&ids=${'a/'.repeat(NEARLY_MB / 2)}`), [404]),
  editor(
    '100,000 ids',
    form('/locations/list-agencies', `intent=deactivate&ids=${Array.from({ length: 100_000 }, (_, index) => index).join('/')}`),
  ),
  editor('accents as a comment', form('/quotes/list-quotes/no-such', `etapa=Contactado&comentario=${accents(NEARLY_MB)}`), [400, 404]),
  editor('blanks as a comment', form('/quotes/list-quotes/no-such', `etapa=Contactado&comentario=${blanks(NEARLY_MB)}x`), [400, 404]),
  admin('rows of constants', form('/settings/constants/docStates', `intent=save&version=&${'id=+A+&value=+B+&'.repeat(900)}`), [413]),
  admin('blanks in a row of constants', form('/settings/constants/docStates', `intent=save&version=&id=A&value=${blanks(NEARLY_MB)}x`)),
  editor('blanks as the name of the cooperative', form('/settings/general', `version=&nombreCooperativa=A${blanks(NEARLY_MB)}B&logo_url=`)),
  editor('a filter of 8 KB', { path: `/locations/list-agencies?q=${accents(4_000)}&tipo=${blanks(3_500)}` }, [200]),
  ...['2026-02-30 10:00:00+00', '0000-01-01 00:00:00+00', '2026-13-01 00:00:00+00', '2026-01-01 25:00:00+00'].map((moment) =>
    editor(`a cursor of ${moment}`, { path: `/locations/list-agencies?cursor=${cursor(moment)}` }, [200]),
  ),
  admin('accents as the name of a person', form('/users/list-users/new', `intent=save&name=${accents(400_000)}&email=${accents(400_000)}`)),
  admin('2,000 folders of a person', form('/users/list-users/new', `intent=save&${'briefcase_permissions=%2F&'.repeat(1_900)}`)),
  admin('names of fields without end', form('/users/list-users/new', `intent=save&fields=${'a+'.repeat(NEARLY_MB / 2)}`)),
  api('accents as a name', json('/api/users', { name: 'a\u0301\u0323'.repeat(40_000), email: 'a@b.gt', role: 'user' })),
  api(
    '80,000 folders',
    json('/api/users', {
      name: 'A',
      email: 'a@b.gt',
      role: 'user',
      briefcase_permissions: { folders: Array.from({ length: 60_000 }, () => '') },
    }),
  ),
  api('30,000 unknown fields', json('/api/users', Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1])))),
  api('lists within lists', json('/api/users', `${'['.repeat(120_000)}${']'.repeat(120_000)}`)),
  api('a body over the limit', json('/api/users', { name: 'a'.repeat(300_000) }), [413]),
  api('blanks as an id', { path: `/api/users/${'%20'.repeat(2_600)}x` }),
];

/** Remix split each address and matched every piece against every route pattern, without yielding to the event loop. */
const PIECES = '/a'.repeat(3_780);
const manifestOf = (version: string, paths: readonly string[]) =>
  `/__manifest?version=${version}${paths.map((path) => `&p=${path}`).join('')}`;
const manyPaths = (count: number, segments: number) => Array.from({ length: count }, (_, index) => `/${index}${'/a'.repeat(segments - 1)}`);
const IN_PIECES: readonly (Omit<Case, 'attack'> & { path: (version: string) => string; atOnce?: number })[] = [
  { what: 'one path of 3,780 segments', path: (version) => manifestOf(version, [PIECES]), statuses: [204] },
  { what: '100 paths of 35 segments', path: (version) => manifestOf(version, manyPaths(100, 35)), statuses: [204] },
  { what: '200 short paths', path: (version) => manifestOf(version, manyPaths(200, 1)), statuses: [400] },
  { what: 'twelve at once', path: (version) => manifestOf(version, [PIECES]), statuses: [204], atOnce: 12 },
  { what: 'one path of 3,780 segments', as: 'reportes', path: (version) => manifestOf(version, [PIECES]), statuses: [200] },
  { what: '100 paths of 35 segments', as: 'reportes', path: (version) => manifestOf(version, manyPaths(100, 35)), statuses: [200] },
  { what: 'twelve at once', as: 'reportes', path: (version) => manifestOf(version, manyPaths(100, 35)), statuses: [200], atOnce: 12 },
  ...['', '.data'].flatMap((end) => [
    { what: `an address of 3,900 segments${end}`, as: 'reportes', path: () => `${'/a'.repeat(3_900)}/x${end}`, statuses: [400] },
    {
      what: `the longest address there may be${end}`,
      as: 'reportes',
      path: () => `${'/a'.repeat(15)}/${'x'.repeat(950)}${end}`,
      statuses: [404],
    },
  ]),
  { what: 'a file of 3,900 segments', as: 'reportes', path: () => `/briefcase/files/x${'/d'.repeat(3_880)}`, statuses: [400] },
  { what: 'twelve at once', as: 'reportes', path: () => `${'/b'.repeat(3_900)}/x`, statuses: [400], atOnce: 12 },
];

/** The first page, print view and workbook with charts load the code that draws them. */
const FIRST_CHARTS = ['', '/export?format=print', '/export'].map((end) => `/briefcase/reports/uploads-by-user${end}`);

describe.skipIf(!existsSync('/proc/self/status'))('the portal under hostile texts', () => {
  const portal = useDemoProcesses({ browser: false, environment: WATCHED });
  let watched: WatchedWeb;
  let tally: Tally;
  let calmMb = 0;
  const firstSilences: [path: string, silentMs: number][] = [];

  /** Adds the headers that the sender's browser or program would send. */
  async function signed({ as, attack }: Pick<Case, 'as' | 'attack'>): Promise<Attack> {
    const type: Record<string, string> = attack.method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {};
    const by: Record<string, string> =
      as === 'api'
        ? { Authorization: portal.environment['API_TOKEN'] ?? '' }
        : { Origin: portal.url, Accept: 'text/html', ...(as ? { Cookie: await portal.cookieOf(as) } : {}) };
    const host = new URL(portal.url).host;
    return { ...attack, headers: { Host: host, ...type, ...by, ...attack.headers } };
  }

  async function attackOnce(kind: string, sent: Case, atOnce = 1): Promise<string[]> {
    const outcome = await watched.send(await signed(sent), atOnce);
    tally.note(kind, sent.attack.path, atOnce, outcome.silentMs);
    return complaints(outcome, sent.statuses);
  }

  beforeAll(async () => {
    watched = watchWeb(portal.web);
    for (const path of FIRST_CHARTS) {
      const { result, silentMs } = await watched.send(await signed({ as: 'reportes', attack: { path } }));
      expect(result[0]?.status, path).toBe(200);
      firstSilences.push([path, Math.round(silentMs)]);
    }
    // Warm-up: what a process does only once is not the cost of an attack. Each case, in a small form.
    for (const { as, attack } of [...WITHOUT_SESSION, ...SIGNED_IN]) {
      const { body: _body, ...rest } = attack;
      const small =
        attack.method === undefined
          ? { path: attack.path.split('?')[0] ?? '/' }
          : { ...rest, body: attack.headers?.['Content-Type'] ? '{}' : 'a=b' };
      if (attack.path.length < 100) await watched.send(await signed({ ...(as ? { as } : {}), attack: small }));
    }
    calmMb = watched.residentMb();
    tally = startTally('Texts', { pid: portal.web.pid, filesDir: portal.environment['FILES_DIR'] ?? '' });
  }, 180_000);
  afterAll(() => tally?.print());

  it('keeps answering others while it draws the first charts after its start', () => {
    expect(firstSilences.filter(([, silentMs]) => silentMs > SILENCE_MS)).toEqual([]);
  });

  it.each(WITHOUT_SESSION)('stays responsive when somebody without a session sends $what', { retry: RETRIES }, async (sent) => {
    expect(await attackOnce('without a session', sent)).toEqual([]);
  });

  it.each(SIGNED_IN)('stays responsive when $as sends $what', { retry: RETRIES }, async (sent) => {
    expect(await attackOnce('with a session or a token', sent)).toEqual([]);
  });

  describe('addresses of many segments', () => {
    let version = '';
    beforeAll(async () => {
      const { result: answers } = await watched.send(await signed({ attack: { path: '/login' } }));
      version = /manifest-([0-9A-F]{8})\.js/.exec(answers[0]?.body ?? '')?.[1]?.toLowerCase() ?? '';
      expect(version).not.toBe('');
    });

    it.each(IN_PIECES)('do not block the portal: $as $what $path', { retry: RETRIES }, async ({ path, atOnce, ...rest }) => {
      expect(await attackOnce('of many pieces', { ...rest, attack: { path: path(version) } }, atOnce)).toEqual([]);
    });
  });

  it('answers 400 to an address that asks for data in the old way, and logs no error', async () => {
    const before = portal.web.output();
    const asked: Case = { what: 'data in the old way', as: 'reportes', attack: { path: '/?_data=x' }, statuses: [400] };
    expect(await attackOnce('of many pieces', asked, 12)).toEqual([]);
    expect(portal.web.output().slice(before.length)).not.toContain('"level":50');
  });

  describe('oversized records written by other programs', () => {
    const long = 'Muy larga '.repeat(70_000);
    const marks = 'a\u0301\u0323'.repeat(80_000);
    beforeAll(async () => {
      for (const path of ['/locations/list-agencies', '/quotes/list-quotes'])
        await watched.send(await signed({ as: 'editor', attack: { path } }));
      const documents = createEmbeddedDocumentStore({ sql: portal.database.sql, database: 'main' });
      await documents.create('agencias/larga', {
        nombre: long,
        direccion: ' '.repeat(100_000),
        telefono: '1 '.repeat(40_000),
        tipo: 'agencia',
        estado: true,
      });
      await documents.create('cotizaciones/larga', {
        nombre: marks,
        monto: '1'.repeat(100_000),
        bitacora: [{ fecha: ' '.repeat(200_000), comentario: ` ${'x'.repeat(200_000)} `, usuario: 'Ana' }],
      });
      await vi.waitFor(async () => {
        const { rowCount } = await portal.database.sql.query(
          `SELECT 1 FROM agencias a JOIN cotizaciones q ON q.id = a.id WHERE a.id = 'larga'`,
        );
        expect(rowCount).toBe(1);
      }, SYNC_MS);
    });

    it.each([
      '/locations/list-agencies',
      '/locations/list-agencies/larga',
      '/locations/list-agencies/larga/edit',
      '/quotes/list-quotes',
      '/quotes/list-quotes/larga',
    ])('%s shows them in less than 1 MB without blocking the portal', { retry: RETRIES }, async (path) => {
      const outcome = await watched.send(await signed({ as: 'editor', attack: { path } }));
      tally.note('written by other programs', path, 1, outcome.silentMs);
      expect(complaints(outcome, [200])).toEqual([]);
      expect(outcome.result[0]?.body.length).toBeLessThan(MB);
    });
  });

  describeBounds({ portal, watched: () => watched, tally: () => tally });

  it('has grown by less than 200 MB in the end', () => {
    expect(watched.residentMb() - calmMb).toBeLessThan(GROWTH_LIMIT_MB);
  });
});
