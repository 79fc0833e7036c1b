import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string }>;
};
const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };

/** Every installed copy, those of dependencies included. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([place, { version }]) =>
    place.endsWith(`node_modules/${name}`) && version ? [version] : [],
  );
}

function isAtLeast(version: string, floor: string): boolean {
  const [have = [], need = []] = [version, floor].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const at = need.findIndex((part, index) => have[index] !== part);
  return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
}

// The first versions without the published flaws: open redirects and script injection (router), forms of other sites
// (CVE-2026-22030) and the manifest (CVE-2026-42342) in Remix, hosts in the port part of Host (express), endless parsing (file-type).
it.each([
  ['@remix-run/router', '1.23.3'],
  ['@remix-run/server-runtime', '2.17.5'],
  ['@remix-run/node', '2.17.5'],
  ['@remix-run/express', '2.17.5'],
  ['@remix-run/react', '2.17.5'],
  ['file-type', '21.3.2'],
])('no copy of %s is older than %s', (name, floor) => {
  expect(versionsOf(name)).not.toEqual([]);
  expect(versionsOf(name).filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

describe('Remix 2, which nobody mends any more (docs/remix.md)', () => {
  const text = readFileSync(path.join(ROOT, 'docs/remix.md'), 'utf8');
  const [intro = '', open = '', closed = ''] = text.split(/^## /m);
  const rowsOf = (section: string) =>
    section
      .split('\n')
      .filter((line) => /^\| (?:CVE|GHSA)-/.test(line))
      .map((line) => line.slice(2, -2).split(' | '));

  it('is of the versions whose advisories were read', () => {
    const [, remix] = /Remix (\d+\.\d+\.\d+)/.exec(intro) ?? [];
    for (const name of ['server-runtime', 'node', 'express', 'react']) expect(versionsOf(`@remix-run/${name}`), name).toEqual([remix]);
    const said = Object.fromEntries(
      [...intro.matchAll(/`((?:@remix-run\/)?[a-z-]+)` (\d+\.\d+\.\d+)/g)].map(([, name = '', version]) => [name, version]),
    );
    for (const name of ['@remix-run/router', 'turbo-stream']) expect(versionsOf(name), name).toEqual([said[name]]);
  });

  it('has for every advisory a way in which it is met, and a test that is there', () => {
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
  const [, reading = '', others = ''] = readFileSync(path.join(ROOT, 'docs/strangers-bytes.md'), 'utf8').split(/^## /m);
  const rowsOf = (section: string) =>
    [...section.matchAll(/^\| (\S+) (\d\S+) \| (.*) \|$/gm)].map(([, name = '', version = '', rest = '']) => [
      name,
      version,
      ...rest.split(' | '),
    ]);

  it('are judged, each once, in the version that is installed', () => {
    const judged = [...rowsOf(reading), ...rowsOf(others)].map(([name, version]) => `${name} ${version}`).sort();
    expect(judged).toEqual(
      Object.entries(dependencies)
        .map(([name, version]) => `${name} ${version}`)
        .sort(),
    );
  });

  it('have something of ours before them where they read what others send, and a test', () => {
    for (const [name, , whose, bound = '', test = ''] of rowsOf(reading)) {
      expect(['strangers', 'people'], name).toContain(whose);
      const files = [...bound.matchAll(/`((?:app|server)\/[^`]+)`/g)].map(([, file = '']) => file);
      expect(files, name).not.toEqual([]);
      expect(test, name).toMatch(/\.test\.ts$/);
      for (const file of [...files, test]) expect(existsSync(path.join(ROOT, file)), `${name}: ${file}`).toBe(true);
    }
  });
});

it('tells older from newer', () => {
  expect([
    isAtLeast('2.17.5', '2.17.5'),
    isAtLeast('2.18.0', '2.17.5'),
    isAtLeast('3.0.0', '2.17.5'),
    isAtLeast('2.17.4', '2.17.5'),
    isAtLeast('2.9.9', '2.17.5'),
  ]).toEqual([true, true, true, false, false]);
});

const PRODUCTION = /(?<!\.d)\.tsx?$/;
/** Tests, what runs on a developer's machine or at build time alone, and what the browser's build takes in. */
const ELSEWHERE =
  /\.(?:test|contract)\.tsx?$|\/(?:testing|contract)\/|^prisma\/generate|^server\/entrances\/commands\/(?:demo|dev)\/|^server\/platform\/sql\/embedded-postgres\.ts$|\.client\.tsx?$/;
/** Imports of values from packages; style sheets are compiled in. */
const IMPORTED =
  /^(?:import|export)(?! type\b)[^;']* from '([^.#'][^']*)'|(?<!typeof )import\('([^.#'][^']*)'\)|resolve\('([^.#'][^']*)'\)/gm;
/** prisma/generated imports it. */
const OF_THE_GENERATED = '@prisma/client';

/** The packages that web, worker and the commands of production load. */
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

it('a production install has what its processes load, and nothing else', () => {
  expect(packagesOfProduction()).toEqual(Object.keys(dependencies).sort());
});
