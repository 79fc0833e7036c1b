import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { HOUSE, lineOf, STOREYS } from './house.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folders whose sub-folders are rooms of their own; every other folder's sub-folders belong to its room. */
const WINGS: ReadonlySet<string> = new Set(['app/screens', 'server/entrances', 'server/features', 'server/ports']);
const PRODUCTION = /^(?:app|jobs|prisma|server)\/.*(?<!\.d)\.tsx?$/;
const TESTS = /\.(?:test|contract)\.tsx?$|\/testing\/|\/contract\/|^prisma\/generated\//;

/** `from` imports `to`; both are paths relative to the root. */
export interface Import {
  from: string;
  to: string;
}

/** The room of a file: the folder that stands for one idea. Files directly in server/ are rooms of their own. */
export function roomOf(file: string): string {
  const [top = '', second, third, fourth] = file.split('/');
  if (top === 'jobs' || second === undefined || third === undefined) return top === 'server' ? file : top;
  const wing = `${top}/${second}`;
  return WINGS.has(wing) && fourth !== undefined ? `${wing}/${third}` : wing;
}

/** All value and type imports between production files. */
export function readImports(): Import[] {
  const files = sourceFiles();
  const known = new Set(files);
  return files.flatMap((from) =>
    specifiersOf(from).flatMap((specifier) => {
      const to = resolve(from, specifier);
      return to !== null && known.has(to) ? [{ from, to }] : [];
    }),
  );
}

/** Production files, relative to the root. */
export function sourceFiles(): string[] {
  const all = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => PRODUCTION.test(file) && !TESTS.test(file));
}

function specifiersOf(file: string): string[] {
  return ts.preProcessFile(readFileSync(path.join(ROOT, file), 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : null;
}

/** Imported rooms by room; sorted. */
export const graphOfRooms = (imports: readonly Import[]) => graphOf(imports, roomOf);

/** Imported files by file; sorted. */
export const graphOfFiles = (imports: readonly Import[]) => graphOf(imports, (file) => file);

function graphOf(imports: readonly Import[], placeOf: (file: string) => string): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [placeOf(from), placeOf(to)];
    const targets = graph.get(source) ?? new Set();
    if (source !== target) targets.add(target);
    graph.set(source, targets);
    if (!graph.has(target)) graph.set(target, new Set());
  }
  return new Map([...graph].sort().map(([room, targets]) => [room, [...targets].sort()]));
}

/**
 * Cycles between rooms or files (Tarjan's strongly connected components of more than one member): none when imports only point downward.
 */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (room: string): number => {
    index.set(room, index.size);
    let lowest = index.size - 1;
    stack.push(room);
    for (const next of graph.get(room) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    if (lowest === index.get(room)) {
      const group = stack.splice(stack.indexOf(room));
      if (group.length > 1) circles.push(group.sort());
    }
    return lowest;
  };
  for (const room of graph.keys()) if (!index.has(room)) visit(room);
  return circles;
}

/** Text of docs/rooms.md: what each layer may import, then every room, top layer first. */
export function describeRooms(graph: ReadonlyMap<string, readonly string[]>): string {
  const depth = new Map<string, number>();
  const depthOf = (room: string): number => {
    const known = depth.get(room) ?? 1 + Math.max(-1, ...(graph.get(room) ?? []).map(depthOf));
    depth.set(room, known);
    return known;
  };
  const rooms = [...graph.keys()].sort((one, other) => depthOf(other) - depthOf(one) || one.localeCompare(other));
  const storeys = Object.keys(HOUSE).map((name) => {
    const importers = Object.entries(HOUSE).filter(([, { imports }]) => imports.includes(name));
    return `| ${name} | ${importers.map(([importer]) => importer).join(', ') || 'nobody'} |`;
  });
  return [
    '| storey | is imported by |',
    '|---|---|',
    ...storeys,
    '',
    '| level | room | is | storey | imports |',
    '|---|---|---|---|---|',
    ...rooms.map(
      (room) => `| ${[depthOf(room), `\`${room}\``, lineOf(room), STOREYS.get(room) ?? '', namesOf(graph.get(room))].join(' | ')} |`,
    ),
    '',
  ].join('\n');
}

const namesOf = (rooms: readonly string[] = []) => rooms.map((room) => `\`${room}\``).join(' ');
