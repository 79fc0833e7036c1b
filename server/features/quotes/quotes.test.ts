import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, formatDay, instantsOf } from '../../domain/dates.ts';
import { QUOTE_KINDS, WAITING_AGES } from './domain/quotes.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { searchText } from '../../domain/search.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { CONTACT_DUE } from './contact-alerts.ts';
import { setCare } from './care-for-quote.ts';
import type { QuotePage } from './find-quotes.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';
import { failureOf } from '../../testing/failures.ts';
import { putRoleRow, putStaffRow } from '../../testing/staff-rows.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { HELD_QUOTES } from './held-quotes.ts';

const HOUR_MS = 3_600_000;
const fixture = await createQuoteFixture();
const { quotes, sql, put, documents, services } = fixture;
const actor = testEditor();
const ALL = { part: null, before: '' } as const;
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
  it.each(FILTERS)('with %j matches a filter in plain code, and its tabs count the same by kind', async (filter) => {
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

  it('shows days without follow-up in Guatemala time, and the name of the agency or its stored value', async () => {
    const rows = (await find('pageSize=100')).rows;
    for (const row of rows) expect(row.days, row.id).toBe(known.find((quote) => quote.id === row.id)?.days);
    expect(new Set(rows.map((row) => row.agencyName))).toEqual(new Set(['Agencia Central', 'Agencia Norte', 'desconocida']));
  });

  it('sorts by most days without follow-up when filtered by days, unless another order is asked for', async () => {
    const days = (await find('sinSeguimiento=7&pageSize=100')).rows.map((row) => row.days);
    expect(days).toEqual([...days].sort((a, b) => b - a));
    expect(Math.min(...days)).toBeGreaterThanOrEqual(7);
    const names = (await find('sinSeguimiento=7&sort=nombre&pageSize=100')).rows.map((row) => row.nombre);
    expect(names).toEqual([...names].sort(new Intl.Collator('es').compare));
  });

  it('returns each quote exactly once and in order over the pages sorted by days', async () => {
    const rows: QuotePage['rows'][number][] = [];
    for (let query: string | null = 'sort=dias&pageSize=25'; query !== null;) {
      const page: QuotePage = await find(query);
      rows.push(...page.rows);
      query = page.next ? `sort=dias&pageSize=25&cursor=${encodeURIComponent(page.next.cursor ?? '')}` : null;
    }
    expect(rows.map((row) => row.id).sort()).toEqual(known.map((quote) => quote.id));
    const days = rows.map((row) => row.days);
    expect(days).toEqual([...days].sort((a, b) => b - a));
  });

  it('finds by kind and loan type, as the list shows them and as they are stored', async () => {
    const ids = async (query: string) => (await find(query)).rows.map((row) => row.id);
    expect((await ids('q=hipotecario')).length).toBeGreaterThan(0);
    expect(await ids('q=hipotecario')).toEqual(await ids('tipoPrestamo=hipotecario'));
    expect(await ids('q=credito+tarjeta')).toEqual(await ids('tipo=tarjeta_credito'));
    expect(await ids('q=TARJETA_credito')).toEqual(await ids('tipo=tarjeta_credito'));
  });

  it('finds by the name of the agency, with the same counts in the tabs', async () => {
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

  it('ignores invalid parameters of the address and falls back to the defaults', async () => {
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

  it('does not open a deactivated or unknown quote', async () => {
    await expect(quotes.getQuote({ actor, id: 'inactiva' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(quotes.getQuote({ actor, id: 'nunca' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

const stored = async (id: string): Promise<Fields> => (await documents.main.get(`cotizaciones/${id}`))?.data ?? {};
const NEW_TOKEN = 'token-of-a-new-quote-01';

describe('the person in charge and the next contact of a quote', () => {
  beforeAll(async () => {
    await putStaffRow(sql, { id: 'ana', role: 'admin' });
    await putStaffRow(sql, { id: 'beto', name: 'Beto Díaz', role: 'admin' });
    await sql.query(`UPDATE usuarios SET search_text = $1 WHERE id = 'beto'`, [searchText(['Beto Díaz'], [])]);
    await putStaffRow(sql, { id: 'eva', name: 'Eva', role: 'user' });
    await putRoleRow(sql, { id: 'mira', menus: ['quotes'], accionesNegadas: ['quotes:change'] });
    await putStaffRow(sql, { id: 'mirta', name: 'Mirta', role: 'mira' });
    // Hers are those of the north alone.
    await putRoleRow(sql, { id: 'propia', menus: ['quotes'] });
    await sql.query(
      `INSERT INTO roles (id, title, value, stated_id, "soloAgencia", "createdAt", source_version) VALUES ('propia', 'Propia', 'propia', '', TRUE, now(), 1)`,
    );
    await putStaffRow(sql, { id: 'nora', name: 'Nora', role: 'propia', agency: 'norte' });
    await putStaffRow(sql, { id: 'ido', name: 'Ido', role: 'admin', state: false });
    const kept: Readonly<Record<string, Fields>> = {
      vencida: { responsable: 'beto', proximoContacto: addDays(today, -2) },
      hoy: { responsable: 'beto', proximoContacto: today },
      pronto: { responsable: 'ana', proximoContacto: addDays(today, 6) },
      lejos: { responsable: 'ana', proximoContacto: addDays(today, 7) },
      ganada: { responsable: 'beto', proximoContacto: addDays(today, -2), estado: false },
    };
    for (const [id, data] of Object.entries(kept)) await put(id, { agencia: 'cuidadas', ...data });
    await put('libre', { agencia: 'cuidadas' });
  });

  it.each([
    ['contacto=vencido', ['vencida']],
    ['contacto=hoy', ['hoy']],
    ['contacto=semana', ['hoy', 'pronto']],
    ['contacto=sin', ['libre']],
    ['responsable=beto&estado=true', ['hoy', 'vencida']],
    ['responsable=-', ['libre']],
    ['responsable=!beto', ['lejos', 'libre', 'pronto']],
    ['q=beto+diaz', ['ganada', 'hoy', 'vencida']],
  ])('filters the list by %s', async (query, ids) => {
    expect((await find(`agencia=cuidadas&${query}`)).rows.map(({ id }) => id).sort()).toEqual(ids);
  });

  it('sorts by most urgent contact when filtered by it, and offers «Yo» and «Nadie» first', async () => {
    expect((await find('agencia=cuidadas&contacto=semana')).rows.map(({ id }) => id)).toEqual(['hoy', 'pronto']);
    const said = async (responsable: string) => (await find(`responsable=${responsable}`)).sentences.map(({ value }) => value);
    expect([await said('!ana'), await said('!beto')]).toEqual([['todos menos yo'], ['todos menos Beto Díaz']]);
    const offered = await quotes.findQuoteChoices({ actor, filter: 'responsable' });
    expect(offered.slice(0, 4)).toEqual([
      { value: 'ana', label: 'Yo' },
      { value: '-', label: 'Nadie' },
      { value: '!ana', label: 'Todos menos yo' },
      { value: 'beto', label: 'Beto Díaz' },
    ]);
  });

  it('alerts the person in charge once when the next contact is due, and skips older ones', async () => {
    const dueSince = async (days: number) =>
      (await CONTACT_DUE.find(services, { since: new Date(Date.now() - days * 24 * HOUR_MS), most: 10 })).map(({ path, to }) => ({
        path,
        to,
      }));
    const due = { path: 'cotizaciones/hoy', to: ['beto'] };
    expect(await dueSince(1)).toEqual([due]);
    expect(await dueSince(3)).toEqual([due, { path: 'cotizaciones/vencida', to: ['beto'] }]);
    await sql.query(`INSERT INTO alert_sources (kind, source, at) VALUES ('contact', $1, now())`, [`hoy ${today} beto`]);
    expect(await dueSince(1)).toEqual([]);
  });

  it('stores both without touching other fields, and shows them in list and record at once', async () => {
    await put('dada');
    const { updatedAt: _then, ...before } = await stored('dada');
    await quotes.careForQuote({ actor, id: 'dada', values: { responsable: 'beto', proximoContacto: addDays(today, 1) } });
    const { updatedAt: _now, updatedBy: _saver, ...after } = await stored('dada');
    expect(after).toEqual({ ...before, responsable: 'beto', proximoContacto: addDays(today, 1) });
    expect(await quotes.getQuote({ actor, id: 'dada' })).toMatchObject({ ownerName: 'Beto Díaz', proximoContacto: addDays(today, 1) });
    expect((await find('responsable=beto&agencia=a1')).rows).toMatchObject([{ id: 'dada', ownerName: 'Beto Díaz' }]);
    const { events } = await quotes.findQuoteStory({ actor, id: 'dada', ...ALL });
    expect(events).toMatchObject([
      { who: actor.name, did: `puso Beto Díaz en «A cargo de» y puso ${formatDay(addDays(today, 1))} en «Próximo contacto»` },
    ]);
  });

  it('links agency, people and member only while they exist and for people who may open their pages', async () => {
    await put('enlazada', { responsable: 'beto', registradaPor: 'nadie', asociadoId: 'socio' });
    await sql.query(
      `INSERT INTO clientes (id, nombre, agencia, search_text, "createdAt", source_version) VALUES ('socio', 'Eva', 'a2', '', now(), 1)`,
    );
    const pagesFor = async (person: typeof actor) => (await quotes.getQuote({ actor: person, id: 'enlazada' })).pages;
    const all = {
      agency: '/locations/list-agencies/a1',
      author: null,
      member: '/customers/list-customers/socio',
      owner: '/users/list-users/beto',
    };
    expect(await pagesFor(actor)).toEqual(all);
    expect(await pagesFor(testEditor({}, ['quotes', 'users']))).toEqual({ ...all, agency: null, member: null });
    expect(await pagesFor(testEditor({ agencyId: 'a1', ownAgencyOnly: true }))).toEqual({ ...all, member: null });
    for (const gone of ['"isActive" = FALSE', '"isActive" = TRUE, source_deleted = TRUE']) {
      await sql.query(`UPDATE agencias SET ${gone} WHERE id = 'a1'`);
      expect([gone, (await pagesFor(actor)).agency]).toEqual([gone, null]);
    }
    await sql.query(`UPDATE agencias SET source_deleted = FALSE WHERE id = 'a1'`);
  });

  it.each([
    ['somebody without the screen', { responsable: 'eva' }, 'responsable', 'Eva no abre «Prospecciones». Elija a otra.'],
    ['somebody who only looks there', { responsable: 'mirta' }, 'responsable', 'Mirta solo mira «Prospecciones». Elija a otra.'],
    ['somebody who left', { responsable: 'ido' }, 'responsable', 'La persona no existe o está desactivada. Elija a otra.'],
    [
      'a day that is over',
      { proximoContacto: addDays(today, -1) },
      'proximoContacto',
      'Elija para el próximo contacto hoy o un día que venga.',
    ],
    [
      'what is no day',
      { proximoContacto: 'mañana' },
      'proximoContacto',
      'Escriba una fecha que exista en «Próximo contacto», como 31/12/2026.',
    ],
  ])('refuses %s at its field', async (_what, values, field, sentence) => {
    const error = await failureOf(quotes.careForQuote({ actor, id: 'libre', values }));
    expect([error.code, error.fields]).toEqual(['invalid-input', { [field]: [sentence] }]);
  });

  it('finds no deleted quote and none of another agency for a person limited to their own agency', async () => {
    await put('ajena', { agencia: 'sur' });
    await put('ida', { agencia: 'norte', isActive: false });
    const own = testEditor({ agencyId: 'norte', ownAgencyOnly: true });
    for (const id of ['ajena', 'ida', 'no-existe']) {
      const care = quotes.careForQuote({ actor: own, id, values: { proximoContacto: addDays(today, 1) } });
      expect([id, (await failureOf(care)).code]).toEqual([id, 'not-found']);
      expect([id, (await failureOf(quotes.getCare({ actor: own, id }))).code]).toEqual([id, 'not-found']);
      expect([id, (await failureOf(quotes.findQuoteStory({ actor: own, id, ...ALL }))).code]).toEqual([id, 'not-found']);
    }
    // As lists read the agency that another program stored.
    for (const [agencia, agencyId] of [
      ['agencias/norte', 'norte'],
      [{ id: 'norte' }, 'norte'],
      [3, '3'],
    ] as const) {
      await put('de-otra-app', { agencia });
      expect(await quotes.getCare({ actor: { ...own, agencyId }, id: 'de-otra-app' })).toBeDefined();
      expect((await failureOf(quotes.getCare({ actor: { ...own, agencyId: 'sur' }, id: 'de-otra-app' }))).code).toBe('not-found');
    }
    // Also where an act is taken back.
    expect((await failureOf(setCare(services, { actor: testEditor({}, ['home']), id: 'libre', values: {} }))).code).toBe('forbidden');
  });

  it('rejects a person in charge limited to another agency, and moving their quote to another agency', async () => {
    await put('del-sur', { agencia: 'sur', registradaPor: 'ana' });
    await put('del-norte', { agencia: 'norte', registradaPor: 'ana' });
    const give = (id: string, values: Record<string, string>) => quotes.careForQuote({ actor, id, values });
    const refused = async (asked: Promise<unknown>) => (await failureOf(asked)).fields;
    expect(await refused(give('del-sur', { responsable: 'nora' }))).toEqual({
      responsable: ['Nora solo ve lo de su agencia. Elija a otra.'],
    });
    await give('del-norte', { responsable: 'nora' });
    expect(await stored('del-norte')).toMatchObject({ responsable: 'nora' });
    await documents.main.set('agencias/sur', { nombre: 'Agencia Sur' });
    expect(await refused(give('del-norte', { agencia: 'sur' }))).toEqual({
      agencia: ['La tiene a su cargo Nora, que solo ve lo de su agencia. Elija también quién queda a cargo.'],
    });
    await give('del-norte', { agencia: 'sur', responsable: 'beto' });
    const typed = { tipo: 'ahorro_plazo', nombre: 'Rosa', telefono: '44105000', agencia: 'sur', responsable: 'nora' };
    expect(await refused(quotes.createQuote({ actor, values: typed, formToken: '' }))).toEqual({
      responsable: ['Nora solo ve lo de su agencia. Elija a otra.'],
    });
    const offered = async (agencia: string) => (await quotes.findOwnerCandidates({ actor, agencia })).find(({ value }) => value === 'nora');
    expect(await offered('sur')).toEqual({ value: 'nora', label: 'Nora (solo ve lo de su agencia)', disabled: true });
    expect(await offered('norte')).toEqual({ value: 'nora', label: 'Nora' });
    // Another of that name, where no name of an agency or position tells them apart.
    await putStaffRow(sql, { id: 'nora2', name: 'Nora', role: 'admin', agency: '', email: 'nora.tzoc@demo.coop' });
    expect(await offered('norte')).toEqual({ value: 'nora', label: 'Nora · nora@demo.coop' });
  });

  it('rejects a next contact on a closed quote, and a concurrent change of the same field as a conflict', async () => {
    await put('cerrada', { estado: false });
    const contact = { proximoContacto: addDays(today, 1) };
    expect((await failureOf(quotes.careForQuote({ actor, id: 'cerrada', values: contact }))).fields).toHaveProperty('proximoContacto');
    await put('dos', { responsable: 'beto' });
    const mine = { actor, id: 'dos', ifVersion: 'old', base: { responsable: '' }, values: { responsable: 'ana' } };
    expect((await failureOf(quotes.careForQuote(mine))).code).toBe('conflict');
    expect(await stored('dos')).toMatchObject({ responsable: 'beto' });
  });

  it('hands over only quotes of the agency to which the next person is limited', async () => {
    await put('suya', { responsable: 'ido', agencia: 'norte' });
    await put('lejana', { responsable: 'ido', agencia: 'sur', nombre: 'Zoila' });
    const call = { actor, ids: ['suya', 'lejana'], from: 'ido', to: 'nora', formToken: '' };
    expect(await HELD_QUOTES.handOver?.(services, call)).toEqual([
      { id: 'lejana', title: 'Zoila', reason: 'Nora solo ve lo de su agencia' },
    ]);
    expect([(await stored('suya'))['responsable'], (await stored('lejana'))['responsable']]).toEqual(['nora', 'ido']);
  });

  it('hands over only to people who may change «Prospecciones», and names the quotes that stay', async () => {
    await put('herencia', { responsable: 'ido', nombre: 'Zoila' });
    const call = { actor, ids: ['herencia'], from: 'ido', formToken: '' };
    expect(await HELD_QUOTES.handOver?.(services, { ...call, to: 'eva' })).toEqual([
      { id: 'herencia', title: 'Zoila', reason: 'Eva no abre «Prospecciones»' },
    ]);
    expect(await HELD_QUOTES.handOver?.(services, { ...call, to: 'mirta' })).toMatchObject([{ reason: 'Mirta solo mira «Prospecciones»' }]);
    expect(await HELD_QUOTES.handOver?.(services, { ...call, to: 'beto' })).toEqual([]);
    expect(await stored('herencia')).toMatchObject({ responsable: 'beto' });
    // Nor is it touched, or named, by who does not see it.
    const own = testEditor({ agencyId: 'norte', ownAgencyOnly: true });
    for (const to of ['eva', 'ana'])
      expect((await failureOf(HELD_QUOTES.handOver?.(services, { ...call, actor: own, from: 'beto', to }) ?? Promise.resolve())).code).toBe(
        'not-found',
      );
    // It is not of who leaves any more.
    expect(await HELD_QUOTES.handOver?.(services, { ...call, to: 'ana' })).toEqual([]);
    expect(await stored('herencia')).toMatchObject({ responsable: 'beto' });
  });
});

describe('a quote entered by staff', () => {
  const typed = { tipo: 'ahorro_plazo', nombre: 'Rosa Xol', telefono: '4410 5000', monto: 5_000, agencia: 'a1', responsable: 'ana' };

  it('is stored as from the mobile app, pending with an empty log and its author, once for a form sent twice', async () => {
    await documents.main.set('agencias/a1', { nombre: 'Agencia Central' });
    const call = { actor, values: typed, formToken: NEW_TOKEN };
    const [{ id }, again] = await Promise.all([quotes.createQuote(call), quotes.createQuote(call)]);
    expect(again).toEqual({ id });
    expect(await stored(id)).toMatchObject({ ...typed, estado: true, bitacora: [], isActive: true, registradaPor: 'ana' });
    expect((await find('q=rosa+xol')).rows.map((row) => row.id)).toEqual([id]);
    await quotes.followUpQuote({ actor, id, values: { etapa: 'Llamada', comentario: 'x', cambio: '' }, formToken: '' });
    expect(await quotes.getQuote({ actor, id })).toMatchObject({ authorName: 'Ana Pérez', followUps: [{ etapa: 'Llamada' }] });
  });

  it('is rejected with every error at its field', async () => {
    const refusal = async (values: object) =>
      Object.keys((await failureOf(quotes.createQuote({ actor, values: { ...typed, ...values }, formToken: '' }))).fields ?? {});
    expect(await refusal({ tipo: '', nombre: ' ', monto: -1 })).toEqual(['nombre', 'tipo', 'monto']);
    expect(await refusal({ monto: 10_000.505, cuota: 0.001 })).toEqual(['monto', 'cuota']);
    expect(await refusal({ telefono: '', correo: '' })).toEqual(['telefono']);
    const yesterday = addDays(today, -1);
    expect(await refusal({ tipo: '', nombre: '', telefono: '', correo: '', proximoContacto: yesterday })).toEqual([
      'nombre',
      'tipo',
      'telefono',
      'proximoContacto',
    ]);
    expect(await refusal({ nombre: '', telefono: '', correo: 'nada' })).toEqual(['nombre', 'correo']);
    expect(await refusal({ proximoContacto: yesterday })).toEqual(['proximoContacto']);
    expect(await refusal({ responsable: 'eva' })).toEqual(['responsable']);
    expect(await refusal({ agencia: 'nunca' })).toEqual(['agencia']);
    expect(await refusal({ bitacora: [] })).toEqual(['']);
  });

  it('can be corrected under the same rules, unlike a quote from the mobile app', async () => {
    const { id } = await quotes.createQuote({ actor, values: typed, formToken: '' });
    await quotes.careForQuote({ actor, id, values: { telefono: '5555 6666', tipo: 'prestamo', tipoPrestamo: 'fiduciario' } });
    expect(await stored(id)).toMatchObject({
      telefono: '5555 6666',
      tipoPrestamo: 'fiduciario',
      nombre: 'Rosa Xol',
      estado: true,
      bitacora: [],
    });
    expect((await find('q=5555+6666')).rows.map((row) => row.id)).toContain(id);
    const refusal = async (of: string, values: object) =>
      Object.keys((await failureOf(quotes.careForQuote({ actor, id: of, values: values as Record<string, unknown> }))).fields ?? {});
    expect(await refusal(id, { telefono: '' })).toEqual(['telefono']);
    const wrong = { nombre: '', telefono: '', correo: '', proximoContacto: '2020-01-31', monto: -1 };
    expect((await refusal(id, wrong)).sort()).toEqual(['monto', 'nombre', 'proximoContacto', 'telefono']);
    expect(await refusal(id, { agencia: 'nunca' })).toEqual(['agencia']);
    const untouched = { correo: 'no tiene', monto: -5, cuota: 250.125 };
    await documents.main.update(`cotizaciones/${id}`, untouched);
    await quotes.careForQuote({ actor, id, values: { nombre: 'Rosa Xol Caal', ...untouched } });
    expect(await stored(id)).toMatchObject({ nombre: 'Rosa Xol Caal', ...untouched });
    expect(await refusal(id, { ...untouched, correo: 'tampoco' })).toEqual(['correo']);
    expect(await refusal(id, { ...untouched, cuota: 250.126 })).toEqual(['cuota']);
    expect(await refusal(id, { estado: false })).toEqual(['']);
    await put('enviada');
    const before = await stored('enviada');
    expect(await refusal('enviada', { nombre: 'Otra', responsable: 'beto' })).toEqual(['nombre']);
    expect(await stored('enviada')).toEqual(before);
  });

  it('drops the loan type of anything but a loan', async () => {
    const { id } = await quotes.createQuote({ actor, values: { ...typed, tipoPrestamo: 'fiduciario' }, formToken: '' });
    expect(await stored(id)).toMatchObject({ tipoPrestamo: '' });
  });
});

describe('the outcome of a quote', () => {
  const follow = (id: string, values: Readonly<Record<string, string>>) =>
    quotes.followUpQuote({ actor, id, formToken: '', values: { etapa: 'Llamada', comentario: 'x', cambio: '', ...values } });
  const changed = async (id: string, values: Readonly<Record<string, string>>) => {
    const before = await stored(id);
    await follow(id, values);
    const after = await stored(id);
    return Object.keys(after)
      .filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]) && name !== 'updatedAt')
      .sort();
  };

  beforeAll(async () => {
    await sql.query(
      `INSERT INTO clientes (id, codigo, nombre, search_text, "createdAt", source_version) VALUES ('c1', 'A-011828', 'Marta López', $1, now(), 1)`,
      [searchText([], ['A-011828', 'Marta López'])],
    );
  });

  it.each([
    ['2024-03-05T15:04:05.000Z', /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
    ['05/03/2024 15:04', /^\d\d\/\d\d\/20\d\d \d\d:\d\d$/],
  ])('is told in a log of times like %s in the same form', async (fecha, form) => {
    await put('textos', { bitacora: [{ fecha, usuario: 'App', etapa: 'Llamada', comentario: '' }] });
    await follow('textos', {});
    const { followUps } = await quotes.getQuote({ actor, id: 'textos' });
    expect((await stored('textos'))['bitacora']).toEqual([
      expect.objectContaining({ fecha }),
      expect.objectContaining({ fecha: expect.stringMatching(form) }),
    ]);
    expect(Date.now() - Date.parse(followUps[0]?.at ?? '')).toBeLessThan(120_000);
  });

  it('is won, then lost with a reason, then cleared when reopened, and only changed fields are written', async () => {
    await put('vida');
    expect(await changed('vida', { resultado: 'ganada' })).toEqual(['bitacora', 'estado', 'resultado']);
    expect(await quotes.getQuote({ actor, id: 'vida' })).toMatchObject({ estado: false, outcome: 'ganada' });
    expect(await changed('vida', { resultado: 'perdida', motivoPerdida: 'Otro' })).toEqual(['bitacora', 'motivoPerdida', 'resultado']);
    expect(await changed('vida', { etapa: 'Visita' })).toEqual(['bitacora']);
    await put('rechazo', { agencia: 'norte' });
    expect(await changed('rechazo', { etapa: 'Rechazada', motivoPerdida: 'Otro' })).toEqual([
      'bitacora',
      'estado',
      'motivoPerdida',
      'resultado',
    ]);
    expect(await quotes.getQuote({ actor, id: 'rechazo' })).toMatchObject({ estado: false, outcome: 'perdida', motivoPerdida: 'Otro' });
    expect((await find('resultado=perdida&agencia=a1&q=maria')).rows).toMatchObject([
      { id: 'vida', outcome: 'perdida', motivoPerdida: 'Otro' },
    ]);
    await follow('vida', { cambio: 'reabrir' });
    expect(await stored('vida')).toMatchObject({ estado: true, resultado: '', motivoPerdida: '' });
    // A visit that changed nothing else stands in the log alone.
    const { events } = await quotes.findQuoteStory({ actor, id: 'vida', ...ALL });
    expect(events.map(({ did, changes }) => [did, ...changes.map(({ label, before, after }) => [label, before, after])])).toEqual([
      ['la reabrió', ['Resultado', 'Perdida', ''], ['Motivo de la pérdida', 'Otro', '']],
      ['cambió Resultado de Ganada a Perdida y puso Otro en «Motivo de la pérdida»'],
      ['la cerró', ['Resultado', '', 'Ganada']],
    ]);
  });

  it('stores the member found by code, and lists the quote among those of the member', async () => {
    await put('socia');
    await follow('socia', { resultado: 'asociado', asociadoId: 'A-011828' });
    expect(await stored('socia')).toMatchObject({ estado: false, resultado: 'asociado', asociadoId: 'c1' });
    expect(await quotes.findQuotesOfMember({ actor, memberId: 'c1' })).toMatchObject([{ id: 'socia', tipo: 'prestamo' }]);
  });

  it('is rejected without its reason or member, and forbidden with a member for people without that menu', async () => {
    await put('mal');
    expect((await failureOf(follow('mal', { resultado: 'perdida' }))).fields).toEqual({ motivoPerdida: ['Elija por qué se perdió.'] });
    // «Rechazada» says the same as «Perdida», so it needs a reason too, and cannot be a success.
    expect((await failureOf(follow('mal', { etapa: 'Rechazada' }))).fields).toEqual({ motivoPerdida: ['Elija por qué se perdió.'] });
    for (const resultado of ['ganada', 'asociado'])
      expect((await failureOf(follow('mal', { etapa: 'Rechazada', resultado, asociadoId: 'A-011828' }))).fields).toEqual({
        resultado: [expect.stringContaining('«Rechazada» contradice el resultado')],
      });
    const all = { comentario: ' ', resultado: 'perdida', proximoContacto: '2020-01-31' };
    expect(Object.keys((await failureOf(follow('mal', all))).fields ?? {}).sort()).toEqual([
      'comentario',
      'motivoPerdida',
      'proximoContacto',
    ]);
    expect((await failureOf(follow('mal', { resultado: 'asociado' }))).fields).toEqual({ asociadoId: ['Complete «Asociado».'] });
    expect((await failureOf(follow('mal', { resultado: 'asociado', asociadoId: 'nadie' }))).fields).toHaveProperty('asociadoId');
    expect((await failureOf(follow('mal', { resultado: 'ganada', cambio: 'reabrir' }))).fields).toHaveProperty('resultado');
    const values = { etapa: 'Llamada', comentario: 'x', cambio: '', resultado: 'asociado', asociadoId: 'c1' };
    const other = quotes.followUpQuote({ actor: testEditor({}, ['quotes']), id: 'mal', formToken: '', values });
    expect((await failureOf(other)).code).toBe('forbidden');
    expect(await stored('mal')).toMatchObject({ estado: true, bitacora: [] });
  });

  it('finds no member of another agency, by code, id or name, for a role limited to its own agency', async () => {
    await put('propia', { agencia: 'norte' });
    const own = testEditor({ agencyId: 'norte', ownAgencyOnly: true });
    for (const asociadoId of ['A-011828', 'c1', 'marta', 'Marta López']) {
      const values = { etapa: 'Llamada', comentario: 'x', cambio: '', resultado: 'asociado', asociadoId };
      const { fields } = await failureOf(quotes.followUpQuote({ actor: own, id: 'propia', formToken: '', values }));
      expect(fields, asociadoId).toEqual({ asociadoId: ['Ningún asociado tiene el código, DPI o nombre escrito en «Asociado».'] });
    }
    await sql.query(`UPDATE clientes SET agencia = 'norte' WHERE id = 'c1'`);
    const values = { etapa: 'Llamada', comentario: 'x', cambio: '', resultado: 'asociado', asociadoId: 'A-011828' };
    await quotes.followUpQuote({ actor: own, id: 'propia', formToken: '', values });
    expect(await stored('propia')).toMatchObject({ asociadoId: 'c1' });
    const memberFor = async (person: typeof own) => {
      const { memberName, pages } = await quotes.getQuote({ actor: person, id: 'propia' });
      return [memberName, pages.member];
    };
    const there = ['Marta López', '/customers/list-customers/c1'];
    expect(await memberFor(own)).toEqual(there);
    await sql.query(`UPDATE clientes SET agencia = 'sur' WHERE id = 'c1'`);
    expect(await memberFor(own)).toEqual(['', null]);
    expect(await memberFor(actor)).toEqual(there);
  });

  it('follows from the last stage where no program stored one', async () => {
    const entry = { fecha: new Date(), usuario: 'App', comentario: '' };
    for (const etapa of ['Rechazada', 'Aprobada', 'Visita']) await put(etapa, { estado: false, bitacora: [{ ...entry, etapa }] });
    const outcomes = await Promise.all(
      ['Rechazada', 'Aprobada', 'Visita'].map(async (id) => (await quotes.getQuote({ actor, id })).outcome),
    );
    expect(outcomes).toEqual(['perdida', 'ganada', '']);
  });

  it('clears a due next contact with the follow-up, keeps a future one and stores a new one', async () => {
    await put('turno', { proximoContacto: today });
    expect(await changed('turno', {})).toEqual(['bitacora', 'proximoContacto']);
    await follow('turno', { proximoContacto: '31/12/2099' });
    expect(await changed('turno', {})).toEqual(['bitacora']);
    expect(await stored('turno')).toMatchObject({ proximoContacto: '2099-12-31' });
    expect(await changed('turno', { etapa: 'Cerrada' })).toEqual(['bitacora', 'estado', 'proximoContacto']);
  });
});
