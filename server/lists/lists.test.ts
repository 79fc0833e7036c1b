import { createHash } from 'node:crypto';
import express from 'express';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerProblems, listen } from '../entrances/http/api/testing/api-server.ts';
import { addDays, instantsOf } from '../domain/dates.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { savedQuery } from '../domain/saved-views.ts';
import { normalizeForSearch } from '../domain/normalize.ts';
import { smallExports } from '../features/exports/testing/small-exports.ts';
import { testEditor } from '../testing/test-staff.ts';
import { bind } from '../platform/bind.ts';
import { createLog } from '../platform/log/log.ts';
import { fragment, trusted } from '../platform/sql/sql-fragment.ts';
import { requestLog } from '../entrances/request/request-id.ts';
import { CURRENT_READ_MODEL } from '../testing/current-read-model.ts';
import { unchangedSettings } from '../testing/live-settings.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { dayFilter, deletedFilter, flagFilter, optionFilter, recordFilter, valueFilter } from './filters.ts';
import { answerRoutes } from '../entrances/http/answer-routes.ts';
import { choicesAnswers } from './declared-list.ts';
import { listVerbs } from './list-verbs.ts';
import type { List } from './list.ts';
import { someServices } from '../testing/some-services.ts';

const { sql } = await createTestDatabase();
const MENU: MenuId = 'customers';
const NOUN = { singular: 'cosa', plural: 'cosas', gender: 'f' } as const;
const actor = testEditor();

interface Thing {
  id: string;
  name: string;
  kind: string;
  place: string;
  open: boolean;
  weight: number | null;
  word: string;
  createdAt: Date;
  isActive: boolean;
}
type ThingRow = Omit<Thing, 'isActive'> & { amount: bigint; placeName: string };

const KINDS = [
  { value: 'big', label: 'Grande' },
  { value: 'small', label: 'Pequeña' },
];

/** People called Eva do not see the secret place. */
const seesPlaces = ({ name }: Staff) => (name === 'Eva' ? fragment`t.id <> ${'secret'}` : trusted('TRUE'));

const THINGS: List<ThingRow> = {
  menu: MENU,
  url: '/things',
  noun: NOUN,
  source: {
    table: 'things',
    select: 't.id, t.name, t.kind, t.place, t.open, t.weight, t.word, t."createdAt", 12::bigint AS amount, p.title AS "placeName"',
    joins: 'LEFT JOIN places p ON p.id = t.place',
    named: [{ column: 'place', table: 'places', name: 'title' }],
  },
  columns: [
    { name: 'name', label: 'Nombre', kind: 'text', sort: { type: 'text' }, value: (row) => row.name, text: (row) => `«${row.name}»` },
    { name: 'open', label: 'Estado', kind: 'boolean', words: ['Abierta', 'Cerrada'], from: 'sm', value: (row) => row.open },
    {
      name: 'createdAt',
      label: 'Fecha',
      title: 'Fecha de creación',
      kind: 'datetime',
      as: 'day',
      optional: true,
      value: (row) => row.createdAt,
      also: [{ title: 'Cantidad', kind: 'integer', value: (row) => row.amount }],
    },
    { title: 'Lugar', kind: 'text', value: (row) => row.placeName },
  ],
  sortable: {
    weight: { type: 'integer', nullable: true, first: 'desc' },
    age: { type: 'timestamptz', reverseOf: 'createdAt' },
    createdAt: { type: 'timestamptz' },
  },
  usualSort: (values) => (values['kind'] === 'small' ? 'name' : 'createdAt'),
  filters: [
    optionFilter({ name: 'kind', label: 'Clase', all: 'Clase: todas', place: 'own', options: KINDS }),
    recordFilter({ name: 'place', label: 'Lugar', all: 'Lugar: todos', records: { table: 'places', name: 'title' }, visible: seesPlaces }),
    flagFilter({ name: 'open', label: 'Estado', all: 'Estado: todos', words: ['Abierta', 'Cerrada'] }),
    valueFilter({
      name: 'word',
      label: 'Palabra',
      all: 'Palabra: todas',
      place: 'more',
      where: (value) => [fragment`t.word = ${value}`],
      found: () => fragment`SELECT DISTINCT word AS id FROM things ORDER BY word`,
      words: (value) => `«${value}»`,
    }),
    dayFilter(),
    deletedFilter(NOUN),
  ],
  access: ({ name }) => (name === 'Eva' ? [fragment`t.place <> ${'secret'}`] : []),
  hit: { title: (row) => row.name, facts: (row) => [row.placeName] },
};
const services = someServices({ sql, liveSettings: unchangedSettings(), readModel: CURRENT_READ_MODEL });
const things = bind(services, listVerbs(THINGS));

const pick = <Item>(items: readonly Item[], seed: string): Item =>
  items[(createHash('sha256').update(seed).digest()[0] ?? 0) % items.length] as Item;

const FIRST_DAY = '2026-01-01';
/** Rows whose properties all follow from their number; each day has several, some just before midnight in Guatemala. */
const known = Array.from({ length: 150 }, (_unused, index): Thing => {
  const seed = String(index);
  const start = instantsOf({ from: addDays(FIRST_DAY, index % 30), to: null }).start?.getTime() ?? 0;
  return {
    id: `t${seed.padStart(3, '0')}`,
    name: `${pick(['Ñandú', 'Árbol', '50% a_b', 'Zorro'], `name${seed}`)} ${index}`,
    kind: pick(['big', 'small', 'odd'], `kind${seed}`),
    place: pick(['north', 'south', 'secret', 'gone'], `place${seed}`),
    open: index % 3 !== 0,
    weight: index % 10 === 0 ? null : (index * 37) % 500,
    word: pick(['uno', 'dos', 'O\'Brien "x"'], `word${seed}`),
    createdAt: new Date(start + (index % 2 === 0 ? 0 : 24 * 3_600_000 - 1)),
    isActive: index % 7 !== 0,
  };
});

beforeAll(async () => {
  const generic = `"isActive" boolean NOT NULL DEFAULT true, source_deleted boolean NOT NULL DEFAULT false, "createdAt" timestamptz NOT NULL DEFAULT now(), search_text text NOT NULL DEFAULT ''`;
  await sql.query(`CREATE TABLE places (id text PRIMARY KEY, title text NOT NULL, ${generic})`);
  await sql.query(
    `CREATE TABLE things (id text PRIMARY KEY, name text NOT NULL, kind text NOT NULL, place text NOT NULL, open boolean NOT NULL, weight integer, word text NOT NULL, ${generic})`,
  );
  await sql.query(
    `INSERT INTO places (id, title, "isActive", search_text) VALUES ('south', 'Sur', true, 'sur'), ('north', 'Norte', true, 'norte'), ('secret', 'Bóveda', true, 'boveda'), ('old', 'Antiguo', false, 'antiguo'), ('blank', '', true, '')`,
  );
  await sql.query(
    `INSERT INTO things (id, name, kind, place, open, weight, word, "createdAt", "isActive", search_text)
     SELECT x.id, x.name, x.kind, x.place, x.open, x.weight, x.word, x."createdAt", x."isActive", x.search_text
     FROM jsonb_to_recordset($1::jsonb) x(id text, name text, kind text, place text, open boolean, weight integer, word text, "createdAt" timestamptz, "isActive" boolean, search_text text)`,
    [JSON.stringify(known.map((thing) => ({ ...thing, search_text: normalizeForSearch(thing.name) })))],
  );
});

const find = (query: string, who = actor) => things.findPage({ actor: who, params: new URLSearchParams(query) });
const idsOf = async (query: string, who = actor) => (await find(`${query}&pageSize=100`, who)).rows.map((row) => row.id);

/** The same filters without SQL; newest first. */
function naive(query: Readonly<Record<string, string>>): string[] {
  const { start, end } = instantsOf({ from: query['from'] ?? null, to: query['to'] ?? null });
  return known
    .filter(
      (thing) =>
        thing.isActive === (query['isActive'] !== 'false') &&
        (['kind', 'place', 'word'] as const).every((name) => query[name] === undefined || thing[name] === query[name]) &&
        (query['open'] === undefined || String(thing.open) === query['open']) &&
        (query['q'] === undefined || normalizeForSearch(thing.name).includes(normalizeForSearch(query['q']))) &&
        (start === null || thing.createdAt >= start) &&
        (end === null || thing.createdAt < end),
    )
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map((thing) => thing.id);
}

const FILTERS: readonly Readonly<Record<string, string>>[] = [
  {},
  ...KINDS.map(({ value }) => ({ kind: value })),
  ...['north', 'secret', 'gone', 'nowhere'].map((place) => ({ place })),
  { open: 'true' },
  { open: 'false' },
  ...['uno', 'O\'Brien "x"', '%'].map((word) => ({ word })),
  { from: '2026-01-10' },
  { to: '2026-01-10' },
  { from: '2026-01-10', to: '2026-01-10' },
  { isActive: 'false' },
  { q: '50%' },
  { q: 'NANDU' },
  { kind: 'big', place: 'north', open: 'true', from: '2026-01-03', to: '2026-01-28', q: 'rbol' },
  { isActive: 'false', word: 'dos', open: 'true' },
];

describe('a list', () => {
  it.each(FILTERS)('filtered by %j has the rows of a plain filter in page, count and export', async (filter) => {
    const params = new URLSearchParams({ ...filter, sort: 'createdAt', pageSize: '100' });
    const page = await things.findPage({ actor, params });
    const expected = naive(filter);
    expect(page.total).toBe(expected.length);
    expect(page.rows.map((row) => row.id)).toEqual(expected.slice(0, 100));
    const { rows } = await things.exportRows({ actor, params: new URLSearchParams([...params, ['page', '2']]) });
    const names: unknown[] = [];
    for await (const batch of rows(new AbortController().signal)) names.push(...batch.map((row) => row[0]));
    expect(names).toEqual(expected.map((id) => known.find((thing) => thing.id === id)?.name));
  });

  it('describes its filters in the same words on screen and in its export', async () => {
    const params = new URLSearchParams('q=a&kind=small&place=north&open=false&word=dos&from=2026-01-02&to=2026-01-20&isActive=false');
    const { sentences } = await things.findPage({ actor, params });
    expect(sentences.map(({ param, label, value }) => [param, label, value])).toEqual([
      ['q', 'Búsqueda', 'a'],
      ['kind', 'Clase', 'Pequeña'],
      ['place', 'Lugar', 'Norte'],
      ['open', 'Estado', 'Cerrada'],
      ['word', 'Palabra', '«dos»'],
      ['from', 'Desde', '02/01/2026'],
      ['to', 'Hasta', '20/01/2026'],
      ['isActive', 'Registros', 'Eliminados'],
    ]);
    // Filters shown as tabs need no chip; days and deleted records have chips with words of their own.
    expect(sentences.map(({ chip }) => chip)).toEqual([
      undefined,
      null,
      undefined,
      undefined,
      undefined,
      'Desde 02/01/2026',
      'Hasta 20/01/2026',
      'Solo eliminadas',
    ]);
    const { sheet, prefix } = await things.exportRows({ actor, params });
    expect(sheet.parameters).toEqual(sentences.map(({ label, value }) => [label, value]));
    expect([prefix, sheet.title, sheet.name, sheet.organisation]).toEqual(['Cosas', 'Cosas', 'Cosas', 'Cooperativa de prueba']);
  });

  it('resolves a named period from the current day, and prefers typed dates', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const onDay = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T20:00:00-06:00`) });
    onDay('2026-01-09');
    expect(await idsOf('period=week&sort=createdAt')).toEqual(naive({ from: '2026-01-05', to: '2026-01-09' }));
    const sentence = { param: 'period', label: 'Fechas', value: 'Esta semana (05/01/2026 a 10/01/2026)', chip: 'Fechas: esta semana' };
    onDay('2026-01-10');
    expect(await idsOf('period=week&sort=createdAt')).toEqual(naive({ from: '2026-01-05', to: '2026-01-10' }));
    expect((await find('period=week')).sentences).toEqual([sentence]);
    expect((await find('period=today')).sentences[0]?.value).toBe('Hoy (10/01/2026)');
    onDay('2026-01-12');
    expect(await idsOf('period=week&sort=createdAt')).toEqual(naive({ from: '2026-01-12', to: '2026-01-12' }));
    expect((await find('period=week&from=2026-01-20')).query.filters).toEqual({ from: '2026-01-20' });
    expect((await find('period=constructor')).query.filters).toEqual({});
    expect([savedQuery('?period=week&page=2'), savedQuery('?period=week&from=2026-01-20')]).toEqual(['period=week', 'from=2026-01-20']);
  });

  it('accepts several values of a filter as alternatives, each with its own chip', async () => {
    const query = 'place=north&place=gone&place=north&word=dos&kind=big&kind=odd';
    const { sentences, selects } = await find(query);
    const expected = naive({ word: 'dos', kind: 'big' }).filter((id) =>
      ['north', 'gone'].includes(known.find((thing) => thing.id === id)?.place ?? ''),
    );
    expect(expected.length).toBeGreaterThan(1);
    expect(await idsOf(`${query}&sort=createdAt`)).toEqual(expected);
    expect(await idsOf(`place=${encodeURIComponent('north\r\ngone')}&word=dos&kind=big&sort=createdAt`)).toEqual(expected);
    expect(sentences.map(({ param, value, one }) => [param, value, one])).toEqual([
      ['kind', 'Grande', undefined],
      ['place', 'Norte', 'north'],
      ['place', 'gone', 'gone'],
      ['word', '«dos»', undefined],
    ]);
    expect(selects[0]).toMatchObject({ value: 'north\ngone', options: [{ value: 'north\ngone', label: 'Lugar: 2' }] });
    expect((await find(`${query}&choices=all`)).selects[0]).toMatchObject({ multiple: true, value: 'north\ngone' });
  });

  it('names a filter value that is no longer offered, and shows the id of an unknown one', async () => {
    const names = await Promise.all(['old', 'blank', 'nowhere'].map(async (id) => (await find(`place=${id}`)).sentences[0]?.value));
    expect(names).toEqual(['Antiguo', 'blank', 'nowhere']);
  });

  it('sends all choices known in code, but of the others only the selected one', async () => {
    const { selects } = await find('place=north&open=true');
    expect(selects).toEqual([
      { name: 'place', label: 'Lugar', all: 'Lugar: todos', value: 'north', options: [{ value: 'north', label: 'Norte' }], more: true },
      {
        name: 'open',
        label: 'Estado',
        all: 'Estado: todos',
        value: 'true',
        options: [
          { value: 'true', label: 'Abierta' },
          { value: 'false', label: 'Cerrada' },
        ],
      },
      { name: 'word', label: 'Palabra', all: 'Palabra: todas', place: 'more', value: '', options: [], more: true },
      {
        name: 'isActive',
        label: 'Registros',
        all: 'Sin eliminadas',
        place: 'more',
        value: '',
        options: [{ value: 'false', label: 'Eliminadas' }],
      },
    ]);
  });

  it('returns all choices of an opened filter, and with `choices=all`', async () => {
    const places = [
      { value: 'blank', label: 'blank' },
      { value: 'secret', label: 'Bóveda' },
      { value: 'north', label: 'Norte' },
      { value: 'south', label: 'Sur' },
    ];
    expect(await things.findChoices({ actor, filter: 'place' })).toEqual(places);
    expect((await find('choices=all')).selects[0]).toMatchObject({ name: 'place', options: places });
    expect((await things.findChoices({ actor, filter: 'word' })).map(({ label }) => label)).toEqual(['«O\'Brien "x"»', '«dos»', '«uno»']);
    expect(await things.findChoices({ actor, filter: 'open' })).toHaveLength(2);
    for (const filter of ['', 'q', 'from', 'constructor'])
      await expect(things.findChoices({ actor, filter })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('hides what a person may not see from rows, counts, exports, choices and names', async () => {
    const eva = testEditor({ name: 'Eva' });
    const visible = naive({}).filter((id) => known.find((thing) => thing.id === id)?.place !== 'secret');
    expect((await find('', eva)).total).toBe(visible.length);
    expect(await idsOf('sort=createdAt', eva)).toEqual(visible.slice(0, 100));
    expect(await idsOf('place=secret', eva)).toEqual([]);
    expect((await find('place=secret', eva)).sentences[0]?.value).toBe('secret');
    expect((await things.findChoices({ actor: eva, filter: 'place' })).map(({ value }) => value)).not.toContain('secret');
    const { rows } = await things.exportRows({ actor: eva, params: new URLSearchParams() });
    let exported = 0;
    for await (const batch of rows(new AbortController().signal)) exported += batch.length;
    expect(exported).toBe(visible.length);
  });

  it('sends its columns and their cells, with times cut to the minute', async () => {
    const { columns, cells, rows, list } = await find('sort=name');
    expect(JSON.parse(JSON.stringify(columns))).toEqual([
      { name: 'name', label: 'Nombre' },
      { name: 'open', label: 'Estado', as: 'boolean', words: ['Abierta', 'Cerrada'], from: 'sm' },
      { name: 'createdAt', label: 'Fecha', as: 'day', optional: true },
    ]);
    // Times are cut to the minute, as lists show them.
    expect(cells).toEqual(rows.map(({ name, open, createdAt }) => [`«${name}»`, open, `${createdAt?.slice(0, 16)}Z`]));
    expect(list).toMatchObject({ id: 'things', url: '/things', recordsUrl: '/things' });
  });

  it('exports the same columns, with the export-only ones beside them', async () => {
    const file = async (search: string) => {
      const { sheet, rows } = await things.exportRows({ actor, params: new URLSearchParams(`sort=name&${search}`) });
      const read: unknown[] = [];
      for await (const batch of rows(new AbortController().signal)) read.push(...batch);
      return { titles: sheet.columns.map(({ title }) => title), first: read[0] };
    };
    const [row] = (await find('sort=name')).rows;
    const state = row?.open ? 'Abierta' : 'Cerrada';
    const at = new Date(row?.createdAt ?? '');
    expect(await file('')).toEqual({
      titles: ['Nombre', 'Estado', 'Fecha de creación', 'Cantidad', 'Lugar'],
      first: [row?.name, state, at, 12n, row?.placeName],
    });
    expect(await file('columns=createdAt&columns=open')).toEqual({
      titles: ['Fecha de creación', 'Cantidad', 'Estado'],
      first: [at, 12n, state],
    });
    await expect(file('columns=Lugar')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('sorts both ways, starts in each column’s first direction, and supports a reversed alias', async () => {
    const collator = new Intl.Collator('es');
    const names = async (query: string) => (await find(`${query}&pageSize=100`)).rows.map((row) => row.name);
    expect(await names('sort=name')).toEqual((await names('sort=name')).toSorted(collator.compare));
    expect(await names('sort=name&dir=desc')).toEqual((await names('sort=name&dir=desc')).toSorted((a, b) => collator.compare(b, a)));
    const weights = (await find('sort=weight&pageSize=100')).rows.map((row) => row.weight ?? -1);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(await idsOf('sort=age&dir=asc')).toEqual(await idsOf('sort=createdAt&dir=desc'));
    expect((await find('sort=age')).query).toMatchObject({ sort: 'age', dir: 'desc' });
    expect((await find('')).list.sortable).toEqual({ name: 'asc', weight: 'desc', age: 'desc', createdAt: 'desc' });
    expect((await find('kind=small')).query).toMatchObject({ sort: 'name', dir: 'asc' });
  });

  it('pages by cursor under a reversed alias, each row once', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await find(`sort=age&dir=asc&pageSize=25${cursor}`);
      seen.push(...page.rows.map((row) => row.id));
      if (!page.next) break;
      cursor = `&cursor=${encodeURIComponent(page.next.cursor ?? '')}`;
    }
    expect(seen).toEqual(naive({}));
  });

  it.each(['', 'sort=weight', 'sort=weight&dir=asc', 'sort=name&dir=desc', 'sort=age', 'kind=small&open=true', 'q=rbol&sort=weight'])(
    'finds the neighbours of each record across pages: %s',
    async (query) => {
      const ids = await idsOf(query);
      const params = new URLSearchParams(`${query}&pageSize=10&page=3&cursor=basura`);
      for (const [place, id] of ids.entries()) {
        const beside = { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? (ids.length === 100 ? expect.anything() : null) };
        expect(await things.findNeighbours({ actor, params, id }), `${query} ${id}`).toEqual(beside);
      }
    },
  );

  it('finds the neighbours of a record outside the filters, but none of a hidden one', async () => {
    const eva = testEditor({ name: 'Eva' });
    const newestFirst = naive({});
    const isSecret = (id: string) => known.find((thing) => thing.id === id)?.place === 'secret';
    const secret = newestFirst.findIndex((id, index) => index > 0 && isSecret(id) && !isSecret(newestFirst[index - 1] ?? ''));
    const params = new URLSearchParams('sort=createdAt');
    const [before = '', hidden = ''] = newestFirst.slice(secret - 1);
    expect(await things.findNeighbours({ actor: eva, params, id: hidden })).toEqual({ previous: null, next: null });
    const after = newestFirst.slice(secret).find((id) => !isSecret(id)) ?? null;
    expect((await things.findNeighbours({ actor: eva, params, id: before })).next).toBe(after);
    const odd = naive({ kind: 'odd' });
    const other = newestFirst.findLastIndex((id) => !odd.includes(id));
    const next = newestFirst.slice(other).find((id) => odd.includes(id)) ?? null;
    const found = await things.findNeighbours({ actor, params: new URLSearchParams('kind=odd'), id: newestFirst[other] ?? '' });
    expect(found.next).toBe(next);
    for (const id of ['nobody', '', '\0', 'x/y'])
      expect(await things.findNeighbours({ actor, params, id })).toEqual({ previous: null, next: null });
  });

  it('counts the rows of an export up to the given limit', async () => {
    for (const [query, filter] of [
      ['', {}],
      ['kind=big', { kind: 'big' }],
      ['q=nadie', null],
    ] as const) {
      const { countRows } = await things.exportRows({ actor, params: new URLSearchParams(query) });
      const all = filter ? naive(filter).length : 0;
      expect(await countRows(1_000, 'csv')).toBe(all);
      expect(await countRows(Number.POSITIVE_INFINITY, 'csv')).toBe(all);
      expect(await countRows(7, 'csv')).toBe(Math.min(7, all));
    }
  });

  it('returns rows as plain JSON', async () => {
    const [row] = (await find('q=zorro')).rows;
    expect(row).toMatchObject({ amount: 12, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  });

  it.each([
    'kind=x&open=x&isActive=x&sort=secret&dir=up&page=0&pageSize=1000000&from=ayer&to=2026-02-30',
    'sort=constructor&place=%00',
    'word=%F0%9F',
    `place=${'x'.repeat(201)}`,
    'cursor=basura&page=-1',
    'open=&kind=&place=&q=%20',
  ])('reads an invalid query leniently: %s', async (query) => {
    const page = await find(query);
    expect(page.query).toMatchObject({ sort: 'createdAt', dir: 'desc', page: 1, isActive: true });
    // No row has the replacement character that half a character becomes.
    expect(page.total).toBe(query.startsWith('word=') ? 0 : naive({}).length);
  });

  it('reports a value that is not a date as not applied', async () => {
    const { sentences, query } = await find('from=30 nov&to=2026-02-30&kind=small');
    expect(sentences.filter(({ value }) => value.startsWith('no se tomó'))).toEqual([
      { param: 'from', label: 'Desde', value: 'no se tomó en cuenta «30 nov»: falta el año' },
      { param: 'to', label: 'Hasta', value: 'no se tomó en cuenta «2026-02-30»: no es una fecha' },
    ]);
    expect([query.filters['from'], query.filters['to']]).toEqual([undefined, undefined]);
    expect((await find('from=30 nov 2026')).sentences).toEqual([
      { param: 'from', label: 'Desde', value: '30/11/2026', chip: 'Desde 30/11/2026' },
    ]);
    expect((await find('from=&to=%00')).sentences).toEqual([]);
  });

  it('requires the permission in every verb, before any other check', async () => {
    const stranger = testEditor({}, ['home', 'quotes']);
    const params = new URLSearchParams('columns=x');
    const outcomes = await Promise.allSettled([
      things.findPage({ actor: stranger, params }),
      things.exportRows({ actor: stranger, params }),
      things.findChoices({ actor: stranger, filter: 'place' }),
      things.findNeighbours({ actor: stranger, params, id: 't001' }),
      things.findChoices({ actor: stranger, filter: 'nothing' }),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
  });

  it('serves its export and its uncached choices, both only with the permission', async () => {
    let signedIn = actor;
    const app = express().use(requestLog(createLog({ level: 'silent', process: 'test' })));
    app.use((_request, response, next) => {
      response.locals.staff = signedIn;
      next();
    });
    const list = { url: THINGS.url, open: listVerbs(THINGS).exportRows };
    const answers = choicesAnswers({ ...list, findChoices: listVerbs(THINGS).findChoices });
    const { url } = await listen(app.use(answerRoutes(services, answers), smallExports(services, list), answerProblems));
    const choices = await fetch(`${url}/things/choices?filter=place`);
    expect([choices.status, choices.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await choices.json()).toHaveLength(4);
    expect((await fetch(`${url}/things/choices`)).status).toBe(400);
    const csv = await fetch(`${url}/things/export?format=csv&place=north`);
    expect(csv.headers.get('content-disposition')).toMatch(/filename="cosas-\d{8}-\d{6}\.csv"/);
    expect(csv.headers.get('cache-control')).toBe('no-store');
    const places = (await csv.text()).match(/(?<=,)[^,]*(?=\r\n)/g)?.slice(1);
    expect(places).toEqual(naive({ place: 'north' }).map(() => 'Norte'));
    signedIn = testEditor({}, ['home']);
    expect((await fetch(`${url}/things/choices?filter=place`)).status).toBe(403);
    expect((await fetch(`${url}/things/export`)).status).toBe(403);
  });
});
