import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { DEMO_ACCOUNTS, makeDemoData } from './demo-data.ts';
import { toSeedDocuments } from './demo-record.ts';
import { demoEvents } from './demo-size.ts';
import { makeFileEvents, makeOpenings } from './file-events.ts';
import { DIGITALIZATION_CATEGORIES, SCAN_EXTENSIONS } from './digitalization-vocabulary.ts';
import { openRaster } from './papers/raster.ts';
import { createRandom } from './random.ts';
import { makeScannedFiles } from './scanned-files.ts';
import { makeSampleFiles } from './sample-files.ts';
import { FILE_KINDS } from './vocabulary.ts';

const TODAY = new Date('2026-11-19T22:00:00Z');
const FILES_MS = 120_000;

/** Made once for all that look at them: it takes seconds. */
const files = lazily(async () => {
  const raster = await openRaster(createRandom(3));
  try {
    const samples = await makeSampleFiles(createRandom(1), raster);
    return { samples, again: await makeSampleFiles(createRandom(1), raster), scans: await makeScannedFiles(createRandom(2), raster) };
  } finally {
    raster.close();
  }
});

function lazily<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

it('has 40 agencies, 120 people, 25 folders and 3,000 files', () => {
  const demo = makeDemoData(TODAY);
  const count = (collection: string) => demo.documents.filter((entry) => entry.path.startsWith(`${collection}/`)).length;
  expect({
    agencias: count('agencias'),
    usuarios: count('usuarios'),
    carpetas: count('maletin_carpetas'),
    archivos: demo.files.length,
  }).toEqual({ agencias: 40, usuarios: 120, carpetas: 25, archivos: 3_000 });
  expect(demo.people.slice(0, 3).map((person) => person.email)).toEqual(DEMO_ACCOUNTS.map((account) => account.email));
});

it('is the same at every run, except for the bytes of workbooks', { timeout: FILES_MS }, async () => {
  expect(makeDemoData(TODAY)).toEqual(makeDemoData(TODAY));
  const { samples, again } = await files();
  const stable = (made: typeof samples) => made.filter(({ extension }) => extension !== 'xlsx').map(({ content }) => content);
  expect(stable(samples)).toEqual(stable(again));
});

it('has a distinct, complete file for each kind and type, in each format', { timeout: FILES_MS }, async () => {
  const { samples, scans } = await files();
  const all = [...samples, ...scans];
  const named = all.map(({ kind, extension }) => `${kind}.${extension}`);
  expect(named).toEqual([
    ...FILE_KINDS.map(({ stem, extension }) => `${stem}.${extension}`),
    ...DIGITALIZATION_CATEGORIES.flatMap(([, , types]) =>
      types.flatMap(([name, extensions]) =>
        SCAN_EXTENSIONS.filter((extension) => extensions.includes(extension)).map((extension) => `${name}.${extension}`),
      ),
    ),
  ]);
  // All pages of a scan are there, and no two files are the same.
  expect(new Set(all.map(({ content }) => content.toString('base64'))).size).toBe(all.length);
  for (const file of scans.filter(({ extension }) => extension === 'tiff')) {
    expect((await sharp(file.content).metadata()).pages ?? 1, file.kind).toBe(file.pages);
    expect((await sharp(file.content, { page: file.pages - 1 }).stats()).channels[0]?.stdev, file.kind).toBeGreaterThan(10);
  }
  expect(scans.filter(({ pages }) => pages === 3).map(({ kind }) => kind)).toContain('Contrato de cuenta');
});

it('names briefcase files after their kind, with matching type and folder', () => {
  const { documents, files } = makeDemoData(TODAY);
  const nameOf = new Map(documents.map(({ path, data: { nombre } }) => [path, nombre]));
  for (const { nombre, kind, folderId, typeId } of files) {
    expect(nombre.startsWith(`${kind.stem} `) && nombre.endsWith(`.${kind.extension}`), nombre).toBe(true);
    expect(nameOf.get(`maletin_tipos_documento/${typeId}`), nombre).toBe(kind.type);
    expect(kind.folders, nombre).toContain(nameOf.get(`maletin_carpetas/${folderId}`));
  }
  expect(new Set(files.map(({ kind }) => kind.stem)).size).toBe(FILE_KINDS.length);
});

it('has the generic fields in every document', () => {
  const demo = makeDemoData(TODAY);
  const all = [
    ...demo.documents,
    ...demo.scans.flatMap(({ record }) => toSeedDocuments(record)),
    ...makeFileEvents({ ...demo, count: 4_000, today: TODAY }),
    ...makeOpenings({ ...demo, count: 50, today: TODAY }),
  ];
  const without = all.filter(({ data: { isActive, createdAt, updatedAt } }) =>
    [typeof isActive === 'boolean', createdAt instanceof Date, updatedAt instanceof Date].includes(false),
  );
  expect(without.map((entry) => entry.path)).toEqual([]);
});

it('has the size given by DEMO_SIZE, and refuses an unknown one', () => {
  expect([demoEvents({}), demoEvents({ DEMO_SIZE: '' }), demoEvents({ DEMO_SIZE: 'large' })]).toEqual([12_000, 12_000, 200_000]);
  expect(() => demoEvents({ DEMO_SIZE: 'enorme' })).toThrow('DEMO_SIZE no es un tamaño: enorme. Hay: normal, large');
});

it('lets people open only what their folders hold, and never before the upload', () => {
  const demo = makeDemoData(TODAY);
  const events = [...makeFileEvents({ ...demo, count: 10_000, today: TODAY })];
  expect(events).toHaveLength(10_000);
  const files = new Map(demo.files.map((file) => [file.id, file]));
  const people = new Map(demo.people.map((person) => [person.id, person]));
  for (const { data, at } of events) {
    const file = files.get(data['fileId'] as string);
    const person = people.get(data['userId'] as string);
    if (!file || !person) throw new Error('an event names an unknown file or person');
    expect(at >= file.at && at <= TODAY).toBe(true);
    expect(person.folders).toContain(file.folderId);
  }
});

it('lets clerks open digitized documents, and never before they are digitized', () => {
  const { scans } = makeDemoData(TODAY);
  const openings = [...makeOpenings({ scans, count: 600, today: TODAY })];
  expect(new Set(openings.map(({ path }) => path)).size).toBe(600);
  expect(new Set(openings.map(({ data: { kind } }) => kind))).toEqual(new Set(['view', 'print', 'download']));
  const begun = new Map(scans.map(({ record }) => [record.path, record.createdAt]));
  for (const { data: opened, at } of openings) {
    const since = begun.get(`documentos/${text(opened['fileId'])}`);
    expect(since && at >= since && at <= TODAY).toBe(true);
  }
  expect([...makeOpenings({ scans: [], count: 5, today: TODAY })]).toEqual([]);
});

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
}

const data = (path: string, entries: readonly { path: string; data: Fields }[]) =>
  entries.filter((entry) => entry.path.startsWith(`${path}/`));

it('has 6 categories, 30 types, 5,000 digitized documents (200 without a file) and 60 packages in every state', () => {
  const { documents, scans } = makeDemoData(TODAY);
  const papers = data('documentos', documents);
  const packages = data('PACKAGES', documents).map((entry) => entry.data);
  expect([data('categorias', documents).length, data('tipos_documento', documents).length]).toEqual([6, 30]);
  expect([scans.length + papers.length, papers.filter((entry) => entry.data['url'] === '').length]).toEqual([5_000, 200]);
  const states = groupBy(packages, ({ status, isActive }) => (isActive ? text(status) : 'cancelled'));
  expect(Object.fromEntries([...states].map(([state, of]) => [state, of.length]))).toEqual({
    ENTERED: 8,
    cancelled: 2,
    SENT: 12,
    REJECTED: 6,
    ACCEPTED: 32,
  });
});

it('respects permission sets for digitizing, holding, sending and receiving', () => {
  const { documents, scans, people } = makeDemoData(TODAY);
  const sets = new Map(data('permisos_documentos', documents).map(({ path, data: set }) => [path.split('/')[1], set['permissions']]));
  const may = (personId: unknown, action: string, categoryId: unknown, typeId: unknown) => {
    const person = people.find(({ id }) => id === personId);
    const set = sets.get(person?.permissionSetId) as Record<string, Record<string, string[]>> | undefined;
    return person?.role === 'admin' || set?.[text(categoryId)]?.[text(typeId)]?.includes(action) === true;
  };
  for (const { fields, path } of scans.map(({ record }) => record)) {
    const { createdBy, userId, categoryId, documentId } = fields;
    expect(may(createdBy, 'create', categoryId, documentId), path).toBe(true);
    if (userId !== '') expect(may(userId, 'view', categoryId, documentId), path).toBe(true);
  }
  for (const { path, data: made } of data('PACKAGES', documents)) {
    for (const line of made['detailOfPackage'] as { digitalizationCategory: Fields; digitalizationDocument: Fields }[]) {
      const type = [line.digitalizationCategory['id'], line.digitalizationDocument['id']] as const;
      expect(may(made['from'], made['needReassign'] === true ? 'view' : 'create', ...type), path).toBe(true);
      if (made['userAssign'] !== '') expect(may(made['userAssign'], 'view', ...type), path).toBe(true);
    }
  }
});

it('gives both demo accounts some types with limited actions, and the receiver all that the sender has', () => {
  const { documents, people } = makeDemoData(TODAY);
  const permissionsOf = (email: string) => {
    const set = people.find((person) => person.email === email)?.permissionSetId;
    const found = data('permisos_documentos', documents).find(({ path }) => path === `permisos_documentos/${set}`);
    const stored = found?.data['permissions'] as Record<string, Record<string, string[]>>;
    return new Map(Object.values(stored).flatMap((types) => Object.entries(types)));
  };
  const [sends, receives] = [permissionsOf('digitaliza@demo.coop'), permissionsOf('recibe@demo.coop')];
  for (const permissions of [sends, receives]) {
    expect(permissions.size).toBeGreaterThan(10);
    expect(permissions.size).toBeLessThan(30);
    for (const action of ['create', 'print', 'download', 'edit'])
      expect([...permissions.values()].filter((actions) => actions.includes(action)).length, action).toBeLessThan(permissions.size);
  }
  for (const type of sends.keys()) expect(receives.get(type), type).toContain('view');
});

it('audits every digitized document and package up to its current state, with no future dates', () => {
  const { documents, scans } = makeDemoData(TODAY);
  const all = [...documents, ...scans.flatMap(({ record }) => toSeedDocuments(record))];
  const entries = groupBy(data('auditoria', all), ({ data: { targetPath } }) => text(targetPath));
  const underWay = new Set(
    data('PACKAGES', all).flatMap(({ path, data: { status } }) => (status === 'SENT' ? [path.slice('PACKAGES/'.length)] : [])),
  );
  for (const { path, data: record } of [...data('documentos', all), ...data('PACKAGES', all)]) {
    const { createdAt, updatedAt, ...now } = record;
    const told = (entries.get(path) ?? []).reduce<Fields>((fields, entry) => ({ ...fields, ...(entry.data['newData'] as Fields) }), {
      isActive: true,
    });
    expect(told, path).toEqual(now);
    expect(Number(updatedAt) <= TODAY.getTime() && Number(createdAt) <= Number(updatedAt), path).toBe(true);
    if (path.startsWith('documentos/') && now['inPackage'] !== '') expect(underWay).toContain(now['inPackage']);
  }
  expect(
    data('PACKAGES', all).filter(
      ({ data: { needReassign, detailOfPackage } }) => needReassign === true && (detailOfPackage as unknown[]).length === 3,
    ),
  ).toHaveLength(11);
});
