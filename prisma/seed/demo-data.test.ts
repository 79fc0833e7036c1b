import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Fields } from '#server/documents/document-store.ts';
import { DEMO_ACCOUNTS, makeDemoData } from './demo-data.ts';
import { seedOf } from './demo-record.ts';
import { makeFileEvents, makeOpenings } from './file-events.ts';
import { createRandom } from './random.ts';
import { makeScannedFiles } from './scanned-files.ts';
import { makeSampleFiles } from './sample-files.ts';

const TODAY = new Date('2026-11-19T22:00:00Z');

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

it('is the same at every run', async () => {
  expect(makeDemoData(TODAY)).toEqual(makeDemoData(TODAY));
  const [first, second] = await Promise.all([makeSampleFiles(createRandom(1)), makeSampleFiles(createRandom(1))]);
  expect(first.filter((file) => file.extension !== 'xlsx').map((file) => file.content)).toEqual(
    second.filter((file) => file.extension !== 'xlsx').map((file) => file.content),
  );
  expect(first).toHaveLength(40);
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

it('has 6 categories, 30 types, 5,000 digitized documents, 200 of them without a file, and 60 packages in every state', async () => {
  const { documents, scans } = makeDemoData(TODAY);
  const papers = data('documentos', documents);
  const packages = data('PACKAGES', documents).map((entry) => entry.data);
  expect([data('categorias', documents).length, data('tipos_documento', documents).length]).toEqual([6, 30]);
  expect([scans.length + papers.length, papers.filter((entry) => entry.data['url'] === '').length]).toEqual([5_000, 200]);
  const states = groupBy(packages, ({ status, isActive }) => (isActive ? text(status) : 'cancelled'));
  expect(Object.fromEntries([...states].map(([state, of]) => [state, of.length]))).toEqual({
    ...{ ENTERED: 8, cancelled: 2, SENT: 12, REJECTED: 6, ACCEPTED: 32 },
  });
  const files = await makeScannedFiles(createRandom(2));
  expect([files.length, files.filter(({ extension }) => extension === 'tiff').length]).toEqual([60, 20]);
  const many = files.find(({ pages }) => pages === 4);
  expect((await sharp(many?.content).metadata()).pages).toBe(4);
});

it('audits every digitized document and package up to how it is now, and never in the days to come', () => {
  const { documents, scans } = makeDemoData(TODAY);
  const all = [...documents, ...scans.flatMap(({ record }) => seedOf(record))];
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
