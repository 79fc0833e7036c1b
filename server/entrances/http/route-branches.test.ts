import type { ServerBuild } from '@remix-run/node';
import { describe, expect, it, vi } from 'vitest';
import { createRouteBranches } from './route-branches.ts';

const ROUTES = [
  { id: 'root', path: '' },
  { id: 'login', parentId: 'root', path: 'login' },
  { id: 'shell', parentId: 'root' },
  { id: 'home', parentId: 'shell', index: true },
  { id: 'unknown', parentId: 'shell', path: '*' },
  { id: 'reports', parentId: 'shell', path: 'briefcase/reports', index: true },
  { id: 'report', parentId: 'shell', path: 'briefcase/reports/:id' },
  { id: 'agencies', parentId: 'shell', path: 'agencies' },
];
const routes = Object.fromEntries(ROUTES.map((route) => [route.id, route]));
const build = { routes, assets: { routes } } as unknown as ServerBuild;

describe('the route branch of a path', () => {
  const branchOf = createRouteBranches(build);
  const idsOf = (pathname: string) => Object.keys(branchOf(pathname).routes).sort();

  it('contains its screen, its layouts and the index pages above', () => {
    expect(idsOf('/login')).toEqual(['home', 'login', 'root', 'shell']);
    expect(idsOf('/briefcase/reports/uploads')).toEqual(['home', 'report', 'reports', 'root', 'shell', 'unknown']);
    expect(Object.keys(branchOf('/login').assets.routes).sort()).toEqual(idsOf('/login'));
  });

  it('is cached for at most 5,000 paths', () => {
    const emptied = vi.spyOn(Map.prototype, 'clear');
    for (let count = 0; count <= 5_000; count += 1) branchOf(`/briefcase/reports/r${count}`);
    expect(emptied).toHaveBeenCalledOnce();
    emptied.mockRestore();
  });

  it('is the same object for a page and its data request', () => {
    expect(branchOf('/agencies.data')).toBe(branchOf('/agencies'));
    expect(branchOf('/_root.data')).toBe(branchOf('/'));
  });
});
