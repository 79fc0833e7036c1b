import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { SAVED_VIEW } from '#server/domain/saved-views.ts';
import { actsOf, WITHHELD_ACTS, withheldAct, type MenuAct, type WithheldAct } from '#server/domain/menu-acts.ts';
import { MENU_IDS, type MenuId } from '#server/domain/menu.ts';
import { some } from '#server/testing/run-seed.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { useTestWeb } from '../http/test-web.ts';
import { ACCESS, actOf, guardMenus, SAMPLE_ID, sampleAddress, type AccessRow } from './access-table.ts';
import { remixEndpoints } from './enumerate-routes.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { signInAs, writtenSoFar, type Person } from './people.ts';
import { addSampleRecords } from './sample-records.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();
const web = useTestWeb({ app: { build } });

const ROLE = 'cambiante';
let person: Person;
let headers: Record<string, string> = {};

beforeAll(async () => {
  await addSampleRecords(web.portal);
  await putRoleRow(web.portal.sql, { id: ROLE, menus: [] });
  person = await signInAs(web, { name: 'cambiante', role: ROLE, folders: [SAMPLE_ID], permissionSet: SAMPLE_ID });
  headers = person.headers;
  await web.portal.documents.digitalization.update(`PACKAGES/${SAMPLE_ID}`, { from: person.id });
});

const nameOf = ({ method, pattern }: Pick<AccessRow, 'method' | 'pattern'>) => `${method} ${pattern}`;
/** Only administrators change these, whatever acts others have. */
const ADMINISTRATORS_ALONE = ['/settings/roles/:role/:mode?'];
/** A menu that does not have this act cannot require it. */
const isAsked = (menu: MenuId, act: MenuAct) => actsOf(menu).includes(act);
const SCREENS = new Set(remixEndpoints(build).map(nameOf as (row: { method: string; pattern: string }) => string));

interface Asked {
  name: string;
  menus: readonly MenuId[];
  act: MenuAct;
  ask: () => Promise<Response>;
}

const send = (row: AccessRow, address: string, intent: string) =>
  web.get(address, {
    method: row.method,
    body: row.method === 'GET' ? undefined : new URLSearchParams({ intent }),
    headers: { Accept: 'text/html', Origin: web.base, ...headers },
  });

/** Every address that does more than show something, and for screens also the button that deactivates a record. */
const ASKED: readonly Asked[] = ACCESS.flatMap((row): Asked[] => {
  const act = actOf(row);
  const menus = guardMenus(row);
  if (act === 'view' || menus.length === 0 || ADMINISTRATORS_ALONE.includes(row.pattern)) return [];
  const address = sampleAddress(row.pattern) + (row.pattern.endsWith('/export') ? '?format=csv' : '');
  const asked = { name: nameOf(row), menus, act, ask: () => send(row, address, 'nada') };
  const takesDeletes =
    row.method === 'POST' &&
    !row.pattern.endsWith('/import') &&
    act === 'change' &&
    SCREENS.has(nameOf(row)) &&
    menus.every((menu) => isAsked(menu, 'delete'));
  // A record that does not exist, since somebody who may delete would delete it.
  const missing = address.replaceAll(SAMPLE_ID, 'no-hay');
  return takesDeletes
    ? [asked, { ...asked, name: `${asked.name} deactivate`, act: 'delete', ask: () => send(row, missing, 'deactivate') }]
    : [asked];
}).filter(({ menus, act }) => menus.some((menu) => isAsked(menu, act)));

const isRefused = ({ menus, act }: Pick<Asked, 'act' | 'menus'>, withheld: ReadonlySet<string>) =>
  menus.every((menu) => withheld.has(withheldAct(menu, act)));

/** A random half of the acts, and below it the other half: every run tests each act of each screen both withheld and allowed. */
const drawn = new Set(some(WITHHELD_ACTS, Math.ceil(WITHHELD_ACTS.length / 2)));
const DRAWS: readonly (readonly [string, ReadonlySet<WithheldAct>])[] = [
  ['what was drawn', drawn],
  ['all the rest', new Set(WITHHELD_ACTS.filter((act) => !drawn.has(act)))],
  // For guards that any of several menus opens.
  ['everything', new Set(WITHHELD_ACTS)],
];

it('every screen declares exactly the acts that its addresses require', () => {
  const asked = new Set(ACCESS.flatMap((row) => guardMenus(row).map((menu) => `${menu}:${actOf(row)}`)));
  const wanted = MENU_IDS.flatMap((menu) =>
    (['change', 'export'] as const).filter((act) => asked.has(`${menu}:${act}`)).map((act) => `${menu}:${act}`),
  );
  // The first is for administrators only; the second covers notes about members, which have an address of their own.
  const excepted = ['document-permissions:change', 'customers:change'];
  const has = WITHHELD_ACTS.filter((act) => !act.endsWith(':delete'));
  expect(has.filter((act) => !excepted.includes(act)).sort()).toEqual(wanted.filter((act) => !excepted.includes(act)).sort());
});

describe.each(DRAWS)('with %s withheld', (_name, withheld) => {
  it('a role with every menu gets 403 for exactly the withheld acts, and a refusal writes nothing', async () => {
    await putRoleRow(web.portal.sql, { id: ROLE, menus: MENU_IDS, accionesNegadas: [...withheld] });
    const refused = ASKED.filter((one) => isRefused(one, withheld));
    const before = await writtenSoFar(web);
    expect(await answersOf(refused)).toEqual(Object.fromEntries(refused.map(({ name }) => [name, 'Su rol no permite'])));
    expect(await writtenSoFar(web)).toEqual(before);
    const allowed = ASKED.filter((one) => !isRefused(one, withheld));
    const tried = some(allowed, Math.ceil(allowed.length / 3));
    expect(await answersOf(tried)).toEqual(Object.fromEntries(tried.map(({ name }) => [name, 'not refused'])));
  });
});

it.each([
  ['a report', { reportId: 'user-activity', params: {} }],
  [
    'a view',
    { reportId: SAVED_VIEW.id, params: { vista: 'v1', nombre: 'Las de aquí', direccion: '/locations/list-agencies?tipo=agencia' } },
  ],
])('shows why a run of %s failed to its owner who may no longer export', async (_what, asked) => {
  const place = `reportes_ejecuciones/fallo-${asked.reportId}`;
  const facts = { ...asked, scheduleId: '', userId: person.id, dueAt: new Date(), finishedAt: new Date(), isActive: true };
  await web.portal.documents.main.set(place, { ...facts, status: 'fallida', error: 'Se acabó el espacio.' });
  await putRoleRow(web.portal.sql, { id: ROLE, menus: MENU_IDS, accionesNegadas: WITHHELD_ACTS.filter((act) => act.endsWith(':export')) });
  const answer = await web.get(place.replace('reportes_ejecuciones', '/reports/runs'), { headers: { Accept: 'text/html', ...headers } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Se acabó el espacio.');
});

/** Links and buttons of a page that lead to something withheld. */
const OFFER =
  /href="(?!\/views\/)[^"]*\/(?:export|new|edit|import|upload|download|print|zip|manifest\.pdf)(?:[?#][^"]*)?"|<button[^>]*name="(?:intent|verify|rebuild)"[^>]*>|<summary[^>]*>Cargar una versión nueva/g;
/** Guards of pages with the person's own settings and reports. */
const OWN = ['own-reports', 'session'];

it('no screen offers a link or button for an act that the role withholds', async () => {
  await putRoleRow(web.portal.sql, { id: ROLE, menus: MENU_IDS, accionesNegadas: WITHHELD_ACTS });
  const looked = ACCESS.filter(
    (row) =>
      row.method === 'GET' && actOf(row) === 'view' && SCREENS.has(nameOf(row)) && guardMenus(row).length > 0 && !OWN.includes(row.guard),
  );
  expect(looked.length).toBeGreaterThan(40);
  const offers = await mapWithLimit(looked, async (row) => {
    const page = await (await send(row, sampleAddress(row.pattern), '')).text();
    return [row.pattern, page.slice(Math.max(0, page.indexOf('<main'))).match(OFFER) ?? []] as const;
  });
  expect(Object.fromEntries(offers.filter(([, found]) => found.length > 0))).toEqual({});
});

it('edit and new forms of records answer 403 when the role withholds every act', async () => {
  await putRoleRow(web.portal.sql, { id: ROLE, menus: MENU_IDS, accionesNegadas: WITHHELD_ACTS });
  const records = ACCESS.filter(({ method, pattern, guard }) => method === 'GET' && pattern.endsWith('/:mode?') && !OWN.includes(guard));
  expect(records.length).toBeGreaterThan(15);
  const asked = records.flatMap((row) => {
    const record = sampleAddress(row.pattern.replace('/:mode?', ''));
    return [`${record}/edit`, record.replace(/[^/]+$/, 'new')].map((address) => ({ row, address }));
  });
  const statuses = await mapWithLimit(asked, async ({ row, address }) => [address, (await send(row, address, '')).status] as const);
  // Files are created by an upload, documents by indexing.
  expect(statuses.filter(([, status]) => status !== 403)).toEqual([
    ['/briefcase/files/new', 404],
    ['/digitalization-documents/list-digitalization-docs/new', 404],
  ]);
});

async function answersOf(asked: readonly Asked[]): Promise<Record<string, string>> {
  const answer = async ({ name, ask }: Asked) => {
    const response = await ask();
    const text = await response.text();
    return [
      name,
      response.status === 403
        ? /(Su rol no permite|No tiene permiso para las imágenes)/.test(text)
          ? 'Su rol no permite'
          : text.slice(0, 300)
        : 'not refused',
    ] as const;
  };
  // A person may run only two exports at once.
  const answers = await mapWithLimit(
    asked.filter(({ act }) => act !== 'export'),
    answer,
  );
  for (const one of asked.filter(({ act }) => act === 'export')) answers.push(await answer(one));
  return Object.fromEntries(answers);
}
