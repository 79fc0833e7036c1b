import path from 'node:path';
import { matchRoutes } from '@remix-run/router';
import type { ServerBuild } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { ensureBuild } from '../commands/demo/ensure-build.ts';
import { loadBuild } from './load-build.ts';
import { nestRoutes } from './route-branches.ts';
import { createRouteFinder } from './route-manifest.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../../..'));
const build = await loadBuild();

/** As Remix answers: what it matches for the path and for each piece of it. */
function asRemix(routes: ReturnType<typeof nestRoutes>, address: string): string[] {
  const pieces = address.split('/').filter(Boolean);
  const all = pieces.map((_piece, index) => `/${pieces.slice(0, index + 1).join('/')}`);
  return all.flatMap((piece) => (matchRoutes(routes, piece) ?? []).flatMap(({ route }) => route.id ?? []));
}

/** An address for each route of the build, with something for each of its parameters. */
function addressesOf({ routes }: ServerBuild): string[] {
  return Object.values(routes).flatMap(({ path: own }) => (own ? [`/${own.replace(/:\w+/g, 'Algo-1').replace('*', 'no/hay/nada')}`] : []));
}

describe('the routes of a path', () => {
  const findRoutes = createRouteFinder(build);
  const routes = nestRoutes(build, undefined);

  it('include those that Remix would match, for every screen', () => {
    const addresses = addressesOf(build);
    expect(addresses.length).toBeGreaterThan(50);
    for (const address of [...addresses, '/', '/LOGIN', '/a/b/c/d']) {
      const found = Object.keys(findRoutes(address));
      expect(found, address).toEqual(expect.arrayContaining(asRemix(routes, address)));
      expect(found.length, address).toBeLessThan(20);
    }
  });
});
