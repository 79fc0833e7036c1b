import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { DOCUMENT_ACTIONS, type DocumentAction } from '#server/domain/document-permissions.ts';
import { pdf } from '#server/ports/files/testing/sample-files.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { some } from '#server/testing/run-seed.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { useTestWeb } from '../http/test-web.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { signInAs, type Person } from './people.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const LIST = '/digitalization-documents/list-digitalization-docs';
const FILES = '/digitalization-documents/files';
const UPLOAD = '/digitalization-documents/upload';
const MEMBER = 'socia-1';
const TOKEN = 'Zarigüeya';
/** Every subset of the actions. */
const SUBSETS = Array.from({ length: 2 ** DOCUMENT_ACTIONS.length }, (_, bits) =>
  DOCUMENT_ACTIONS.filter((_action, bit) => bits & (1 << bit)),
);
const TYPES = [
  { category: 'creditos', type: 'pagare' },
  { category: 'creditos', type: 'fianza' },
  { category: 'legal', type: 'poder' },
] as const;
type Cell = (typeof TYPES)[number];

let person: Person;
const idOf = ({ type }: Cell) => `documento-${type}`;
const nameOf = ({ type }: Cell) => `${TOKEN} ${type}`;

async function put(database: 'digitalization' | 'main', place: string, data: Fields): Promise<void> {
  await web.portal.documents[database].set(place, data);
  await web.portal.readModel.projectNow(database, [place]);
}

/** What a set allows according to docs/decisions/033-permission-sets.md: every action but `create` requires `view`. */
const allows = (actions: readonly DocumentAction[], action: DocumentAction) =>
  actions.includes(action) && (action === 'create' || actions.includes('view'));

const putSet = (subsetOf: (cell: Cell) => readonly DocumentAction[], more: Fields = {}) => {
  const permissions: Record<string, Record<string, string[]>> = {};
  for (const cell of TYPES) (permissions[cell.category] ??= {})[cell.type] = [...subsetOf(cell)];
  return put('digitalization', 'permisos_documentos/cambiante', { title: 'Cambiante', permissions, ...more });
};

const headers = (accept: string) => ({ ...person.headers, Origin: web.base, Accept: accept });
const status = async (address: string, init: RequestInit = {}, accept = 'text/html') => {
  const answer = await web.get(address, { ...init, headers: headers(accept) });
  await answer.arrayBuffer();
  return answer.status;
};
const shows = async (address: string, cell: Cell) => {
  const text = await (await web.get(address, { headers: headers('text/html') })).text();
  return text.includes(nameOf(cell)) || text.includes(JSON.stringify(nameOf(cell)).slice(1, -1));
};
const post = (address: string, fields: Readonly<Record<string, string>>) =>
  status(address, { method: 'POST', body: new URLSearchParams(fields) }, 'application/json');
const send = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(pdf('Matriz'))]), 'matriz.pdf');
  return status(UPLOAD, { method: 'POST', body: form }, 'application/json');
};

interface Address {
  ask: (cell: Cell) => Promise<number | boolean>;
  expected: (can: (action: DocumentAction) => boolean) => number | boolean;
}

const seen = (ask: Address['ask']): Address => ({ ask, expected: (can) => can('view') });
const opened = (part: string, action: DocumentAction): Address => ({
  ask: (cell) => status(`${FILES}/${idOf(cell)}/${part}`),
  expected: (can) => (can(action) ? 200 : can('view') ? 403 : 404),
});
/** Invisible documents answer 404; visible ones whose action is not allowed answer 403. */
const done = (ask: Address['ask'], action: DocumentAction, allowed: number): Address => ({
  ask,
  expected: (can) => (can(action) ? allowed : can('view') ? 403 : 404),
});

/** Every address that could show or change a document; none of these requests changes it. */
const ADDRESSES: Readonly<Record<string, Address>> = {
  list: seen((cell) => shows(`${LIST}?q=${encodeURIComponent(TOKEN)}&pageSize=100`, cell)),
  'list by type': seen((cell) => shows(`${LIST}?documentId=${cell.type}`, cell)),
  'data of the list': seen((cell) => shows(`${LIST}.data?q=${encodeURIComponent(TOKEN)}`, cell)),
  'export row': seen((cell) => shows(`${LIST}/export?format=csv&q=${encodeURIComponent(TOKEN)}`, cell)),
  'global search': seen((cell) => shows(`/buscar.json?q=${encodeURIComponent(TOKEN)}`, cell)),
  'page of the search': seen((cell) => shows(`/buscar?q=${encodeURIComponent(TOKEN)}`, cell)),
  'member page': seen((cell) => shows(`/customers/list-customers/${MEMBER}`, cell)),
  record: { ask: (cell) => status(`${LIST}/${idOf(cell)}`), expected: (can) => (can('view') ? 200 : 404) },
  'data of the record': { ask: (cell) => status(`${LIST}/${idOf(cell)}.data`), expected: (can) => (can('view') ? 200 : 404) },
  'record of an earlier file': { ask: (cell) => status(`${LIST}/${idOf(cell)}?version=1`), expected: (can) => (can('view') ? 200 : 404) },
  'edit form': { ask: (cell) => status(`${LIST}/${idOf(cell)}/edit`), expected: (can) => (can('edit') ? 200 : can('view') ? 403 : 404) },
  'page picture': opened('pages/1', 'view'),
  text: opened('text/1', 'view'),
  print: opened('print', 'print'),
  download: opened('download', 'download'),
  'picture of an earlier file': opened('versions/1/pages/1', 'view'),
  'print of an earlier file': opened('versions/1/print', 'print'),
  'download of an earlier file': opened('versions/1/download', 'download'),
  edit: done((cell) => post(`${LIST}/${idOf(cell)}/edit`, { documentName: nameOf(cell) }), 'edit', 302),
  assign: done((cell) => post(`${LIST}/${idOf(cell)}`, { intent: 'assign', userId: '' }), 'edit', 400),
  'assign several': done((cell) => post(LIST, { intent: 'assign', userId: 'x', ids: idOf(cell) }), 'edit', 400),
  'another file': done((cell) => send({ id: idOf(cell), version: 'otra' }), 'edit', 409),
  ZIP: done((cell) => post(`${LIST}/zip`, { ids: idOf(cell) }), 'download', 200),
  upload: {
    ask: ({ category, type }) => send({ documentName: 'Nuevo', categoryId: category, documentId: type }),
    expected: (can) => (can('create') ? 201 : 403),
  },
};

/** The result for every cell of the set at every address, as one object: a difference names both. */
async function walk(): Promise<Record<string, number | boolean>> {
  const asked = TYPES.flatMap((cell) => Object.entries(ADDRESSES).map(([name, address]) => ({ cell, name, address })));
  const isExport = ({ name }: { name: string }) => name === 'export row';
  const answer = async ({ cell, name, address }: (typeof asked)[number]) => [`${cell.type}: ${name}`, await address.ask(cell)] as const;
  const answers = await mapWithLimit(
    asked.filter((one) => !isExport(one)),
    answer,
  );
  // A person may run only two exports at once.
  for (const one of asked.filter(isExport)) answers.push(await answer(one));
  return Object.fromEntries(answers);
}

const wanted = (subsetOf: (cell: Cell) => readonly DocumentAction[]) =>
  Object.fromEntries(
    TYPES.flatMap((cell) =>
      Object.entries(ADDRESSES).map(([name, { expected }]) => [
        `${cell.type}: ${name}`,
        expected((action) => allows(subsetOf(cell), action)),
      ]),
    ),
  );

async function countOf(): Promise<number> {
  const page = await (await web.get(`${LIST}?q=${encodeURIComponent(TOKEN)}`, { headers: headers('text/html') })).text();
  return Number(/<h1[^>]*>.*?<span[^>]*>(\d+)<\/span>/s.exec(page)?.[1] ?? NaN);
}

/** Number of returned documents in the person's inbox. */
async function waiting(): Promise<number> {
  const answer = await web.get('/bandeja.json', { headers: headers('application/json') });
  const { lines } = (await answer.json()) as { lines: readonly { id: string; count: number }[] };
  return lines.find(({ id }) => id === 'returned')?.count ?? NaN;
}

beforeAll(async () => {
  const campos = [{ clave: 'socia', etiqueta: 'Socia', tipo: 'asociado', obligatorio: false, validador: '', opciones: [] }];
  await put('main', `clientes/${MEMBER}`, { codigo: 'S-1', nombre: 'Socia Primera', estado: true });
  for (const category of new Set(TYPES.map((cell) => cell.category)))
    await put('digitalization', `categorias/${category}`, { nombre: category });
  for (const { category, type } of TYPES)
    await put('digitalization', `tipos_documento/${type}`, { nombre: type, categoryId: category, campos });
  await putSet(() => [...DOCUMENT_ACTIONS]);
  await putRoleRow(web.portal.sql, { id: 'matriz', menus: ['home', 'digitalization-documents', 'customers'] });
  person = await signInAs(web, { name: 'matriz', role: 'matriz', folders: [], permissionSet: 'cambiante' });
  const store = async (text: string) => {
    const { Readable } = await import('node:stream');
    const body = Readable.from([pdf(text)]);
    const { url } = await web.portal.restBackend.uploadAsset({
      body,
      fileName: 'x.pdf',
      contentType: 'application/pdf',
      agencyId: 'agencia-01',
    });
    return { url, fileName: 'x.pdf', contentType: 'application/pdf', bytes: pdf(text).length, pages: 1 };
  };
  for (const { category, type } of TYPES) {
    const returned = { documentName: `Vuelta ${type}`, categoryId: category, documentId: type, status: 'RETURNED', createdBy: person.id };
    await put('digitalization', `documentos/vuelta-${type}`, { ...returned, agencyId: 'agencia-01', agencyFromDoc: 'agencia-01' });
  }
  for (const cell of TYPES) {
    await put('digitalization', `documentos/${idOf(cell)}`, {
      documentName: nameOf(cell),
      categoryId: cell.category,
      documentId: cell.type,
      status: 'INDEXED',
      userId: '',
      userAssign: '',
      agencyId: 'agencia-01',
      agencyFromDoc: 'agencia-01',
      createdBy: 'otra',
      campos: { socia: MEMBER },
      ...(await store('actual')),
      versions: [{ ...(await store('anterior')), userId: 'otra' }],
    });
  }
});

/** Each round gives the three types three different subsets, so that every subset is tested in a third as many rounds. */
const ROUNDS = Math.ceil(SUBSETS.length / TYPES.length);
const ROUNDS_OF_A_RUN = 4;
const subsetIn = (round: number, cell: Cell) => SUBSETS[(round + TYPES.indexOf(cell) * ROUNDS) % SUBSETS.length] ?? [];

describe('a permission set, applied at every address from the next request on', () => {
  it.each(
    some(
      Array.from({ length: ROUNDS }, (_, round) => [TYPES.map((cell) => subsetIn(round, cell).join(' ') || 'nothing'), round] as const),
      ROUNDS_OF_A_RUN,
    ),
  )('allows exactly what it grants, with «%s» for the three types', async (_words, round) => {
    const subsetOf = (cell: Cell) => subsetIn(round, cell);
    await putSet(subsetOf);
    expect(await walk()).toEqual(wanted(subsetOf));
    const visible = TYPES.filter((cell) => allows(subsetOf(cell), 'view'));
    // The returned documents were indexed by the person just now: `create` alone makes these visible, and nothing else.
    const own = TYPES.filter((cell) => !visible.includes(cell) && allows(subsetOf(cell), 'create'));
    expect([await countOf(), await waiting()]).toEqual([visible.length, visible.length + own.length]);
  });

  it('allows nothing when deactivated, and only uploads for other agencies’ documents when limited to the own agency', async () => {
    const all = () => [...DOCUMENT_ACTIONS];
    await putSet(all, { isActive: false });
    expect(await walk()).toEqual(wanted(() => []));
    expect(await waiting()).toBe(0);
    await putSet(all, { agencyScope: 'own' });
    expect(await walk()).toEqual(wanted(all));
    for (const cell of TYPES) {
      const stored = await web.portal.documents.digitalization.get(`documentos/${idOf(cell)}`);
      await put('digitalization', `documentos/${idOf(cell)}`, { ...stored?.data, agencyId: 'agencia-02', agencyFromDoc: 'agencia-03' });
    }
    const withUpload = Object.entries(wanted(() => [])).map(([name, value]) => [name, name.endsWith(': upload') ? 201 : value]);
    expect(await walk()).toEqual(Object.fromEntries(withUpload));
    expect(await countOf()).toBe(0);
  });
});

describe('with the `create` action alone', () => {
  const HOUR_MS = 3_600_000;
  const WORD = 'Zorzal';
  /** Age in hours of three documents of one type: just indexed by the person, more than a day ago, and just now by somebody else. */
  const DOCUMENTS = { own: 0, earlier: 25, foreign: 0 } as const;
  type Which = keyof typeof DOCUMENTS;
  const EACH = Object.keys(DOCUMENTS) as Which[];
  const OWN_ALONE = { own: true, earlier: false, foreign: false };
  const text = async (address: string) => {
    const answer = await web.get(address, { headers: headers('text/html') });
    expect(answer.status, address).toBe(200);
    return answer.text();
  };
  const namedIn = (content: string) => Object.fromEntries(EACH.map((which) => [which, content.includes(`${WORD} ${which}`)]));
  const statusOfEach = async (address: (id: string) => string) =>
    Object.fromEntries(await Promise.all(EACH.map(async (which) => [which, await status(address(`zorzal-${which}`))] as const)));

  beforeAll(async () => {
    await putSet(() => ['create']);
    await putRoleRow(web.portal.sql, {
      id: 'matriz',
      menus: ['home', 'digitalization-documents', 'customers', 'packages-sent', 'briefcase-reports'],
    });
    const like = (await web.portal.documents.digitalization.get('documentos/documento-pagare'))?.data;
    for (const which of EACH) {
      const by = which === 'foreign' ? 'otra' : person.id;
      await put('digitalization', `documentos/zorzal-${which}`, {
        ...like,
        documentName: `${WORD} ${which}`,
        createdBy: by,
        userId: person.id,
        userAssign: '',
        inPackage: '',
        agencyId: 'agencia-01',
        agencyFromDoc: 'agencia-01',
        createdAt: new Date(Date.now() - DOCUMENTS[which] * HOUR_MS),
      });
      // Writes one ledger line for each.
      const page = await web.getSigned(`${FILES}/zorzal-${which}/pages/1`);
      expect(page.status).toBe(200);
    }
  });

  it.each([
    `${LIST}?q=${WORD}`,
    `${LIST}.data?q=${WORD}`,
    `${LIST}/export?format=csv&q=${WORD}`,
    `/buscar.json?q=${WORD}`,
    `/buscar?q=${WORD}`,
    `/customers/list-customers/${MEMBER}`,
    `/reports/file-events/export?format=csv`,
  ])('%s names only the document that the person indexed within the last day', async (address) => {
    expect(namedIn(await text(address))).toEqual(OWN_ALONE);
  });

  it('a new package offers only that document', async () => {
    const answer = await web.get('/maintenance/digitalization/packagesShips/send/list-packages/new', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'find', needReassign: 'true', q: WORD }),
      headers: headers('text/html'),
    });
    expect(namedIn(await answer.text())).toEqual(OWN_ALONE);
  });

  it('the list counts and the export holds only that document', async () => {
    const page = await text(`${LIST}?q=${WORD}`);
    expect(/<h1[^>]*>.*?<span[^>]*>(\d+)<\/span>/s.exec(page)?.[1]).toBe('1');
    const csv = await text(`${LIST}/export?format=csv`);
    expect(csv.match(new RegExp(`${WORD}|${TOKEN}`, 'g'))).toEqual([WORD]);
  });

  it.each(['', '.data'])('the record%s opens for that document and answers 404 for others', async (end) => {
    expect(await statusOfEach((id) => `${LIST}/${id}${end}`)).toEqual({ own: 200, earlier: 404, foreign: 404 });
  });

  it.each(['pages/1', 'text/1'])('the file at %s is served for that document and answers 404 for others', async (part) => {
    expect(await statusOfEach((id) => `${FILES}/${id}/${part}`)).toEqual({ own: 200, earlier: 404, foreign: 404 });
  });

  it.each(['print', 'download', 'versions/1/download'])('%s answers 403 for that document and 404 for others', async (part) => {
    expect(await statusOfEach((id) => `${FILES}/${id}/${part}`)).toEqual({ own: 403, earlier: 404, foreign: 404 });
  });

  it('edits and ZIP downloads answer 403 for that document and 404 for others', async () => {
    const edits = await Promise.all(EACH.map((which) => post(`${LIST}/zorzal-${which}/edit`, { documentName: 'Otro' })));
    expect(edits).toEqual([403, 404, 404]);
    expect(await Promise.all(EACH.map((which) => post(`${LIST}/zip`, { ids: `zorzal-${which}` })))).toEqual([403, 404, 404]);
  });
});
