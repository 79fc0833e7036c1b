import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type AgnosticRouteObject } from '@remix-run/router';
import { expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { MENU, type MenuOption } from '#server/domain/menu.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { SECTIONS } from './screens.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();

/** Routes that render the screen of `$section.$list_.import` for lists with a record route of their own. */
const SAME_SCREEN = [
  '_shell.folders.list-folders_.import',
  '_shell.how_associated_.import',
  '_shell.locations.list-agencies_.import',
  '_shell.maintenance.digitalization.category.list-category_.import',
  '_shell.maintenance.digitalization.document-type.list-document-type_.import',
  '_shell.products.list-products_.import',
];

/**
 * Addresses that only accept forms and otherwise redirect, and forms that do not exist: files and digitized documents are created
 * elsewhere.
 */
const NO_SCREEN = [
  ...SAME_SCREEN,
  'logout',
  // Shown only between password and second factor: second-factor.test.ts.
  'login_.factor',
  '_shell.products.list-products_.$id.fotos',
  '_shell.products.list-products_.$id.productos',
  '_shell.briefcase.files.$id.($mode) new',
  '_shell.digitalization-documents.list-digitalization-docs_.$id.($mode) new',
];

const screens = SECTIONS.flatMap((section) => section.screens.map((screen) => ({ ...screen, person: section.person })));
const tree = branch(build, undefined);

/** Every route that renders something, once per mode: `_shell.users.list-users_.$id.($mode) edit`. */
const drawn = Object.values(build.routes)
  .filter(
    (route) =>
      route !== undefined &&
      route.module.default !== undefined &&
      !Object.values(build.routes).some((other) => other?.parentId === route.id),
  )
  .flatMap((route) =>
    route?.path?.includes(':mode?') ? ['view', 'edit', 'new'].map((mode) => `${shortId(route.id)} ${mode}`) : [shortId(route?.id ?? '')],
  )
  .filter((name) => !NO_SCREEN.includes(name));

it('screens.ts has every route in each of its modes', () => {
  const walked = new Set(screens.map((screen) => routeOf(screen.path)));
  expect(drawn.length).toBeGreaterThan(45);
  expect(
    drawn.filter((name) => !walked.has(name)),
    'routes without an entry in screens.ts',
  ).toEqual([]);
  for (const name of NO_SCREEN) expect(walked, 'is walked: no exception any more').not.toContain(name);
});

it('screens.ts has every entry of the menu for the administrator', () => {
  const addresses = new Set(
    screens.filter(({ person, status }) => person === 'admin' && status === undefined).map((screen) => screen.path),
  );
  const entries = MENU.flatMap((group): readonly MenuOption[] => group.options);
  expect(entries.length).toBeGreaterThan(15);
  expect(entries.map((entry) => entry.href).filter((href) => !addresses.has(href))).toEqual([]);
});

it('screens.ts gives each screen a name of its own', () => {
  const names = screens.map((screen) => screen.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

function branch({ routes }: ServerBuild, parentId: string | undefined): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path: own } = route;
    return [
      route.index
        ? { id, index: true as const, ...(own === undefined ? {} : { path: own }) }
        : { id, children: branch(build, id), ...(own === undefined ? {} : { path: own }) },
    ];
  });
}

/** The route of an address, with its mode when it has several. */
function routeOf(address: string): string {
  const match = matchRoutes(tree, new URL(address, 'http://portal.test').pathname)?.at(-1);
  if (!match?.route.id) throw new Error(`no route for ${address}`);
  const name = shortId(match.route.id);
  if (!match.route.path?.includes(':mode?')) return name;
  const { mode, productId, role, id } = match.params;
  return `${name} ${mode ?? ((productId ?? role ?? id) === 'new' ? 'new' : 'view')}`;
}

function shortId(id: string): string {
  return id.replace(/^routes\//, '');
}
