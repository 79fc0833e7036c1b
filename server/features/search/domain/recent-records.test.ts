import { expect, it } from 'vitest';
import { recentCookie, recentPaths } from './recent-records.ts';

const ANA = 'ana@prueba.coop';
const valueOf = (cookie: string | null) => cookie?.split(';')[0] ?? '';

function open(paths: readonly string[], person = ANA, before = ''): string {
  return paths.reduce((cookies, path) => valueOf(recentCookie(cookies, person, path)) || cookies, before);
}

it('remembers the last eight records, the newest first, each once', () => {
  const paths = Array.from({ length: 12 }, (_, index) => `/customers/list-customers/c${index}`);
  const cookies = open([...paths, '/customers/list-customers/c5/edit', '/quotes/list-quotes/q%C3%B1']);
  expect(recentPaths(`otra=1; ${cookies}; mas=2`, ANA)).toEqual(
    ['q%C3%B1', 'c5', 'c11', 'c10', 'c9', 'c8', 'c7', 'c6'].map((id) =>
      id.startsWith('q') ? `/quotes/list-quotes/${id}` : `/customers/list-customers/${id}`,
    ),
  );
});

it('ignores forms and paths that are not of a record', () => {
  for (const path of ['/', '/account', '/quotes/list-quotes/new', '/a/b;c', '/a/b~c', `/a/${'x'.repeat(200)}`])
    expect(recentCookie('', ANA, path), path).toBeNull();
});

it('hides the records that another person opened, and stores no name in the cookie', () => {
  const cookies = open(['/customers/list-customers/c1']);
  expect(recentPaths(cookies, 'otra@prueba.coop')).toEqual([]);
  expect(cookies).not.toContain('ana');
  expect(recentPaths(open(['/quotes/list-quotes/q1'], 'otra@prueba.coop', cookies), 'otra@prueba.coop')).toEqual([
    '/quotes/list-quotes/q1',
  ]);
});

it('reads malformed cookies as empty', () => {
  for (const cookies of [null, '', 'recientes=', 'recientes=%00~<b>', `recientes=x~${'/a/b~'.repeat(1_000)}`])
    expect(recentPaths(cookies, ANA)).toEqual([]);
});
