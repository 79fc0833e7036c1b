import { expect, it } from 'vitest';
import { DEMO_ACCOUNTS, makeDemoData } from './demo-data.ts';
import { makeFileEvents } from './file-events.ts';
import { createRandom } from './random.ts';
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
