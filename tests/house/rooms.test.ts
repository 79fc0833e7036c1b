import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUSE, lineOf, STOREYS } from './house.ts';
import { describeRooms, findCircles, graphOfFiles, graphOfRooms, readImports, ROOT, roomOf } from './rooms.ts';

const imports = readImports();
const graph = graphOfRooms(imports);
/** The imports by which one room reaches another, for the failure message. */
const between = (from: string, to: string) =>
  imports.filter((one) => roomOf(one.from) === from && roomOf(one.to) === to).map((one) => `${one.from} imports ${one.to}`);

describe('the rooms of the house', () => {
  it('are read from more than 1,000 imports', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect([...graph.keys()]).toEqual(expect.arrayContaining(['server/domain', 'server/platform', 'app/ui', 'app/routes', 'jobs']));
  });

  it('match the drawing in docs/rooms.md (`npm run rooms` updates it)', () => {
    expect(readFileSync(path.join(ROOT, 'docs/rooms.md'), 'utf8')).toContain(describeRooms(graph));
  });

  it('have no import cycle between them, type imports included', () => {
    const circles = findCircles(graph).map((rooms) =>
      rooms.flatMap((from) => (graph.get(from) ?? []).filter((to) => rooms.includes(to)).flatMap((to) => between(from, to))),
    );
    expect(circles).toEqual([]);
  });

  it('have no import cycle between files of the portal, type imports included', () => {
    const ofPortal = imports.filter(({ from }) => !from.startsWith('prisma/'));
    expect(findCircles(graphOfFiles(ofPortal))).toEqual([]);
  });

  it('each have a description of one line', () => {
    expect([...graph.keys()].filter((room) => lineOf(room) === '')).toEqual([]);
    expect([...STOREYS.keys()].filter((room) => !graph.has(room))).toEqual([]);
  });

  it('import only from the storeys that their own may import', () => {
    const wrong = [...graph].flatMap(([room, targets]) => {
      const allowed = HOUSE[STOREYS.get(room) ?? '']?.imports ?? [];
      return targets.filter((to) => !allowed.includes(STOREYS.get(to) ?? '')).flatMap((to) => between(room, to));
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['server/portal.ts', /^(?:jobs|prisma\/seed|server\/entrances\/(?:commands|http))$/],
    ['server/entrances/http', /^server\/main\.ts$/],
    ['server/registries.ts', /^(?:jobs|prisma\/seed|server\/portal\.ts|server\/entrances\/(?:commands|http))$/],
  ])('%s is imported only where processes are put together', (room, allowed) => {
    const importers = [...graph].filter(([, targets]) => targets.includes(room)).map(([importer]) => importer);
    expect(importers.filter((importer) => !allowed.test(importer))).toEqual([]);
  });

  it('import port implementations only in ports, portal.ts, commands, the seed and tidy.ts', () => {
    const IMPLEMENTATION = /^server\/ports\/(?:documents|identity)\/(?:embedded|firebase|firestore)\//;
    const ALLOWED =
      /^server\/ports\/|^server\/portal\.ts$|^server\/entrances\/commands\/|^prisma\/seed\/|^server\/read-model\/upkeep\/tidy\.ts$/;
    const wrong = imports.filter(({ from, to }) => IMPLEMENTATION.test(to) && !ALLOWED.test(from));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

describe('a small command', () => {
  it.each(['audit', 'bi-access', 'migrate', 'read-model'])('%s does not load the portal', (name) => {
    const reached = new Set([`server/entrances/commands/scripts/${name}.ts`]);
    for (const file of reached) for (const { from, to } of imports) if (from === file) reached.add(to);
    expect(reached.size).toBeGreaterThan(1);
    expect([...reached]).not.toContain('server/portal.ts');
  });
});

describe('findCircles', () => {
  it('finds a cycle through several rooms', () => {
    const circular = graphOfRooms([
      { from: 'server/a/x.ts', to: 'server/b/x.ts' },
      { from: 'server/b/y.ts', to: 'server/c/x.ts' },
      { from: 'server/c/y.ts', to: 'server/a/y.ts' },
      { from: 'server/d/x.ts', to: 'server/a/x.ts' },
    ]);
    expect(findCircles(circular)).toEqual([['server/a', 'server/b', 'server/c']]);
  });

  it('reports a cycle within a room for files, but not for rooms', () => {
    const imported = [
      { from: 'server/features/a/x.ts', to: 'server/features/a/y.ts' },
      { from: 'server/features/a/y.ts', to: 'server/features/a/x.ts' },
    ];
    expect(findCircles(graphOfRooms(imported))).toEqual([]);
    expect(findCircles(graphOfFiles(imported))).toEqual([['server/features/a/x.ts', 'server/features/a/y.ts']]);
  });
});
