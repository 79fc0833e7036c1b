import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** Maximum number of script files per page, including its own modules and the program's entry. */
const FILES_OF_A_PAGE = 12;
/**
 * Candidate exponents of a page's size by which its unused bytes are weighted. With equal weights, the heaviest screens (lists with bulk
 * acts, forms with files) got most of the unused code. The best exponent changes with every import: where tests/e2e/budgets.test.ts fails
 * although little was added, others may fit (between 4 and 70 all were tried).
 */
const HEAVY_PAGES = [20, 30];
/** Exponent of page sizes for comparing the results. */
const HEAVIEST = 32;
const ADDRESSES = '/build/';
const DIRECTORY = path.join('public', 'build');
const SERVER_BUILD = path.join('build', 'index.js');
const MANIFEST_OF_SERVER = 'var assets_manifest_default = ';
const MANIFEST_BEGIN = 'window.__remixManifest=';

interface Module {
  module: string;
  imports?: string[];
}

interface Manifest {
  entry: Module;
  routes: Record<string, Module & { id: string; parentId?: string }>;
  version: string;
  url: string;
}

/** A file of shared code, or several joined ones. */
interface Shared {
  files: string[];
  bytes: number;
  /** By module index, 1 if the module loads it: first the screens with their layouts, then the lazily imported modules. */
  users: Uint8Array;
}

/**
 * The compiler creates a file for every set of modules shared by the same screens: more than a hundred, most of them smaller than the line
 * that requests them, fifty for one page. Here files of the page that needs most are joined, starting with those that cost other pages the
 * fewest unused bytes, until no page needs more than twelve; then the screens are bundled once more from the first bundle's files.
 */
export async function joinScripts(root: string): Promise<void> {
  const { outputs } = JSON.parse(await readFile(path.join(root, 'build', 'metafile.js.json'), 'utf8')) as Metafile;
  const name = (await readdir(path.join(root, DIRECTORY))).find((file) => file.startsWith('manifest-')) ?? '';
  const manifest = readManifest(await readFile(path.join(root, DIRECTORY, name), 'utf8'));
  const scripts = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const { shared, modules } = joinBest(outputs, scripts, manifest);
  const made = await rebundle(root, modules, shared);
  await Promise.all([...scripts, path.join(DIRECTORY, name)].map((file) => rm(path.join(root, file))));
  await writeManifest(root, updateManifest(manifest, made));
}

function readManifest(text: string): Manifest {
  return JSON.parse(text.slice(MANIFEST_BEGIN.length, text.lastIndexOf('}') + 1)) as Manifest;
}

type Outputs = Metafile['outputs'];

interface Joined {
  shared: Shared[];
  modules: string[];
  /** Size of each screen. */
  bytes: number[];
}

/** The result with the lightest heaviest screens. */
function joinBest(outputs: Outputs, scripts: readonly string[], manifest: Manifest): Joined {
  const ways = HEAVY_PAGES.map((power) => joinShared(outputs, scripts, { manifest, power }));
  const costOf = ({ bytes }: Joined) => sumOf(bytes.map((one) => one ** HEAVIEST));
  return ways.reduce((best, way) => (costOf(way) < costOf(best) ? way : best));
}

/** Which files to join, and the modules that load them. */
function joinShared(outputs: Outputs, scripts: readonly string[], { manifest, power }: { manifest: Manifest; power: number }): Joined {
  const isShared = (file: string) => outputs[file]?.entryPoint === undefined;
  const pages = pagesOf(manifest);
  const modules = [...pages.keys(), ...scripts.filter((file) => !isShared(file) && !pages.has(file))];
  const loaded = modules.map((file) => reachedFrom(outputs, pages.get(file) ?? [file]));
  const bytesOf = (file: string) => outputs[file]?.bytes ?? 0;
  let shared = scripts.filter(isShared).map((file): Shared => {
    const users = Uint8Array.from(loaded, (reached) => (reached.has(file) ? 1 : 0));
    return { files: [file], bytes: bytesOf(file), users };
  });
  for (;;) {
    const loads = [...pages.values()].map((own, place) => {
      const used = shared.filter(({ users }) => users[place]);
      return { files: own.length + used.length, bytes: sumOf(own.map(bytesOf)) + sumOf(used.map(({ bytes }) => bytes)) };
    });
    const most = Math.max(...loads.map(({ files }) => files));
    if (most <= FILES_OF_A_PAGE) return { shared, modules, bytes: loads.map(({ bytes }) => bytes) };
    const average = sumOf(loads.map(({ bytes }) => bytes)) / loads.length;
    const weights = loads.map(({ bytes }) => (bytes / average) ** power);
    shared = joinCheapest(outputs, shared, { weights, crowded: loads.findIndex(({ files }) => files === most) });
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The modules that make up a screen, by its own module's file. */
function pagesOf({ entry, routes }: Manifest): Map<string, string[]> {
  const modulesOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...modulesOf(route.parentId), fileOf(route.module)] : [fileOf(entry.module)];
  };
  return new Map(Object.values(routes).map(({ id, module }) => [fileOf(module), modulesOf(id)]));
}

function importsOf(outputs: Outputs, file: string): string[] {
  return (outputs[file]?.imports ?? []).filter(({ kind }) => kind === 'import-statement').map((imported) => imported.path);
}

function reachedFrom(outputs: Outputs, files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(outputs, file));
  }
  return reached;
}

interface Crowd {
  /** Cost of an unused byte on each page. */
  weights: readonly number[];
  /** The page with too many files. */
  crowded: number;
}

/** Joins the two files of the crowded page whose union costs all pages together the least. */
function joinCheapest(outputs: Outputs, shared: readonly Shared[], { weights, crowded }: Crowd): Shared[] {
  const needs = needsOf(outputs, shared);
  const dearestFirst = [...weights.keys()].sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
  /** @returns the cost, or, once it reaches `least`, just a value of at least that: most pairs do so after a few pages. */
  const costOf = (one: Shared, other: Shared, least: number): number => {
    const wanted = [...new Set([...(needs.get(one) ?? []), ...(needs.get(other) ?? [])])];
    let cost = 0;
    for (const page of dearestFirst) {
      if (!one.users[page] && !other.users[page]) continue;
      let bytes = 0;
      for (const part of wanted) if (!part.users[page]) bytes += part.bytes;
      cost += bytes * (weights[page] ?? 0);
      if (cost >= least) return cost;
    }
    return cost;
  };
  const parts = shared.filter(({ users }) => users[crowded]);
  let cheapest: { one: Shared; other: Shared; cost: number } | null = null;
  for (const [place, one] of parts.entries())
    for (const other of parts.slice(place + 1)) {
      const cost = costOf(one, other, cheapest?.cost ?? Infinity);
      if (!cheapest || cost < cheapest.cost) cheapest = { one, other, cost };
    }
  if (!cheapest) throw new Error('a page of more files than allowed has no two that could be joined');
  const { one, other } = cheapest;
  const joined: Shared = { files: [...one.files, ...other.files], bytes: one.bytes + other.bytes, users: either(one.users, other.users) };
  const rest = [...shared.filter((part) => part !== one && part !== other), joined];
  // Whoever loads it also loads its imports: otherwise the bundler would split it again.
  for (const needed of needsOf(outputs, rest).get(joined) ?? []) needed.users = either(needed.users, joined.users);
  return rest;
}

const either = (one: Uint8Array, other: Uint8Array) => one.map((used, place) => used | (other[place] ?? 0));

/** For each file itself and everything it imports, transitively. */
function needsOf(outputs: Outputs, shared: readonly Shared[]): Map<Shared, Set<Shared>> {
  const partOf = new Map(shared.flatMap((part) => part.files.map((file) => [file, part] as const)));
  const collect = (part: Shared, needed: Set<Shared>): Set<Shared> => {
    if (needed.has(part)) return needed;
    needed.add(part);
    for (const file of part.files)
      for (const imported of importsOf(outputs, file)) {
        const other = partOf.get(imported);
        if (other) collect(other, needed);
      }
    return needed;
  };
  return new Map(shared.map((part) => [part, collect(part, new Set())]));
}

/** A module that loads one of the joined files imports all of them, so that the bundler has no reason to split them. */
async function rebundle(root: string, modules: readonly string[], joined: readonly Shared[]): Promise<Outputs> {
  const together: Plugin = {
    name: 'together',
    setup(bundler) {
      bundler.onResolve({ filter: /^\/build\// }, ({ path: address }) => ({ path: path.join(root, fileOf(address)), sideEffects: true }));
      bundler.onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
        const place = modules.indexOf(path.relative(root, file));
        const files = joined.filter(({ users }) => users[place]).flatMap((part) => part.files);
        const imports = files.map((shared) => `import ${JSON.stringify(addressOf(shared))};`);
        return { contents: imports.join('') + (await readFile(file, 'utf8')) };
      });
    },
  };
  // Loaded only when building.
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(modules.map((file) => [path.relative(DIRECTORY, file).replace(/-[A-Z0-9]{8}\.js$/, ''), file])),
    outdir: DIRECTORY,
    publicPath: ADDRESSES,
    entryNames: '[dir]/[name]-[hash]',
    chunkNames: '_shared/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    // License notices go in files beside the scripts (.LEGAL.txt): inline, one per joined module would go with every page.
    legalComments: 'external',
    metafile: true,
    format: 'esm',
    logLevel: 'error',
    plugins: [together],
  });
  return metafile.outputs;
}

/** The manifest with the new addresses; a route does not repeat the imports of the layouts around it. */
function updateManifest(manifest: Manifest, made: Outputs): Manifest {
  const byEntry = new Map(
    Object.keys(made).map((file) => {
      const described: Module = { module: addressOf(file), imports: importsOf(made, file).map(addressOf) };
      return [made[file]?.entryPoint, described] as const;
    }),
  );
  const rebuiltModule = ({ module }: Module): Module => {
    const found = byEntry.get(fileOf(module));
    if (!found) throw new Error(`${module} was lost while scripts were joined`);
    return found;
  };
  const importsAbove = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : manifest.routes[id];
    return route
      ? [...importsAbove(route.parentId), ...(rebuiltModule(route).imports ?? [])]
      : (rebuiltModule(manifest.entry).imports ?? []);
  };
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, route]) => {
      const { module, imports = [] } = rebuiltModule(route);
      const above = importsAbove(route.parentId);
      return [id, { ...route, module, imports: imports.filter((address) => !above.includes(address)) }];
    }),
  );
  const entry = rebuiltModule(manifest.entry);
  const version = createHash('sha256').update(JSON.stringify({ entry, routes })).digest('hex').slice(0, 8);
  return { ...manifest, entry, routes, version, url: `${ADDRESSES}manifest-${version.toUpperCase()}.js` };
}

/** Writes it for browsers, and into the server's build, which has it on one line. */
async function writeManifest(root: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  const server = path.join(root, SERVER_BUILD);
  const lines = (await readFile(server, 'utf8')).split('\n');
  const place = lines.findIndex((line) => line.startsWith(MANIFEST_OF_SERVER));
  if (place < 0) throw new Error(`${SERVER_BUILD} holds no manifest`);
  lines[place] = `${MANIFEST_OF_SERVER}${text};`;
  await writeFile(server, lines.join('\n'));
  await writeFile(path.join(root, fileOf(manifest.url)), `${MANIFEST_BEGIN}${text};`);
}

function fileOf(address: string): string {
  return path.join('public', address);
}

function addressOf(file: string): string {
  return ADDRESSES + path.relative(DIRECTORY, file).split(path.sep).join('/');
}
