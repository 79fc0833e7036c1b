import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeFlaws } from './known-flaws/judge-flaws.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
interface Installed {
  version?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Installed>;
};
const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };

/** Versions of every installed copy, also below other packages. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([place, { version }]) =>
    place.endsWith(`node_modules/${name}`) && version ? [version] : [],
  );
}

/**
 * Everything that npm installs on a server because of a package, resolved as Node does; our own direct dependencies are left out since they
 * are checked themselves.
 */
function broughtBy(name: string): { name: string; version: string }[] {
  const found = new Set<string>();
  const follow = (place: string) => {
    const { dependencies: needed, optionalDependencies: used } = lock.packages[place] ?? {};
    for (const other of Object.keys({ ...needed, ...used })) {
      const at = placeOf(other, place);
      if (at === undefined || other in dependencies || found.has(at) || !isForServers(lock.packages[at])) continue;
      found.add(at);
      follow(at);
    }
  };
  follow(`node_modules/${name}`);
  return [...found].map((place) => ({
    name: place.split('node_modules/').at(-1) ?? '',
    version: lock.packages[place]?.version ?? '',
  }));
}

function isForServers({ os, cpu, libc }: Installed = {}): boolean {
  return (os ?? ['linux']).includes('linux') && (cpu ?? ['x64']).includes('x64') && (libc ?? ['glibc']).includes('glibc');
}

/** Looks in the package's own node_modules first, then outward. */
function placeOf(name: string, from: string): string | undefined {
  const around = from.split('/node_modules/');
  const places = around.map((_, depth) => `${around.slice(0, around.length - depth).join('/node_modules/')}/node_modules/${name}`);
  return [...places, `node_modules/${name}`].find((place) => place in lock.packages);
}

function isAtLeast(version: string, floor: string): boolean {
  const [have = [], need = []] = [version, floor].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const at = need.findIndex((part, index) => have[index] !== part);
  return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
}

// The first versions without the published flaws: open redirects and script injection (router), forms of other sites
// (CVE-2026-22030) and the manifest (CVE-2026-42342) in Remix, hosts in the port part of Host (express), endless parsing (file-type);
// and of those that read strangers' bytes for them: expressions that explode (path-to-regexp, CVE-2026-4867), bodies that cost too much
// (body-parser, CVE-2024-45590; qs, CVE-2026-82417 and 82562), cookies that split (CVE-2024-47764), scripts in redirects (send,
// CVE-2024-43799; serve-static, CVE-2024-43800), headers that break (on-headers, CVE-2025-7339), memory (undici, CVE-2026-12151), and
// pictures that write where they should not (libheif, GHSA-rgj7-g3m4-5g8c).
it.each([
  ['@remix-run/router', '1.23.3'],
  ['@remix-run/server-runtime', '2.17.5'],
  ['@remix-run/node', '2.17.5'],
  ['@remix-run/express', '2.17.5'],
  ['@remix-run/react', '2.17.5'],
  ['file-type', '21.3.2'],
  ['express', '4.22.2'],
  ['path-to-regexp', '0.1.13'],
  ['body-parser', '1.20.3'],
  ['qs', '6.16.0'],
  ['cookie', '0.7.0'],
  ['send', '0.19.0'],
  ['serve-static', '1.16.0'],
  ['compression', '1.8.1'],
  ['on-headers', '1.1.0'],
  ['undici', '6.27.0'],
  ['sharp', '0.35.4'],
  ['libheif-js', '1.23.2'],
])('no copy of %s is older than %s', (name, floor) => {
  expect(versionsOf(name)).not.toEqual([]);
  expect(versionsOf(name).filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

describe('Remix 2, which is no longer maintained (docs/remix.md)', () => {
  const text = readFileSync(path.join(ROOT, 'docs/remix.md'), 'utf8');
  const [intro = '', open = '', closed = ''] = text.split(/^## /m);
  const rowsOf = (section: string) =>
    section
      .split('\n')
      .filter((line) => /^\| (?:CVE|GHSA)-/.test(line))
      .map((line) => line.slice(2, -2).split(' | '));

  it('is installed in the versions whose advisories were read', () => {
    const [, remix] = /Remix (\d+\.\d+\.\d+)/.exec(intro) ?? [];
    for (const name of ['server-runtime', 'node', 'express', 'react']) expect(versionsOf(`@remix-run/${name}`), name).toEqual([remix]);
    const said = Object.fromEntries(
      [...intro.matchAll(/`((?:@remix-run\/)?[a-z-]+)` (\d+\.\d+\.\d+)/g)].map(([, name = '', version]) => [name, version]),
    );
    for (const name of ['@remix-run/router', 'turbo-stream']) expect(versionsOf(name), name).toEqual([said[name]]);
  });

  it('has for every advisory the files that meet it and an existing test', () => {
    const [unmended, others] = [rowsOf(open), rowsOf(closed)];
    expect(unmended.map(([advisory]) => /CVE-[\d-]+/.exec(advisory ?? '')?.[0])).toEqual(
      expect.arrayContaining(['CVE-2026-55685', 'CVE-2026-34077', 'CVE-2026-42211', 'CVE-2026-53666', 'CVE-2026-53668', 'CVE-2026-53669']),
    );
    expect(others.length).toBeGreaterThan(4);
    for (const [advisory = '', what, version, way = '', test = ''] of unmended) {
      expect([what, version].every(Boolean), advisory).toBe(true);
      const files = [...way.matchAll(/`((?:app|server)\/[^`]+)`/g)].map(([, file = '']) => file);
      expect(files, advisory).not.toEqual([]);
      for (const file of [...files, test]) expect(existsSync(path.join(ROOT, file)), `${advisory}: ${file}`).toBe(true);
      expect(test).toMatch(/\.test\.ts$/);
    }
    for (const row of others) expect(existsSync(path.join(ROOT, row.at(-1) ?? '')), row[0]).toBe(true);
  });
});

describe('packages of production (docs/strangers-bytes.md)', () => {
  const [, reading = '', brought = '', others = ''] = readFileSync(path.join(ROOT, 'docs/strangers-bytes.md'), 'utf8').split(/^## /m);
  const rowsOf = (section: string) =>
    [...section.matchAll(/^\| (\S+) (\d\S+) \| (.*) \|$/gm)].map(([, name = '', version = '', rest = '']) => [
      name,
      version,
      ...rest.split(' | '),
    ]);

  it('are each assessed once, in the installed version', () => {
    const judged = [...rowsOf(reading), ...rowsOf(others)].map(([name, version]) => `${name} ${version}`).sort();
    expect(judged).toEqual(
      Object.entries(dependencies)
        .map(([name, version]) => `${name} ${version}`)
        .sort(),
    );
  });

  it('have code of the portal in front of them and a test, where they read input from others', () => {
    for (const [name, , whose, bound = '', test = ''] of rowsOf(reading)) {
      expect(['strangers', 'people'], name).toContain(whose);
      const files = [...bound.matchAll(/`((?:app|server)\/[^`]+)`/g)].map(([, file = '']) => file);
      expect(files, name).not.toEqual([]);
      expect(test, name).toMatch(/\.test\.ts$/);
      for (const file of [...files, test]) expect(existsSync(path.join(ROOT, file)), `${name}: ${file}`).toBe(true);
    }
  });

  it('are listed with the packages that they bring along, in the installed versions', () => {
    const listed = brought.split('\n').filter((line) => /^\| \S+ \| \S+ \d/.test(line));
    const lines = rowsOf(reading).flatMap(([name = '']) => {
      const words = broughtBy(name).map(({ name: other, version }) => `${other} ${version}`);
      return words.length > 0 ? [`| ${name} | ${[...new Set(words)].sort().join(', ')} |`] : [];
    });
    expect(listed).toEqual(lines);
  });
});

it('judgeFlaws fails on a grave flaw that is not met, and passes when the registry gives no answer', () => {
  // A flaw in the format of npm 11.
  const flaw = (name: string, severity: string, id: string) => ({
    [name]: { via: [{ name, title: 'Too much', url: `https://github.com/advisories/${id}`, severity, range: '<99' }, 'other'] },
  });
  const judge = (...flaws: object[]) =>
    judgeFlaws(
      JSON.stringify({ auditReportVersion: 2, vulnerabilities: Object.assign({}, ...flaws) as object }),
      new Set(['GHSA-aaaa-aaaa-aaaa']),
    );
  const judged = judge(flaw('qs', 'high', 'GHSA-bbbb-bbbb-bbbb'), flaw('router', 'critical', 'GHSA-aaaa-aaaa-aaaa'));
  expect(judged).toEqual({
    lines: [
      'qs <99, high: Too much (https://github.com/advisories/GHSA-bbbb-bbbb-bbbb)',
      '2 known flaws in packages of production, 1 of them grave and not met here.',
    ],
    isGrave: true,
  });
  expect(judge(flaw('router', 'critical', 'GHSA-aaaa-aaaa-aaaa'), flaw('ms', 'moderate', 'GHSA-cccc-cccc-cccc')).isGrave).toBe(false);
  for (const answer of ['', 'no json', '{"message":"405 Method Not Allowed","statusCode":405}']) {
    const { lines, isGrave } = judgeFlaws(answer, new Set());
    expect([isGrave, lines.join()]).toEqual([false, expect.stringContaining('gave no answer')]);
  }
});

it('isAtLeast compares the parts of versions as numbers', () => {
  expect([
    isAtLeast('2.17.5', '2.17.5'),
    isAtLeast('2.18.0', '2.17.5'),
    isAtLeast('3.0.0', '2.17.5'),
    isAtLeast('2.17.4', '2.17.5'),
    isAtLeast('2.9.9', '2.17.5'),
  ]).toEqual([true, true, true, false, false]);
});

const PRODUCTION = /(?<!\.d)\.tsx?$/;
/** Tests, code of the developer's machine or the build only, and code for the browser's bundle. */
const ELSEWHERE =
  /\.(?:test|contract)\.tsx?$|\/(?:testing|contract)\/|^prisma\/generate|^server\/entrances\/commands\/(?:demo|dev)\/|^server\/platform\/sql\/embedded-postgres\.ts$|\.client\.tsx?$/;
/** Value imports from packages; style sheets do not count, since the build includes them. */
const IMPORTED =
  /^(?:import|export)(?! type\b)[^;']* from '([^.#'][^']*)'|(?<!typeof )import\('([^.#'][^']*)'\)|resolve\('([^.#'][^']*)'\)/gm;
/** Imported by prisma/generated. */
const OF_THE_GENERATED = '@prisma/client';

/** Packages that web, worker and production commands load. */
function packagesOfProduction(): string[] {
  const files = ['app', 'jobs', 'prisma', 'server']
    .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => PRODUCTION.test(file) && !ELSEWHERE.test(file));
  const specifiers = files.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORTED)].map(([, ...found]) => found.find(Boolean) ?? ''),
  );
  const packages = specifiers
    .filter((specifier) => !specifier.startsWith('node:') && !/\.css$/.test(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return [...new Set([...packages, OF_THE_GENERATED])].sort();
}

it('the production dependencies are exactly the packages that production code loads', () => {
  expect(packagesOfProduction()).toEqual(Object.keys(dependencies).sort());
});
