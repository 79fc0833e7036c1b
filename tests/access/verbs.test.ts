import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { DOCUMENT_ACTIONS, typeKey, type DocumentAction } from '#server/domain/document-permissions.ts';
import { AppError } from '#server/domain/errors.ts';
import { MENU_IDS, type MenuId } from '#server/domain/menu.ts';
import type { WithheldAct } from '#server/domain/menu-acts.ts';
import { OPENS_REPORTS, type Staff } from '#server/domain/permissions.ts';
import { isProofNeeded } from '#server/domain/proof.ts';
import { withinTime } from '#server/platform/processes/within-time.ts';
import type { BulkAct } from '#server/lists/bulk-act.ts';
import { openFeatures } from '#server/registries.ts';
import type { Call } from '#server/services.ts';
import { testEditor, testStaff } from '#server/testing/test-staff.ts';
import { useTestWeb } from '../http/test-web.ts';
import { SAMPLE_ID } from './access-table.ts';
import { renderVerbs, type Judged } from './render-verbs.ts';
import { addSampleRecords } from './sample-records.ts';

const web = useTestWeb();

type Verb = (call: object) => unknown;

/** A call that is still running after this long was let in. */
const ANSWER_MS = 5_000;

/** Arguments for which every verb finds its record, so that only the caller decides the outcome. */
const GIVEN = {
  id: SAMPLE_ID,
  ids: [SAMPLE_ID],
  values: {},
  given: {},
  url: '/locations/list-agencies',
  catalog: 'agencias',
  reportId: 'role-menus',
  formToken: '',
};
/** Arguments that a feature uses under the same names with another meaning. */
const givenTo = (feature: string): object | undefined =>
  ({
    briefcase: { to: 'agencias:agencia-01' },
    reports: { report: web.portal.reports.get('role-menus') },
    views: { given: { lista: '/locations/list-agencies', nombre: 'De muestra' } },
    bulk: { act: 'deactivate', all: false, typed: {} },
    snapshots: { given: { reportId: 'role-menus', params: [] }, values: { reportId: 'role-menus' } },
    notes: { record: `clientes/${SAMPLE_ID}`, text: 'x' },
    packages: { side: 'receiver', reason: 'x', code: '' },
  })[feature];

/** Somebody of the agency to which the sample package was sent, who may do everything in the samples' folder and with their type. */
const person = (change: Partial<Staff>, menus?: readonly MenuId[]) =>
  testEditor({ agencyId: 'agencia-01', folders: [SAMPLE_ID], ...withActions(DOCUMENT_ACTIONS), ...change }, menus);
const withActions = (actions: readonly DocumentAction[]): Pick<Staff, 'permissionSet' | 'permissionSetId'> => ({
  permissionSetId: SAMPLE_ID,
  permissionSet: {
    id: SAMPLE_ID,
    title: 'De muestra',
    agencyScope: 'all',
    permissions: new Map([[typeKey(SAMPLE_ID, SAMPLE_ID), new Set(actions)]]),
  },
});
/** What a person may lack besides menus and acts, by the field of `Staff` that a verb reads. */
const LACKING: Readonly<Partial<Record<keyof Staff, Readonly<Record<string, Partial<Staff>>>>>> = {
  folders: { 'the folder': { folders: [] } },
  permissionSet: Object.fromEntries(
    DOCUMENT_ACTIONS.map((action) => [`\`${action}\` of the type`, withActions(DOCUMENT_ACTIONS.filter((other) => other !== action))]),
  ),
};

/** The previous verb may have changed the samples. */
let isDone = false;
let samples: Awaited<ReturnType<typeof addSampleRecords>>;

type Outcome = 'forbidden' | 'proof' | 'not-found' | null;

async function judge(feature: string, verb: Verb): Promise<Judged> {
  const ask = async (actor: Staff): Promise<Outcome> => {
    if (isDone) await samples.putBack();
    isDone = false;
    const call = { ...GIVEN, ...givenTo(feature), params: new URLSearchParams(), actor };
    try {
      leave(await withinTime(Promise.resolve(verb(call)), ANSWER_MS, () => new Error('no answer')));
    } catch (error) {
      if (isProofNeeded(error)) return 'proof';
      if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'not-found')) return error.code;
    }
    isDone = true;
    return null;
  };
  const looked = new Set<PropertyKey>();
  const asPerson = await ask(
    new Proxy(person({}), {
      get(staff, name) {
        looked.add(name);
        return staff[name as keyof Staff];
      },
    }),
  );
  /** Not found says nothing about the caller if others do not find it either. */
  const refuses = async (actor: Staff) => {
    const outcome = await ask(actor);
    return outcome === 'forbidden' || (outcome === 'not-found' && asPerson !== 'not-found');
  };
  const needsProof = (await ask(testStaff({ signedInLongAgo: true }))) === 'proof';
  if (!(await refuses(person({}, [])))) return { needs: [], needsProof, isOpen: true };
  const menus = new Set<MenuId>();
  const acts = new Set<WithheldAct>();
  for (const held of [MENU_IDS, []]) await ask(testStaff({ menus: noting(held, menus), withheld: noting<WithheldAct>([], acts) }));
  const asked = MENU_IDS.filter((menu) => menus.has(menu));
  const able = asPerson === 'forbidden' ? testStaff : person;
  const needs: string[] = able === testStaff ? ['an administrator'] : [];
  for (const menu of asked) if (await refuses(able({}, without(menu)))) needs.push(menu);
  for (const act of [...acts].sort()) if (await refuses(able({ withheld: new Set([act]) }))) needs.push(act);
  const lacking = Object.entries(LACKING).flatMap(([of, lack]) => (able === person && looked.has(of) ? Object.entries(lack) : []));
  for (const [what, lack] of lacking) if (await refuses(person(lack))) needs.push(what);
  if (needs.length > 0) return { needs, needsProof, isOpen: false };
  const enough: MenuId[] = [];
  for (const menu of asked) if (!(await refuses(able({}, [menu])))) enough.push(menu);
  const isAnyReport = OPENS_REPORTS.every((menu) => enough.includes(menu)) && enough.length === OPENS_REPORTS.length;
  return { needs: [isAnyReport ? '«Reportes» or a menu with a report' : `one of ${enough.join(', ')}`], needsProof, isOpen: false };
}

/** An act of a list on one record; a worker runs it later, when the person may have lost the permission. */
function setOne(act: BulkAct): Verb {
  const asked = Object.fromEntries((act.asks ?? []).map(({ name, kind, options }) => [name, options?.[0]?.value ?? TYPED[kind] ?? 'x']));
  return async (given) => {
    const call = { ...(given as Call), ids: [SAMPLE_ID], asked };
    // Removing a folder that the person does not have checks less, so they get it first.
    const takesFolder = act.id === 'remove-folder';
    if (takesFolder) await setFolders([SAMPLE_ID]);
    const held = (await act.findHeld(web.portal, call)).get(SAMPLE_ID) ?? { name: '', value: null };
    try {
      return await act.set(web.portal, { ...call, id: SAMPLE_ID, held, wanted: act.wanted(held.value, asked), formToken: '' });
    } finally {
      if (takesFolder) await setFolders([]);
    }
  };
}
const setFolders = (folders: readonly string[]) =>
  web.portal.documents.main.update(`usuarios/${SAMPLE_ID}`, { briefcase_permissions: { folders: [...folders] } });
const TYPED: Readonly<Partial<Record<string, string>>> = { date: '31/12/2099', reference: SAMPLE_ID };

const without = (menu: MenuId) => MENU_IDS.filter((id) => id !== menu);

/** Closes the streams of opened files, which nobody reads. */
function leave(answer: unknown): void {
  for (const part of [answer, ...Object.values(answer ?? {})]) if (part instanceof Readable) part.destroy();
}

/** A set that records which members it is asked for. */
function noting<Member>(members: readonly Member[], asked: Set<Member>): ReadonlySet<Member> {
  const all = new Set(members);
  const has = all.has.bind(all);
  all.has = (member) => {
    if (member !== undefined) asked.add(member);
    return has(member);
  };
  return all;
}

it('docs/verbs.md lists what each verb of each feature requires (`npx vitest run tests/access -u` updates it)', async () => {
  samples = await addSampleRecords(web.portal);
  const judged: Record<string, Judged> = {};
  for (const [feature, verbs] of Object.entries(openFeatures(web.portal)))
    for (const [name, verb] of Object.entries(verbs as Record<string, unknown>))
      if (typeof verb === 'function') judged[`${feature}.${name}`] = await judge(feature, verb as Verb);
  const { lists, records } = web.portal.registries;
  for (const [collection, { open }] of Object.entries(records))
    if (open) judged[`${collection}: open`] = await judge('records', (call) => open(web.portal, call as Call & { id: string }));
  for (const { url, acts = [], under } of lists)
    for (const act of under?.(SAMPLE_ID).acts ?? acts) judged[`${url}: ${act.label}`] = await judge('acts', setOne(act));
  await expect(renderVerbs(judged)).toMatchFileSnapshot('../../docs/verbs.md');
});
