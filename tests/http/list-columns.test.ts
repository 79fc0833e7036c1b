import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import type { CountedView } from '#server/lists/saved-views.ts';
import type { Action } from '#server/features/search/actions.ts';
import { beforeNextTransaction } from '#server/testing/before-next-write.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const LISTS = [
  ['/customers/list-customers', 'nombre', 'correo'],
  ['/quotes/list-quotes', 'nombre', 'etapa'],
  ['/briefcase/list-briefcase', 'nombre', 'agenciaId'],
  ['/users/list-users', 'name', 'department'],
  ['/locations/list-agencies', 'nombre', 'operaciones'],
] as const;

/** Names of the selected columns. */
function ticked(html: string): string[] {
  return [...html.matchAll(/<input[^>]*name="columns"[^>]*>/g)]
    .filter(([tag]) => tag.includes(' checked=""'))
    .map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
}

describe.each(LISTS)('%s', (url, key, column) => {
  const open = async (cookie = '') => (await web.getSigned(url, { headers: { Cookie: `${web.cookie}; ${cookie}` } })).text();

  it('remembers the chosen columns in a cookie, and returns to the default ones', async () => {
    const usual = ticked(await open());
    expect(usual.length).toBeGreaterThan(2);
    const chosen = await web.getSigned(`${url}?q=a&columns=${key}&columns=${column}&columns=inventada`);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, `${url}?q=a`]);
    const cookieOf = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .find((entry) => entry.startsWith('columnas_'))
        ?.split(';')[0] ?? '';
    expect(ticked(await open(cookieOf(chosen)))).toEqual([column]);
    const own = cookieOf(await web.getSigned(`${url}?columns=${key}&columns=*`));
    expect(own).not.toBe('');
    expect(ticked(await open(own))).toEqual(usual);
  });

  it('exports the default columns for `columns=*` as if they were named', async () => {
    const heads = async (search: string) => {
      const answer = await web.getSigned(`${url}/export?format=csv&${search}`);
      return [answer.status, (await answer.text()).split('\r\n')[0]];
    };
    const html = await open();
    const named = [key, ...ticked(html)].map((name) => `columns=${name}`).join('&');
    expect(await heads('columns=*')).toEqual(await heads(named));
  });

  it('shows its default columns if the cookie is malformed', async () => {
    const usual = ticked(await open());
    const name =
      (await web.getSigned(`${url}?columns=${key}`)).headers
        .getSetCookie()
        .find((entry) => entry.startsWith('columnas_'))
        ?.split('=')[0] ?? '';
    for (const value of ['%E0%A4%A', '', 'nada,__proto__']) expect(ticked(await open(`${name}=${value}`))).toEqual(usual);
  });
});

describe('a saved view of a list', () => {
  const LIST = '/customers/list-customers';
  const FILTERED = 'estado=true&sort=nombre&dir=desc';
  let editor: Person;
  let reader: Person;

  beforeAll(async () => {
    const customers = { uno: true, dos: true, tres: false };
    for (const [id, estado] of Object.entries(customers)) await web.portal.documents.main.create(`clientes/${id}`, { nombre: id, estado });
    await web.portal.readModel.projectNow(
      'main',
      Object.keys(customers).map((id) => `clientes/${id}`),
    );
    editor = await signInAs(web, { name: 'editora', role: 'editor', folders: [] });
    reader = await signInAs(web, { name: 'lectora', role: 'user', folders: [] });
  });

  type Fields = Readonly<Record<string, string | readonly string[]>>;
  const formOf = (fields: Fields) =>
    new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])));
  const send = (id: string, fields: Fields, who?: Person) =>
    web.getSigned(`/views/${id}`, { method: 'POST', body: formOf(fields), headers: { Accept: 'text/html', ...who?.headers } });
  const keep = async (fields: Fields, who?: Person) => {
    const formToken = crypto.randomUUID();
    const answer = await send('new', { intent: 'save', formToken, lista: LIST, consulta: '', columnas: '', ...fields }, who);
    const href = answer.headers.get('location') ?? '';
    return { status: answer.status, href, id: new URLSearchParams(href.split('?')[1]).get('vista') ?? '' };
  };
  const page = async (href: string, who?: Person) =>
    (await web.getSigned(href, { headers: { Accept: 'text/html', ...who?.headers } })).text();
  const viewsOf = async (who?: Person) => {
    const { views } = (await (await web.getSigned('/vistas.json', { headers: { ...who?.headers } })).json()) as { views: CountedView[] };
    return views;
  };
  const textOf = (html: string) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

  it('keeps search, filters, order and columns, and appears in the menu, a search and Inicio with its count', async () => {
    const kept = await keep({ nombre: 'Por visitar', consulta: `${FILTERED}&page=3&columns=dpi`, columnas: 'nombre\ndpi', inicio: 'true' });
    expect([kept.status, kept.href]).toEqual([302, `${LIST}?${FILTERED}&vista=${kept.id}`]);
    const html = await page(kept.href);
    expect(ticked(html)).toEqual(['dpi']);
    expect(textOf(html)).toContain('Vista: Por visitar');
    expect(html).not.toContain('Guardar los cambios en la vista');
    const [view] = await viewsOf();
    expect(view).toEqual({ id: kept.id, title: 'Por visitar', list: 'Asociados', href: kept.href, count: 2, isCapped: false });
    const { actions } = (await (await web.getSigned('/buscar.json?q=por+visitar')).json()) as { actions: Action[] };
    expect(actions).toContainEqual({ title: 'Por visitar', detail: 'Asociados', href: kept.href });
    expect(textOf(await page('/'))).toMatch(/Mis vistas.*Por visitar/);
    expect(textOf(await page('/', editor))).not.toContain('Mis vistas');
  });

  it('takes over a change of the list, and can be removed and restored', async () => {
    const { id, href } = await keep({ nombre: 'Cambiante', consulta: 'estado=true' });
    const changed = await page(href.replace('estado=true', 'estado=false'));
    expect(changed).toContain('Guardar los cambios en la vista');
    const taken = await send(id, { intent: 'take', consulta: 'estado=false', columnas: '' });
    expect(taken.headers.get('location')).toBe(`${LIST}?estado=false&vista=${id}`);
    expect((await viewsOf()).find((view) => view.id === id)?.count).toBe(1);
    expect((await web.toastAfter(await send(id, { intent: 'remove' })))?.undo).toBeDefined();
    expect((await viewsOf()).some((view) => view.id === id)).toBe(false);
    expect(await page(href)).toContain('La vista ya no existe');
    await send(id, { intent: 'restore' });
    expect((await viewsOf()).some((view) => view.id === id)).toBe(true);
  });

  it('opens without filters, columns and order that its list no longer has, and names them', async () => {
    const { href } = await keep({ nombre: 'Vieja', consulta: 'estado=true&zona=5&sort=edad', columnas: 'nombre\nedad' });
    const html = textOf(await page(href));
    expect(html).toContain('se abrió sin el filtro «zona», la columna «edad» y el orden por «edad», que la lista ya no ofrece');
    expect(html).toContain('Vista: Vieja');
  });

  it('is visible to a role that it is shared with and that may open the list; only its owner changes it', async () => {
    const { id, href } = await keep({ nombre: 'De editores', consulta: 'estado=false', roles: ['', 'editor', 'user'] });
    expect((await viewsOf(editor)).map(({ title, count }) => [title, count])).toEqual([['De editores', 1]]);
    expect(await viewsOf(reader)).toEqual([]);
    expect(textOf(await page(href, editor))).toContain('Vista: De editores');
    expect(await page(href, editor)).not.toContain('Editar la vista');
    const changes: readonly Fields[] = [{ intent: 'save', nombre: 'Mía' }, { intent: 'take', consulta: '' }, { intent: 'remove' }];
    for (const fields of changes) expect((await send(id, fields, editor)).status, String(fields['intent'])).toBe(404);
    expect((await web.getSigned(`/views/${id}`, { headers: { Accept: 'text/html', ...editor.headers } })).status).toBe(404);
    const listed = await page('/views', editor);
    expect(listed).toContain('De editores');
    expect(listed).not.toContain('Por visitar');
  });

  it('is not changed by a form if it is deleted or given to another owner meanwhile', async () => {
    const { main } = web.portal.documents;
    const changes: readonly Record<string, boolean | string>[] = [{ userId: 'otra' }, { isActive: false }];
    for (const gone of changes) {
      const { id } = await keep({ nombre: 'Pasajera', consulta: '' }, editor);
      beforeNextTransaction(main, () => main.update(`vistas_guardadas/${id}`, gone));
      expect((await send(id, { intent: 'take', consulta: 'estado=true', columnas: '' }, editor)).status).toBe(404);
      expect((await main.get(`vistas_guardadas/${id}`))?.data).toMatchObject({ consulta: '' });
      expect((await web.getSigned(`/views/${id}`, { headers: { Accept: 'text/html', ...editor.headers } })).status).toBe(404);
    }
  });

  it('can be chosen for a schedule from its list, and the schedule warns when the view is removed', async () => {
    const { id, href } = await keep({ nombre: 'De cada lunes', consulta: FILTERED });
    const form = /href="(\/reports\/schedules\/new[^"]*)">Programar su envío/.exec(await page(href))?.[1]?.replaceAll('&amp;', '&') ?? '';
    const asked = await page(form);
    expect(asked).toContain(`<option value="${id}" selected="">De cada lunes · Asociados</option>`);
    expect(asked).toContain('<option value="vista" selected="">Vista guardada</option>');
    const fields = {
      intent: 'save',
      reportId: 'vista',
      title: 'Los de cada lunes',
      frequency: 'semanal',
      hora: '07:00',
      retentionRuns: '3',
    };
    const schedule = (vista: string) =>
      web.getSigned('/reports/schedules/new', {
        method: 'POST',
        body: formOf({ ...fields, formToken: crypto.randomUUID(), 'params.vista': vista }),
        headers: { Accept: 'text/html' },
      });
    expect(textOf(await (await schedule('')).text())).toContain('Elija una vista de la lista.');
    const saved = (await schedule(id)).headers.get('location') ?? '';
    const shown = textOf(await page(saved));
    expect(shown).toMatch(/Vista\s*De cada lunes\s*Estado\s*Activo/);
    await send(id, { intent: 'remove' });
    expect(textOf(await page(saved))).toMatch(/La vista ya no está al alcance de .* ninguna ejecución podrá terminar/);
  });

  it.each([
    ['/reports/mine', 'status=fallida', 'Mis reportes'],
    ['/reports/content-health', 'kind=orden-con-huecos', 'Salud del contenido'],
  ])('can be saved of a list that differs per person, %s, but not scheduled', async (lista, consulta, list) => {
    const kept = await keep({ nombre: 'De uno', lista, consulta });
    expect([kept.status, kept.href]).toEqual([302, `${lista}?${consulta}&vista=${kept.id}`]);
    const html = await page(kept.href);
    expect(textOf(html)).toContain('Vista: De uno');
    expect(html).not.toContain('Programar su envío');
    expect((await viewsOf()).find(({ id }) => id === kept.id)).toMatchObject({ list, count: 0 });
    expect(await page('/views')).toContain(kept.id);
    const form = await page(`/reports/schedules/new?reportId=vista&vista=${kept.id}`);
    expect(form).not.toContain(`value="${kept.id}"`);
  });

  it('is refused without a name, for an unknown or forbidden list, and for sharing beyond one’s rights', async () => {
    const refused = async (fields: Fields, who?: Person) => (await keep({ nombre: 'No', ...fields }, who)).status;
    expect(await refused({ nombre: ' ' })).toBe(400);
    const address = `/views/new?lista=${encodeURIComponent(LIST)}&consulta=estado%3Dtrue`;
    const action = /<form[^>]* action="(\/views\/new[^"]*)"/.exec(await page(address))?.[1]?.replaceAll('&amp;', '&') ?? '';
    const body = formOf({ intent: 'save', lista: LIST, consulta: 'estado=true', columnas: '', nombre: ' ', densidad: 'compacta' });
    const again = await web.getSigned(action, { method: 'POST', body, headers: { Accept: 'text/html' } });
    expect([again.status, textOf(await again.text())]).toEqual([400, expect.stringContaining('Complete «Nombre».')]);
    expect(await refused({ lista: '/nada' })).toBe(400);
    expect((await web.getSigned('/views/new?lista=/nada', { headers: { Accept: 'text/html' } })).status).toBe(404);
    expect(await refused({}, reader)).toBe(403);
    expect(await refused({ lista: '/reports/content-health' }, reader)).toBe(403);
    expect(await refused({ roles: ['admin'] }, editor)).toBe(400);
    expect(await refused({ agencias: ['ajena'] }, editor)).toBe(400);
    expect(await refused({ nombre: 'Sí', roles: ['editor'] }, editor)).toBe(302);
    expect(await refused({ nombre: 'Todos', roles: ['user'] })).toBe(302);
  });

  it('is refused with 409 beyond 30 per person', async () => {
    const { documents } = web.portal;
    for (let count = 0; count < 30; count += 1)
      await documents.main.create(`vistas_guardadas/de-editora-${count}`, { nombre: 'Otra', lista: LIST, userId: editor.id });
    const refused = await send('new', { intent: 'save', lista: LIST, nombre: 'De más' }, editor);
    expect([refused.status, textOf(await refused.text())]).toEqual([409, expect.stringContaining('hasta 30 vistas')]);
  });
});
