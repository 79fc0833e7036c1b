import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BULK_MAX, NONE } from '../../domain/bulk.ts';
import type { MenuId } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { PRODUCTS_URL } from '../../domain/products.ts';
import type { BulkAct, CurrentValue } from '../../lists/bulk-act.ts';
import type { DeclaredList } from '../../lists/declared-list.ts';
import { createLog } from '../../platform/log/log.ts';
import { storeUnavailable } from '../../ports/documents/document-errors.ts';
import { createQueues } from '../../ports/queue/create-queues.ts';
import { openFor } from '../../records/declared-record.ts';
import { REGISTRIES } from '../../registries.ts';
import type { Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { afterFile } from '../../testing/after-file.ts';
import { failureOf } from '../../testing/failures.ts';
import { withSlowInserts } from '../../testing/slow-inserts.ts';
import { createStoresFixture, type StoresFixture } from '../../testing/stores-fixture.ts';
import { applyImport } from './apply-import.ts';
import { createBulk, type Bulk } from './index.ts';
import { enqueueUnfinishedRuns, forgetOldRuns } from './maintain-bulk-runs.ts';
import { performBulk, performNextBulk } from './perform-bulk.ts';
import { RUN_ENDED } from './run-alerts.ts';

const FILES = '/briefcase/list-briefcase';
const OFFERS = '/job-offers/list-job-offer';
const QUOTES = '/quotes/list-quotes';
const never = new AbortController().signal;

let stores: StoresFixture;
let services: Services;
let bulk: Bulk;
let rosa: Staff;
let tokens = 0;

const stored = async (path: string) => (await stores.services.documents.main.get(path))?.data ?? {};
const auditOf = async (path: string) =>
  (await stores.services.documents.main.query({ collection: 'auditoria' })).filter(({ data }) => data['targetPath'] === path);
const staff = async (id: string): Promise<Staff> => {
  const found = await loadStaff(stores.services, { uid: id, sessionId: '' });
  if (!found) throw new Error(`nobody is ${id}`);
  return found;
};
const start = (url: string, act: string, ids: readonly string[], typed: Record<string, string> = {}, more: object = {}) =>
  bulk.startBulk({ actor: rosa, url, params: new URLSearchParams(), act, ids, all: false, confirmed: true, typed, formToken: '', ...more });
const ended = async () => (await RUN_ENDED.find(services, { since: new Date(0), most: 10 })).map(({ to, path }) => ({ to, path }));
const refusedOf = async (id: string) =>
  (await bulk.getBulk({ actor: rosa, id })).refused.flatMap(({ reason, records }) => records.map((record) => [record.id, reason]));

async function setRole(id: string, menus: readonly MenuId[], folders: readonly string[] = ['actas', 'cartas']): Promise<void> {
  await stores.put('main', `roles/${id}`, { title: id, isActive: true });
  await stores.put('main', `permisos_rol/${id}`, { menus: [...menus] });
  await stores.put('main', `usuarios/${id}`, {
    name: `Persona ${id}`,
    email: `${id}@demo.coop`,
    role: id,
    state: true,
    briefcase_permissions: { folders: [...folders] },
  });
}

beforeAll(async () => {
  stores = await createStoresFixture();
  const log = createLog({ level: 'silent', process: 'test' });
  const queues = createQueues({ queue: { kind: 'postgres', url: stores.url } }, log);
  afterFile(() => queues.close());
  services = { ...stores.services, log, queues };
  bulk = createBulk(services);
  await stores.put('main', 'agencias/central', { nombre: 'Agencia Central', estado: true });
  await stores.put('main', 'agencias/norte', { nombre: 'Agencia Norte', estado: true });
  for (const folder of ['actas', 'cartas', 'ajena'])
    await stores.put('main', `maletin_carpetas/${folder}`, { nombre: folder, estado: true });
  await stores.put('main', 'maletin_tipos_documento/imagen', { nombre: 'Imagen', extensiones: ['png'], estado: true });
  await setRole('rosa', ['home', 'briefcase-files', 'job-offers', 'quotes']);
  await setRole('otra', ['home']);
});

beforeEach(async () => {
  await stores.services.sql.query('DELETE FROM bulk_runs');
  await stores.services.sql.query('DELETE FROM snapshot_work');
  rosa = await staff('rosa');
});

async function putFiles(prefix: string, folders: readonly string[], ending = 'pdf'): Promise<string[]> {
  const ids = folders.map((_folder, index) => `${prefix}${index}`);
  for (const [index, id] of ids.entries())
    await stores.put('main', `maletin_archivos/${id}`, {
      nombre: `${id}.${ending}`,
      carpetaId: folders[index] ?? '',
      tipoDocumentoId: 'imagen',
      url: `/${id}`,
    });
  return ids;
}

async function putOffers(prefix: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_unused, index) => `${prefix}${index}`);
  for (const id of ids) await stores.put('main', `plazas_vacantes/${id}`, { nombre: `Plaza ${id}`, agencia: 'central', estado: true });
  return ids;
}

describe('a bulk act on a selection', () => {
  it('changes and audits each record by itself, and lists the records that it could not change', async () => {
    const ids = await putFiles('mueve', ['actas', 'actas', 'cartas', 'ajena']);
    const told = await start(FILES, 'move', [...ids, 'ninguno'], { carpetaId: 'cartas' });
    expect(told).toMatchObject({ state: 'done', hasRefused: true, canUndo: true, outcomes: { done: 2, same: 1, refused: 2 } });
    expect(told.sentence).toBe('Se movieron 2 archivos a «cartas». 1 ya estaba así. No se pudo con 2 archivos.');
    const missing = 'El archivo no existe o usted no tiene acceso a su carpeta.';
    expect(await refusedOf(told.id)).toEqual([
      ['mueve3', missing],
      ['ninguno', missing],
    ]);
    // Of what the person may not see, not even the name is told.
    expect((await bulk.getBulk({ actor: rosa, id: told.id })).refused).toEqual([
      {
        reason: missing,
        count: 2,
        records: [
          { id: 'mueve3', name: '' },
          { id: 'ninguno', name: '' },
        ],
      },
    ]);
    expect(await Promise.all(ids.map(async (id) => (await stored(`maletin_archivos/${id}`))['carpetaId']))).toEqual([
      'cartas',
      'cartas',
      'cartas',
      'ajena',
    ]);
    expect(await Promise.all(ids.map(async (id) => (await auditOf(`maletin_archivos/${id}`)).length))).toEqual([1, 1, 0, 0]);
  });

  it('groups what was refused by reason, the most frequent first, and names some records of each', async () => {
    await stores.services.sql.query(
      `WITH run AS (INSERT INTO bulk_runs (id, user_id, url, search, act, asked, chosen, request_id, total, state)
         VALUES ('motivos', 'rosa', $1, '', 'hide', '{}', '', '', 1500, 'done') RETURNING id)
       INSERT INTO bulk_items (run_id, place, record_id, outcome, name, reason)
       SELECT run.id, i, 'r' || i, 'refused', 'R ' || i, CASE WHEN i <= 3 THEN 'Raro.' WHEN i <= 30 THEN 'Menos.' ELSE 'Más.' END
       FROM run, generate_series(1, 1500) i`,
      [OFFERS],
    );
    const { refused } = await bulk.getBulk({ actor: rosa, id: 'motivos' });
    expect(refused.map(({ reason, count, records }) => [reason, count, records.length])).toEqual([
      ['Más.', 1470, 977],
      ['Menos.', 27, 20],
      ['Raro.', 3, 3],
    ]);
    expect(refused[2]?.records).toEqual([1, 2, 3].map((i) => ({ id: `r${i}`, name: `R ${i}` })));
  });

  it('refuses a record whose own rules forbid the change, and changes the others', async () => {
    await stores.put('main', 'maletin_tipos_documento/papel', { nombre: 'Papel', extensiones: ['pdf'], estado: true });
    const [picture = '', paper = ''] = [...(await putFiles('foto', ['actas'], 'png')), ...(await putFiles('papel', ['actas']))];
    const told = await start(FILES, 'change-type', [picture, paper], { tipoDocumentoId: 'papel' });
    expect(told.outcomes).toMatchObject({ done: 1, refused: 1 });
    expect(await refusedOf(told.id)).toEqual([[picture, expect.stringContaining('Papel')]]);
  });

  it('can be undone as a whole, except for records that were changed since', async () => {
    const ids = await putFiles('vuelve', ['actas', 'actas', 'cartas']);
    const told = await start(FILES, 'move', ids, { carpetaId: 'cartas' });
    await stores.put('main', `maletin_archivos/${ids[1]}`, { ...(await stored(`maletin_archivos/${ids[1]}`)), carpetaId: 'ajena' });
    const undone = await bulk.undoBulk({ actor: rosa, id: told.id });
    expect(undone).toMatchObject({ state: 'undone', canUndo: false, outcomes: { undone: 1, kept: 1, same: 1 } });
    expect(undone.sentence).toBe('Se deshizo: 1 archivo volvió a como estaba. 1 archivo quedó sin deshacer, cambiado después.');
    expect(await Promise.all(ids.map(async (id) => (await stored(`maletin_archivos/${id}`))['carpetaId']))).toEqual([
      'actas',
      'ajena',
      'cartas',
    ]);
    // Again, it changes nothing.
    expect(await bulk.undoBulk({ actor: rosa, id: told.id })).toEqual(undone);
    expect((await auditOf(`maletin_archivos/${ids[0]}`)).length).toBe(2);
  });

  it('is done once when the same form is sent twice, and again for another choice on the same page', async () => {
    const ids = await putOffers('doble', 2);
    const formToken = `token-de-la-pagina-${(tokens += 1)}`;
    const twice = await Promise.all([1, 2].map(() => start(OFFERS, 'hide', ids, {}, { formToken })));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
    expect(await auditOf('plazas_vacantes/doble0')).toHaveLength(1);
    const other = await start(OFFERS, 'publish', ids, {}, { formToken });
    expect(other.outcomes.done).toBe(2);
  });

  it('sets visibility, agency and date of job offers, and undoing one leaves the others', async () => {
    const ids = await putOffers('oferta', 3);
    expect((await start(OFFERS, 'hide', ids)).sentence).toBe('Se ocultaron 3 plazas vacantes. La app no las muestra.');
    const moved = await start(OFFERS, 'change-agencia', ids, { agencia: 'norte' });
    expect(moved.sentence).toBe('Se cambió la agencia de 3 plazas vacantes: «Agencia Norte». La app no las muestra.');
    await start(OFFERS, 'change-fechaPapeleria', ids, { fechaPapeleria: '31/01/2030' });
    expect(await stored('plazas_vacantes/oferta1')).toMatchObject({ estado: false, agencia: 'norte', fechaPapeleria: '2030-01-31' });
    await stores.put('main', 'plazas_vacantes/oferta2', { ...(await stored('plazas_vacantes/oferta2')), agencia: 'sur' });
    await bulk.undoBulk({ actor: rosa, id: moved.id });
    expect(await stored('plazas_vacantes/oferta1')).toMatchObject({ estado: false, agencia: 'central', fechaPapeleria: '2030-01-31' });
    const cleared = await start(OFFERS, 'clear-fechaPapeleria', ids);
    expect(cleared.sentence).toMatch(/^Se quitó «Fecha de papelería» de 3 plazas vacantes\./);
    expect(await stored('plazas_vacantes/oferta1')).toMatchObject({ fechaPapeleria: '' });
    expect(await stored('plazas_vacantes/oferta2')).toMatchObject({ agencia: 'sur' });
  });

  it('assigns the prospects that the assignee may see, and gives the reason for the others', async () => {
    await setRole('propia', ['home', 'quotes']);
    await stores.put('main', 'roles/propia', { title: 'propia', isActive: true, soloAgencia: true });
    await stores.put('main', 'usuarios/propia', { name: 'Persona propia', role: 'propia', state: true, agency: 'norte' });
    for (const agencia of ['central', 'norte'])
      await stores.put('main', `cotizaciones/de-${agencia}`, { nombre: agencia, estado: true, agencia });
    const told = await start(QUOTES, 'hand-over', ['de-central', 'de-norte'], { responsable: 'propia' });
    expect(await refusedOf(told.id)).toEqual([['de-central', expect.stringContaining('Persona propia solo ve lo de su agencia')]]);
    expect((await stored('cotizaciones/de-norte'))['responsable']).toBe('propia');
    const freed = await start(QUOTES, 'hand-over', ['de-norte'], { responsable: NONE });
    expect(freed.sentence).toBe('Se dejó sin nadie a cargo 1 prospección.');
    expect((await stored('cotizaciones/de-norte'))['responsable']).toBe('');
  });

  it('on products changes only those of its service, ticked or all of a search, and can be undone', async () => {
    await setRole('vende', ['home', 'products']);
    rosa = await staff('vende');
    for (const service of ['ahorro', 'otro']) {
      await stores.put('main', `productos_servicios/${service}`, { nombre: service, estado: true });
      for (const id of ['p1', 'p2', 'p3'])
        await stores.put('main', `productos_servicios/${service}/productos/${id}`, { nombre: `Plan ${id}`, estado: true, orden: 1 });
    }
    const url = PRODUCTS_URL.replace(':id', 'ahorro');
    const statesOf = (service: string) =>
      Promise.all(['p1', 'p2', 'p3'].map(async (id) => (await stored(`productos_servicios/${service}/productos/${id}`))['estado']));
    const told = await start(url, 'deactivate', ['p1', 'p2', 'ninguno']);
    expect(told).toMatchObject({ outcomes: { done: 2, refused: 1 }, canUndo: true, source: url });
    expect(told.sentence).toMatch(/^Se desactivaron 2 productos\. .*La app no los muestra\.$/);
    expect([await statesOf('ahorro'), await statesOf('otro')]).toEqual([
      [false, false, true],
      [true, true, true],
    ]);
    expect(await auditOf('productos_servicios/ahorro/productos/p1')).toHaveLength(1);
    await bulk.undoBulk({ actor: rosa, id: told.id });
    expect(await statesOf('ahorro')).toEqual([true, true, true]);
    const all = await start(url, 'deactivate', [], {}, { all: true });
    expect(all.outcomes.done).toBe(3);
    expect([await statesOf('ahorro'), await statesOf('otro')]).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
    // Of no service at all, and under an address that is none.
    expect((await start(PRODUCTS_URL, 'deactivate', ['p1'])).outcomes).toMatchObject({ done: 0, refused: 1 });
    for (const wrong of ['a/b', '%E0%A4%A', ''])
      expect(await failureOf(start(PRODUCTS_URL.replace(':id', wrong), 'deactivate', ['p1']))).toMatchObject({ code: 'invalid-input' });
  });

  it('leaves a reading as it is when undoing it after others were asked too, and withdraws it where nobody was', async () => {
    const ids = await putFiles('lectura', ['actas', 'actas', 'actas']);
    const request = { hasta: '31/12/2030', motivo: 'Auditoría' };
    const told = await start(FILES, 'ask-reading', ids, { to: 'roles:rosa', ...request });
    expect(told.outcomes).toMatchObject({ done: 3 });
    await start(FILES, 'ask-reading', ['lectura0'], { to: 'personas:otra', ...request });
    const ofFolder = { ...(await stored('maletin_lecturas/lectura1')), carpeta: 'actas' };
    await stores.put('main', 'maletin_lecturas/lectura1', ofFolder);
    expect((await bulk.undoBulk({ actor: rosa, id: told.id })).outcomes).toMatchObject({ undone: 1, kept: 2 });
    const asked = { roles: ['rosa'], hasta: '2030-12-31', motivo: 'Auditoría' };
    expect(await stored('maletin_lecturas/lectura0')).toMatchObject({ ...asked, personas: ['otra'] });
    expect(await stored('maletin_lecturas/lectura1')).toMatchObject({ ...asked, carpeta: 'actas' });
    expect(await stored('maletin_lecturas/lectura2')).toMatchObject({ roles: [], hasta: '', motivo: '' });
  });

  it('does not alert a person again about a prospect that undoing gives back to them', async () => {
    await setRole('luz', ['home', 'quotes']);
    await stores.put('main', 'cotizaciones/vuelve', { nombre: 'Vuelve', estado: true, responsable: 'luz' });
    const toldOf = async () => {
      const entries = (await auditOf('cotizaciones/vuelve')).map(({ path }) => path);
      await stores.services.readModel.projectNow('main', entries);
      const sources = REGISTRIES.alertSources.filter(({ kind }) => kind === 'assigned');
      const found = await Promise.all(sources.map((source) => source.find(services, { since: new Date(0), most: 10 })));
      return found.flat().map(({ to }) => to);
    };
    const told = await start(QUOTES, 'hand-over', ['vuelve'], { responsable: 'rosa' }, { requestId: 'pedido-1' });
    expect(await toldOf()).toEqual([['rosa']]);
    await bulk.undoBulk({ actor: rosa, id: told.id });
    expect((await stored('cotizaciones/vuelve'))['responsable']).toBe('luz');
    expect(await toldOf()).toEqual([['rosa'], []]);
    // Another act gives it as new.
    await start(QUOTES, 'hand-over', ['vuelve'], { responsable: 'rosa' }, { requestId: 'pedido-2' });
    expect((await toldOf()).at(-1)).toEqual(['rosa']);
  });

  it('adds one log entry to each prospect, which cannot be undone', async () => {
    const before = { fecha: new Date('2026-01-01'), usuario: 'Beto', etapa: 'Llamada', comentario: 'Llamó' };
    for (const id of ['uno', 'dos']) await stores.put('main', `cotizaciones/${id}`, { nombre: id, estado: true, bitacora: [before] });
    const typed = { etapa: 'Documentación', comentario: 'Se pidió papelería' };
    const told = await start(QUOTES, 'follow-up', ['uno', 'dos'], typed);
    expect(told).toMatchObject({ canUndo: false, outcomes: { done: 2 } });
    expect((await stored('cotizaciones/uno'))['bitacora']).toEqual([before, expect.objectContaining(typed)]);
    expect((await failureOf(bulk.undoBulk({ actor: rosa, id: told.id }))).code).toBe('conflict');
    const lost = { etapa: 'Rechazada', comentario: 'No procede' };
    const unexplained = await failureOf(start(QUOTES, 'follow-up', ['uno'], lost));
    expect(unexplained.fields).toEqual({ motivoPerdida: ['Elija por qué se perdió.'] });
    await start(QUOTES, 'follow-up', ['uno'], { ...lost, motivoPerdida: 'Otro' });
    expect(await stored('cotizaciones/uno')).toMatchObject({ estado: false, resultado: 'perdida', motivoPerdida: 'Otro' });
    const empty = await failureOf(start(QUOTES, 'follow-up', ['uno'], { etapa: 'Otra', comentario: '' }));
    expect([empty.code, Object.keys(empty.fields ?? {}).sort()]).toEqual(['invalid-input', ['comentario', 'etapa']]);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['nothing selected', () => start(OFFERS, 'hide', []), 'invalid-input'],
    [
      'more than is done at all',
      () =>
        start(
          OFFERS,
          'hide',
          Array.from({ length: BULK_MAX + 1 }, (_unused, index) => `x${index}`),
        ),
      'invalid-input',
    ],
    ['an act that the list has not', () => start(OFFERS, 'move', ['a']), 'invalid-input'],
    ['a list that there is not', () => start('/no/hay', 'hide', ['a']), 'invalid-input'],
    ['nothing chosen', () => start(FILES, 'move', ['a'], { carpetaId: '' }), 'invalid-input'],
    ['no day', () => start(OFFERS, 'change-fechaPapeleria', ['a'], { fechaPapeleria: '' }), 'invalid-input'],
    ['nobody chosen', () => start(QUOTES, 'hand-over', ['a'], { responsable: '' }), 'invalid-input'],
    ['none where each must have one', () => start(OFFERS, 'change-agencia', ['a'], { agencia: NONE }), 'invalid-input'],
    ['what nobody is offered', () => start(FILES, 'move', ['a'], { carpetaId: 'ajena' }), 'invalid-input'],
    ['a day that there is not', () => start(OFFERS, 'change-fechaPapeleria', ['a'], { fechaPapeleria: '2030-02-31' }), 'invalid-input'],
    ['a menu that the person lacks', async () => start(OFFERS, 'hide', ['a'], {}, { actor: await staff('otra') }), 'forbidden'],
    ['choices of a menu that the person lacks', () => bulk.findBulkOptions({ actor: rosa, url: FILES, act: 'grant-access' }), 'forbidden'],
  ])('is refused for %s, and nothing is stored', async (_why, act, code) => {
    expect((await failureOf(act())).code).toBe(code);
    expect((await stores.services.sql.query('SELECT 1 FROM bulk_runs')).rows).toEqual([]);
  });

  it('answers not-found to another person who looks at it or undoes it', async () => {
    const told = await start(OFFERS, 'hide', await putOffers('mia', 1));
    const actor = await staff('otra');
    for (const look of [bulk.getBulk, bulk.describeRun, bulk.undoBulk])
      expect((await failureOf(look({ actor, id: told.id }))).code).toBe('not-found');
    expect((await failureOf(bulk.getBulk({ actor: rosa, id: 'no/es' }))).code).toBe('not-found');
  });
});

describe('a bulk act on all results of a search', () => {
  it('is the same act when its form is sent twice, whatever the search finds by then', async () => {
    await putOffers('repetida', 2);
    const more = { all: true, params: new URLSearchParams({ q: 'repetida' }), formToken: `token-de-la-pagina-${(tokens += 1)}` };
    const first = await start(OFFERS, 'hide', [], {}, more);
    await putOffers('repetida-luego', 1);
    const again = await start(OFFERS, 'hide', [], {}, { ...more, params: new URLSearchParams({ q: 'repetida', page: '2' }) });
    expect([again.id, again.total]).toEqual([first.id, 2]);
    expect(await stored('plazas_vacantes/repetida-luego0')).toMatchObject({ estado: true });
    const narrower = await start(OFFERS, 'hide', [], {}, { ...more, params: new URLSearchParams({ q: 'repetida-luego' }) });
    expect([narrower.id === first.id, narrower.total]).toEqual([false, 1]);
  });

  it('is done and undone by a worker, and alerts its person unless they saw it end', async () => {
    await putOffers('muchas', 120);
    await putOffers('nada', 1);
    const params = new URLSearchParams({ q: 'muchas', page: '2', sort: 'nombre' });
    const told = await start(OFFERS, 'hide', [], {}, { all: true, params });
    expect(told).toMatchObject({ state: 'waiting', isOver: false, sentence: '', total: 120, source: `${OFFERS}?q=muchas&sort=nombre` });
    expect((await failureOf(bulk.undoBulk({ actor: rosa, id: told.id }))).code).toBe('conflict');
    await performBulk(services, told.id, never);
    expect(await ended()).toEqual([]);
    await stores.services.sql.query(`UPDATE bulk_runs SET finished_at = now() - interval '1 minute'`);
    expect(await ended()).toEqual([{ to: ['rosa'], path: `bulk_runs/${told.id}` }]);
    expect(await openFor(services, rosa, `bulk_runs/${told.id}`)).toMatchObject({ name: 'la acción «Ocultar» con 120 plazas vacantes' });
    expect(await openFor(services, await staff('otra'), `bulk_runs/${told.id}`)).toBeNull();
    const done = await bulk.describeRun({ actor: rosa, id: told.id });
    expect(done).toMatchObject({ state: 'done', outcomes: { done: 120 } });
    // Who saw its end is not told.
    expect(await ended()).toEqual([]);
    expect((await stored('plazas_vacantes/nada0'))['estado']).toBe(true);
    expect(await bulk.undoBulk({ actor: rosa, id: told.id })).toMatchObject({ state: 'undoing' });
    await performBulk(services, told.id, never);
    expect(await bulk.describeRun({ actor: rosa, id: told.id })).toMatchObject({ state: 'undone', outcomes: { undone: 120 } });
    expect((await stored('plazas_vacantes/muchas7'))['estado']).toBe(true);
  });

  it('changes only records that the person sees, and none once the permission is gone', async () => {
    await putFiles('vista', ['actas', 'ajena', 'cartas']);
    const told = await start(FILES, 'move', [], { carpetaId: 'actas' }, { all: true, params: new URLSearchParams({ q: 'vista' }) });
    expect([told.total, told.outcomes]).toEqual([2, expect.objectContaining({ done: 1, same: 1 })]);
    await putOffers('tarde', 101);
    const late = await start(OFFERS, 'hide', [], {}, { all: true, params: new URLSearchParams({ q: 'tarde' }) });
    await setRole('rosa', ['home', 'briefcase-files']);
    await performBulk(services, late.id, never);
    await setRole('rosa', ['home', 'briefcase-files', 'job-offers', 'quotes']);
    expect((await bulk.describeRun({ actor: rosa, id: late.id })).outcomes).toMatchObject({ done: 0, refused: 101 });
    expect((await stored('plazas_vacantes/tarde0'))['estado']).toBe(true);
  });

  it('is limited to three waiting per person and to 10,000 records; 101 ticked records also wait for a worker', async () => {
    await putOffers('limite', 101);
    const many = () => start(OFFERS, 'hide', [], {}, { all: true, params: new URLSearchParams({ q: 'limite' }) });
    const outcomes = await withSlowInserts(stores.services.sql, 'bulk_runs', () => Promise.allSettled([1, 2, 3, 4, 5].map(many)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await failureOf(many())).code).toBe('too-many-requests');
    // An import is one of them.
    await stores.services.sql.query(
      `WITH one AS (INSERT INTO imports (id, user_id, url, file_name, request_id, state, total) VALUES ('cuarta', 'rosa', $1, 'plazas.xlsx', '', 'ready', 1))
       INSERT INTO import_rows (import_id, place, sheet, row_number, name, key, record_id, given, outcome, version, wanted, before)
       VALUES ('cuarta', 1, '', 2, 'Cuarta', 'a', '', '{}', 'new', '', '{"nombre":"Cuarta"}', NULL)`,
      [OFFERS],
    );
    const applied = applyImport(services, { actor: rosa, url: OFFERS, id: 'cuarta', onlyRight: false });
    expect((await failureOf(applied)).code).toBe('too-many-requests');
    expect((await stores.services.sql.query(`SELECT state FROM imports WHERE id = 'cuarta'`)).rows).toEqual([{ state: 'ready' }]);
    await stores.services.sql.query('DELETE FROM bulk_runs');
    // Ticked over several pages, more than are done at once are left to a worker as well.
    const ticked = await start(
      OFFERS,
      'hide',
      Array.from({ length: 101 }, (_unused, index) => `limite${index}`),
    );
    expect(ticked).toMatchObject({ state: 'waiting', total: 101 });
    // So many are confirmed once; as many as are done at once need no confirmation.
    expect(
      (await failureOf(start(OFFERS, 'hide', [], {}, { all: true, params: new URLSearchParams({ q: 'limite' }), confirmed: false })))
        .fields,
    ).toEqual({ confirmed: ['Marque la casilla: la acción alcanza a 101 plazas vacantes.'] });
    await stores.services.sql.query(
      `INSERT INTO plazas_vacantes (id, nombre, "createdAt", source_version, search_text)
       SELECT 'tope' || i, 'Tope', now(), 1, 'tope' FROM generate_series(1, $1) i`,
      [BULK_MAX + 1],
    );
    const failure = await failureOf(start(OFFERS, 'hide', [], {}, { all: true, params: new URLSearchParams({ q: 'tope' }) }));
    expect(failure).toMatchObject({ code: 'invalid-input', userMessage: expect.stringMatching(/^Seleccione hasta 10.000 plazas/) });
    await stores.services.sql.query(`DELETE FROM plazas_vacantes WHERE search_text = 'tope'`);
  });
});

it('takes the acts of several people in turns, whichever job comes first', async () => {
  await stores.services.sql.query(
    `INSERT INTO bulk_runs (id, user_id, url, search, act, asked, chosen, request_id, total, created_at)
     SELECT id, owner, $1, '', 'hide', '{}', '', '', 0, now() - make_interval(mins => minutes)
     FROM (VALUES ('primera', 'rosa', 4), ('segunda', 'rosa', 3), ('tercera', 'rosa', 2), ('ajena', 'otra', 1)) AS given(id, owner, minutes)`,
    [OFFERS],
  );
  const over: string[] = [];
  for (let job = 0; job < 4; job += 1) {
    await performNextBulk(services, never);
    const { rows } = await stores.services.sql.query<{ id: string }>(`SELECT id FROM bulk_runs WHERE state = 'done'`);
    over.push(...rows.map(({ id }) => id).filter((id) => !over.includes(id)));
  }
  expect(over).toEqual(['primera', 'ajena', 'segunda', 'tercera']);
});

describe('a bulk act that is interrupted', () => {
  const records = new Map<string, boolean>();
  const sets: string[] = [];
  let breakAt = '';
  let failure = new Error('cut off');
  let whenSet = (): Promise<unknown> => Promise.resolve();
  const act: BulkAct = {
    id: 'turn-on',
    label: 'Encender',
    icon: 'circle-check',
    done: ['Se encendió', 'Se encendieron'],
    findHeld: (_services, { ids }) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id): [string, CurrentValue][] => (records.has(id) ? [[id, { name: id, value: records.get(id) ?? null }]] : [])),
        ),
      ),
    wanted: () => true,
    async set(_services, { id, wanted }) {
      sets.push(id);
      await whenSet();
      if (id === breakAt) throw failure;
      records.set(id, wanted === true);
    },
  };
  const URL_OF_LAMPS = '/lamps';
  const offers = REGISTRIES.lists.find(({ url }) => url === OFFERS)?.asked;
  let lamps: Services;

  beforeAll(() => {
    if (!offers) throw new Error('offers cannot be asked');
    const list: DeclaredList = {
      url: URL_OF_LAMPS,
      open: () => Promise.reject(new Error('no file')),
      asked: { ...offers, noun: { singular: 'lámpara', plural: 'lámparas', gender: 'f' } },
      acts: [act],
    };
    lamps = { ...services, registries: { ...services.registries, lists: [list] } };
  });

  const startLamps = (ids: readonly string[], on = lamps, isLit: (id: string) => boolean = () => false) => {
    for (const id of ids) records.set(id, isLit(id));
    return createBulk(on).startBulk({
      actor: rosa,
      url: URL_OF_LAMPS,
      params: new URLSearchParams(),
      act: 'turn-on',
      ids,
      all: false,
      confirmed: true,
      typed: {},
      formToken: '',
    });
  };

  it('resumes where it stopped, changes each record once, and can still be undone completely', async () => {
    const ids = Array.from({ length: 50 }, (_unused, index) => `luz${String(index).padStart(2, '0')}`);
    breakAt = 'luz33';
    const ofLamps = createBulk(lamps);
    const told = await startLamps(ids, lamps, (id) => id.endsWith('0'));
    expect(told).toMatchObject({ isOver: false, state: 'working' });
    breakAt = '';
    // The next attempt waits a while.
    await stores.services.sql.query('UPDATE snapshot_work SET next_at = now(), lease_until = now()');
    await enqueueUnfinishedRuns(lamps);
    await performBulk(lamps, told.id, never);
    const done = await ofLamps.describeRun({ actor: rosa, id: told.id });
    expect(done).toMatchObject({ state: 'done', outcomes: { done: 45, same: 5, refused: 0 } });
    const changed = sets.filter((id) => id !== 'luz33' && !id.endsWith('0'));
    expect(new Set(changed).size).toBe(changed.length);
    await ofLamps.undoBulk({ actor: rosa, id: told.id });
    expect(ids.filter((id) => records.get(id))).toEqual(ids.filter((id) => id.endsWith('0')));
  });

  it('refuses the remaining records once the account of its person is deactivated', async () => {
    const ids = Array.from({ length: 101 }, (_unused, index) => `vela${index}`);
    const ofLamps = createBulk(lamps);
    const { id } = await startLamps(ids);
    whenSet = () => stores.put('main', 'usuarios/rosa', { name: 'Persona rosa', email: 'rosa@demo.coop', role: 'rosa', state: false });
    await performBulk(lamps, id, never);
    whenSet = () => Promise.resolve();
    await setRole('rosa', ['home', 'briefcase-files', 'job-offers', 'quotes']);
    expect((await ofLamps.describeRun({ actor: rosa, id })).outcomes).toMatchObject({ done: 20, refused: 81 });
  });

  it('is given up after six attempts, and says so for each record', async () => {
    breakAt = 'luz';
    const ofLamps = createBulk(lamps);
    const { id } = await startLamps(['luz']);
    for (let again = 0; again < 6; again += 1) {
      await stores.services.sql.query('UPDATE snapshot_work SET next_at = now(), lease_until = now()');
      await performBulk(lamps, id, never);
    }
    expect((await ofLamps.getBulk({ actor: rosa, id })).refused).toEqual([
      { reason: 'Se interrumpió 6 veces antes de terminar.', count: 1, records: [{ id: 'luz', name: '' }] },
    ]);
  });

  it('waits while a service does not answer, longer each time up to an hour, and goes on when it is back', async () => {
    const { sql } = stores.services;
    breakAt = 'farol';
    failure = storeUnavailable('Firestore is away', undefined);
    const ofLamps = createBulk(lamps);
    const { id } = await startLamps(['farol']);
    const pauses = [];
    for (const since of ['1 second', '10 minutes', '1 day', '1 day', '1 day', '1 day', '1 day', '1 day']) {
      await sql.query(`UPDATE snapshot_work SET next_at = now(), waiting_since = now() - $1::interval`, [since]);
      await performBulk(lamps, id, never);
      const { rows } = await sql.query<{ pause: number }>(
        'SELECT extract(epoch FROM next_at - lease_until)::float8 AS pause FROM snapshot_work',
      );
      pauses.push(Math.round(rows[0]?.pause ?? 0));
    }
    const waits = 'En espera: un servicio del portal no responde. Sigue por su cuenta cuando vuelva; no hace falta repetirlo.';
    expect(await ofLamps.describeRun({ actor: rosa, id })).toMatchObject({ isOver: false, waits, outcomes: { waiting: 1, refused: 0 } });
    expect(pauses.slice(0, 3)).toEqual([5, 600, 3_600]);
    breakAt = '';
    await sql.query('UPDATE snapshot_work SET next_at = now()');
    await performBulk(lamps, id, never);
    expect(await ofLamps.describeRun({ actor: rosa, id })).toMatchObject({ state: 'done', waits: '', outcomes: { done: 1 } });
  });

  it.each([
    ['50 minutes of work that stored nothing', 'quinque00', 50, 600],
    ['work that stored outcomes', 'quinque20', 0, 5],
  ])('counts as waiting no time before %s', async (_title, breaksAt, minutes, pause) => {
    const { sql } = stores.services;
    const ids = Array.from({ length: 21 }, (_unused, index) => `quinque${String(index).padStart(2, '0')}`);
    breakAt = 'quinque00';
    failure = storeUnavailable('Firestore is away', undefined);
    const { id } = await startLamps(ids);
    await sql.query(`UPDATE snapshot_work SET next_at = now(), waiting_since = now() - interval '1 hour'`);
    breakAt = breaksAt;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    whenSet = () => Promise.resolve(void vi.setSystemTime(startedAt + minutes * 60_000));
    const startedAt = Date.now();
    await performBulk(lamps, id, never);
    vi.useRealTimers();
    whenSet = () => Promise.resolve();
    const { rows } = await sql.query('SELECT round(extract(epoch FROM next_at - lease_until))::int AS pause FROM snapshot_work');
    expect(rows).toEqual([{ pause }]);
  });

  it.each([
    ['counts an attempt whose process was too busy to renew its lease', false, 1],
    ['does not count an attempt whose lease PostgreSQL did not renew', true, 0],
  ])('%s', async (_title, isSilent, attempts) => {
    const { sql } = stores.services;
    const query = (...[text, ...values]: Parameters<typeof sql.query>) =>
      isSilent && String(text).includes('SET lease_until = now() +') ? new Promise<never>(() => undefined) : sql.query(text, ...values);
    breakAt = 'bujia';
    failure = new Error('cut off');
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
    whenSet = () => {
      if (isSilent) vi.advanceTimersToNextTimer();
      vi.setSystemTime(Date.now() + 10_000);
      return Promise.resolve(vi.advanceTimersToNextTimer());
    };
    await startLamps(['bujia'], { ...lamps, sql: Object.assign(Object.create(sql) as typeof sql, { query }) });
    vi.useRealTimers();
    whenSet = () => Promise.resolve();
    expect((await sql.query('SELECT attempts FROM snapshot_work')).rows).toEqual([{ attempts }]);
  });

  it.each([
    ['', null, { attempts: 0, waits: true }],
    [', though another worker was first to take it', { worker: 'otro' }, { attempts: 1, waits: false }],
  ])('does not count an attempt that ended because PostgreSQL was away%s', async (_title, next, expected) => {
    let isAway = false;
    const { sql } = stores.services;
    const query = (...given: Parameters<typeof sql.query>) =>
      isAway ? Promise.reject(new Error('Connection terminated unexpectedly')) : sql.query(...given);
    const away = { ...lamps, sql: Object.assign(Object.create(sql) as typeof sql, { query }) };
    breakAt = 'candil';
    failure = new Error('Connection terminated unexpectedly');
    whenSet = () => Promise.resolve((isAway = true));
    await expect(startLamps(['candil'], away)).rejects.toThrow('Connection terminated');
    if (next)
      await sql.query(`UPDATE snapshot_work SET worker = $1, attempts = attempts + 1, lease_until = now() + interval '1 hour'`, [
        next.worker,
      ]);
    isAway = false;
    whenSet = () => Promise.resolve();
    await vi.waitFor(async () => {
      const { rows } = await sql.query('SELECT attempts, waiting_since IS NOT NULL AS waits FROM snapshot_work');
      expect(rows).toEqual([expected]);
    }, 10_000);
  });

  it('is forgotten after a week', async () => {
    const { id } = await start(OFFERS, 'hide', await putOffers('vieja', 1));
    await forgetOldRuns(services, new Date(Date.now() + 6 * 86_400_000));
    expect((await bulk.describeRun({ actor: rosa, id })).isOver).toBe(true);
    await forgetOldRuns(services, new Date(Date.now() + 8 * 86_400_000));
    expect((await failureOf(bulk.describeRun({ actor: rosa, id }))).code).toBe('not-found');
  });
});

describe('every list', () => {
  const lists = REGISTRIES.lists.flatMap(({ url, acts }) => (acts ? [{ url, acts }] : []));

  it('declares acts with unique ids, which ask for three values at most', () => {
    const asked = lists.flatMap(({ acts }) => acts.map(({ asks = [] }) => asks.map(({ kind }) => kind).join('+')));
    expect([...new Set(asked)].sort()).toEqual([
      '',
      'choice+choice+long-text',
      'date',
      'reference',
      'reference+date+text',
      'reference+long-text',
      'text',
    ]);
    for (const { url, acts } of lists) expect(new Set(acts.map(({ id }) => id)).size, url).toBe(acts.length);
  });

  it('offers the acts of its kind, such as «Publicar» and «Ocultar» for contents', () => {
    const offered = Object.fromEntries(lists.map(({ url, acts }) => [url, acts.map(({ label }) => label)]));
    expect(offered).toMatchObject({
      '/promotions/list-promotions': [
        'Publicar',
        'Ocultar',
        'Cambiar «Vigente desde»',
        'Quitar «Vigente desde»',
        'Cambiar «Vigente hasta»',
        'Quitar «Vigente hasta»',
      ],
      [OFFERS]: ['Publicar', 'Ocultar', 'Cambiar agencia', 'Cambiar «Fecha de papelería»', 'Quitar «Fecha de papelería»'],
      '/locations/list-agencies': ['Activar', 'Desactivar'],
      '/products/list-products': ['Activar', 'Desactivar'],
      [PRODUCTS_URL]: ['Activar', 'Desactivar'],
      [FILES]: ['Mover', 'Cambiar tipo', 'Dar acceso', 'Pedir lectura'],
      '/users/list-users': ['Dar carpeta', 'Quitar carpeta', 'Cambiar rol', 'Cambiar permisos', 'Cambiar agencia', 'Activar', 'Desactivar'],
      [QUOTES]: ['Cambiar etapa', 'Asignar', 'Fijar contacto', 'Quitar contacto'],
    });
  });
});
