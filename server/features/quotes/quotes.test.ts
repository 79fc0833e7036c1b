import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, instantsOf } from '../../domain/dates.ts';
import { QUOTE_KINDS, WAITING_AGES } from './domain/quotes.ts';
import { normalizeForSearch } from '../../domain/search.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import type { QuotePage } from './find-quotes.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';
import { testEditor } from '../../testing/test-staff.ts';

const HOUR_MS = 3_600_000;
const fixture = await createQuoteFixture();
const { quotes, sql, put } = fixture;
const actor = testEditor();
const find = (query: string): Promise<QuotePage> => quotes.findQuotes({ actor, params: new URLSearchParams(query) });

interface Known {
  id: string;
  tipo: string;
  tipoPrestamo: string;
  nombre: string;
  agencia: string;
  estado: boolean;
  createdAt: Date;
  monto: number | null;
  /** Days without follow-up. */
  days: number;
}

const KINDS = [...QUOTE_KINDS.map((kind) => kind.id as string), 'seguro_vida'];
const pick = <Item>(items: readonly Item[], seed: string): Item =>
  items[(createHash('sha256').update(seed).digest()[0] ?? 0) % items.length] as Item;

/** 120 quotes whose every property follows from their number; the last follow-up lies `days` Guatemala days back. */
function makeKnown(now: Date): (Known & { data: Fields })[] {
  return Array.from({ length: 120 }, (_unused, index) => {
    const seed = String(index);
    const days = pick([0, 1, 6, 7, 8, 14, 15, 29, 30, 45], `days${seed}`);
    const tipo = pick(KINDS, `kind${seed}`);
    const createdAt = new Date(now.getTime() - (days + (index % 20)) * 24 * HOUR_MS - index * 1_000);
    // Half an hour after midnight: the day counts, not the hours.
    const at = new Date(
      (instantsOf({ from: addDays(dayOf(now), -days), to: null }).start ?? now).getTime() + (days === 0 ? 0 : HOUR_MS / 2),
    );
    const followed = index % 3 !== 0;
    const known = {
      id: `q${String(index).padStart(3, '0')}`,
      tipo,
      tipoPrestamo: tipo === 'prestamo' ? pick(['fiduciario', 'hipotecario', 'Otro'], `loan${seed}`) : '',
      nombre: pick(['Ana Núñez', 'Óscar Pérez', 'Beto 50% Díaz', 'María_Peña'], `name${seed}`),
      agencia: pick(['a1', 'a2', 'desconocida'], `agency${seed}`),
      estado: index % 4 !== 0,
      createdAt: followed ? createdAt : at,
      monto: index % 10 === 0 ? null : (index * 37) % 500,
      days,
    };
    return {
      ...known,
      data: {
        ...known,
        monto: known.monto ?? 'sin monto',
        bitacora: followed ? [{ fecha: at, usuario: 'Ana', etapa: 'Llamada', comentario: 'x' }] : [],
      },
    };
  });
}

const known: Known[] = [];
beforeAll(async () => {
  await sql.query(
    `INSERT INTO agencias (id, nombre, search_text, "createdAt", source_version) VALUES ('a1', 'Agencia Central', 'agencia central', now(), 1), ('a2', 'Agencia Norte', 'agencia norte', now(), 1)`,
  );
  const { rows } = await sql.query<{ now: Date }>('SELECT now()');
  const made = makeKnown(rows[0]?.now ?? new Date());
  for (const { data, ...one } of made) {
    await put(one.id, data);
    known.push(one);
  }
  await put('inactiva', { isActive: false });
});

/** The same filters without SQL. */
function naive(query: Readonly<Record<string, string>>): Known[] {
  const { start, end } = instantsOf({ from: query['from'] ?? null, to: query['to'] ?? null });
  return known.filter(
    (quote) =>
      (query['tipo'] === undefined || (query['tipo'] === 'otros' ? quote.tipo === 'seguro_vida' : quote.tipo === query['tipo'])) &&
      (query['agencia'] === undefined || quote.agencia === query['agencia']) &&
      (query['estado'] === undefined || String(quote.estado) === query['estado']) &&
      (query['tipoPrestamo'] === undefined || quote.tipoPrestamo === query['tipoPrestamo']) &&
      (query['sinSeguimiento'] === undefined || (quote.estado && waits(quote.days, query['sinSeguimiento']))) &&
      (query['q'] === undefined || normalizeForSearch(quote.nombre).includes(normalizeForSearch(query['q']))) &&
      (start === null || quote.createdAt >= start) &&
      (end === null || quote.createdAt < end),
  );
}

function waits(days: number, asked: string): boolean {
  const [from = 0, to = Number.POSITIVE_INFINITY] = asked.split('-').map(Number);
  return days >= from && days <= to;
}

const today = dayOf(new Date());
const FILTERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { tipo: 'prestamo' },
  { tipo: 'otros' },
  { agencia: 'a1' },
  { agencia: 'desconocida' },
  { estado: 'true' },
  { estado: 'false' },
  { tipoPrestamo: 'Otro' },
  { sinSeguimiento: '7' },
  { sinSeguimiento: '15' },
  { sinSeguimiento: '30' },
  ...WAITING_AGES.map(({ value }) => ({ sinSeguimiento: value })),
  { q: 'nunez' },
  { q: '50%' },
  { q: 'a_p' },
  { q: 'OSCAR' },
  { from: addDays(today, -20), to: addDays(today, -5) },
  { to: addDays(today, -30) },
  { tipo: 'prestamo', tipoPrestamo: 'hipotecario', agencia: 'a2', sinSeguimiento: '7', q: 'perez' },
];

describe('the list of quotes', () => {
  it.each(FILTERS)('with %j holds what a plain filter holds, and the tabs count the same by kind', async (filter) => {
    const page = await find(new URLSearchParams({ ...filter, pageSize: '100', sort: 'createdAt', dir: 'desc' }).toString());
    const expected = naive(filter).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    expect(page.total).toBe(expected.length);
    expect(page.rows.map((row) => row.id)).toEqual(expected.slice(0, 100).map((quote) => quote.id));
    const { tipo: _kind, ...others } = filter;
    expect(page.counts).toEqual(
      [...QUOTE_KINDS.map((kind) => kind.id), 'otros'].map((tipo) => ({
        value: tipo,
        count: naive({ ...others, tipo }).length,
        isCapped: false,
      })),
    );
  });

  it('shows days without follow-up in Guatemala days, and the name of the agency or what is stored', async () => {
    const rows = (await find('pageSize=100')).rows;
    for (const row of rows) expect(row.days, row.id).toBe(known.find((quote) => quote.id === row.id)?.days);
    expect(new Set(rows.map((row) => row.agencyName))).toEqual(new Set(['Agencia Central', 'Agencia Norte', 'desconocida']));
  });

  it('puts the longest forgotten first as soon as it is filtered by days, unless another order is asked', async () => {
    const days = (await find('sinSeguimiento=7&pageSize=100')).rows.map((row) => row.days);
    expect(days).toEqual([...days].sort((a, b) => b - a));
    expect(Math.min(...days)).toBeGreaterThanOrEqual(7);
    const names = (await find('sinSeguimiento=7&sort=nombre&pageSize=100')).rows.map((row) => row.nombre);
    expect(names).toEqual([...names].sort(new Intl.Collator('es').compare));
  });

  it('pages through in the order of days, each quote once', async () => {
    const ids: string[] = [];
    for (let query: string | null = 'sort=dias&pageSize=25'; query !== null;) {
      const page: QuotePage = await find(query);
      ids.push(...page.rows.map((row) => row.id));
      query = page.next ? `sort=dias&pageSize=25&cursor=${encodeURIComponent(page.next.cursor ?? '')}` : null;
    }
    expect(new Set(ids).size).toBe(known.length);
    expect(ids).toHaveLength(known.length);
  });

  it('finds by the words for kind and loan type, as the list shows them', async () => {
    const ids = async (query: string) => (await find(query)).rows.map((row) => row.id);
    expect((await ids('q=hipotecario')).length).toBeGreaterThan(0);
    expect(await ids('q=hipotecario')).toEqual(await ids('tipoPrestamo=hipotecario'));
    expect(await ids('q=credito+tarjeta')).toEqual(await ids('tipo=tarjeta_credito'));
  });

  it('finds by the name of the agency, in the list as in the counts of its tabs', async () => {
    const found = await find('q=agencia+norte&pageSize=100');
    expect(found.total).toBeGreaterThan(10);
    const filtered = await find('agencia=a2&pageSize=100');
    expect(found.rows).toEqual(filtered.rows);
    expect(found.counts).toEqual(filtered.counts);
  });

  it('sorts by amount with those that have none at the end', async () => {
    const amounts = (await find('sort=monto&dir=desc&pageSize=100')).rows.map((row) => row.monto);
    const numbers = amounts.filter((amount) => amount !== null);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(amounts.slice(0, numbers.length)).not.toContain(null);
  });

  it('reads any address leniently', async () => {
    for (const query of [
      'tipo=x&estado=x&sinSeguimiento=8&sort=bitacora&dir=up&page=0&pageSize=1000000&from=ayer',
      'agencia=%00',
      `q=${'%'.repeat(10_000)}`,
      'cursor=basura',
    ])
      await find(query);
    expect(await find('tipo=x&sinSeguimiento=8')).toMatchObject({ total: known.length, query: { sort: 'createdAt', dir: 'desc' } });
  });

  it('offers agencies and the loan types that occur', async () => {
    expect(await quotes.findQuoteChoices({ actor, filter: 'agencia' })).toEqual([
      { value: 'a1', label: 'Agencia Central' },
      { value: 'a2', label: 'Agencia Norte' },
    ]);
    const loanTypes = await quotes.findQuoteChoices({ actor, filter: 'tipoPrestamo' });
    expect(loanTypes.map(({ value }) => value)).toEqual(['Otro', 'fiduciario', 'hipotecario']);
  });

  it('asks for the permission in every verb', async () => {
    const stranger = { actor: testEditor({}, ['home', 'customers']) };
    const params = new URLSearchParams();
    const calls = [
      quotes.findQuotes({ ...stranger, params }),
      quotes.findQuoteChoices({ ...stranger, filter: 'agencia' }),
      quotes.getQuote({ ...stranger, id: 'q001' }),
      quotes.exportQuotes({ ...stranger, params }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'forbidden', permission: 'App móvil › Prospecciones' });
  });

  it('does not show what is gone', async () => {
    await expect(quotes.getQuote({ actor, id: 'inactiva' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(quotes.getQuote({ actor, id: 'nunca' })).rejects.toMatchObject({ code: 'not-found' });
  });
});
