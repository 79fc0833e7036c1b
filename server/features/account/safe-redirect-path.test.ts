import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirectPath } from './safe-redirect-path.ts';
import { runs } from '../../testing/run-seed.ts';

const ORIGIN = 'https://portal.demo.coop';

it.each([
  ['/', '/'],
  ['/locations/list-agencies', '/locations/list-agencies'],
  ['/briefcase/list-briefcase?q=acta&page=2#fila', '/briefcase/list-briefcase?q=acta&page=2#fila'],
  ['/educacion/cooperativista', '/educacion/cooperativista'],
  ['/a?next=https://evil.example/', '/a?next=https://evil.example/'],
  ['/a/../b', '/b'],
  ['/búsqueda?q=año', '/b%C3%BAsqueda?q=a%C3%B1o'],
  ['/login-history', '/login-history'],
])('accepts the local path %j', (value, expected) => {
  expect(safeRedirectPath(value, ORIGIN)).toBe(expected);
});

it.each([
  '',
  'evil.example',
  'locations/list-agencies',
  '?q=1',
  '#x',
  '//evil.example',
  '///evil.example',
  '////evil.example/a',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\/evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\0/evil.example',
  '/a\u0085b',
  '/a\r\nSet-Cookie:x=1',
  'https://evil.example',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:\\\\evil.example',
  '//portal.demo.coop@evil.example',
  'https://portal.demo.coop.evil.example',
  'https://portal.demo.coop/locations',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'blob:https://portal.demo.coop/1',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20//evil.example',
  '%2f%2fevil.example',
  '/%00',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/a//b',
  '/%',
  '/%zz',
  '/login',
  '/login/',
  '/LOGIN',
  '/%6cogin',
  '/./login',
  '/x/../login',
  '/login?redirectTo=/login',
  '/login#a',
  '/login/x',
  '/logout',
  '/Logout?x=1',
  '/reset-password?token=x',
  '/login.data',
  '/locations/list-agencies.data',
  `/${'a'.repeat(2_048)}`,
])('falls back to / for %j', (value) => {
  expect(safeRedirectPath(value, ORIGIN)).toBe('/');
});

it.each([undefined, null, 7, {}, ['/a'], ['/a', '//evil.example'], true])('falls back to / for %j, which is not a string', (value) => {
  expect(safeRedirectPath(value, ORIGIN)).toBe('/');
});

it('returns a path on the own origin for any input, never /login, and is idempotent', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    'evil.example',
    'login',
    'https',
    'a',
    ' ',
    '%',
  );
  const value = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        value,
        fc.string(),
        value.map((text) => `/${text}`),
      ),
      (candidate) => {
        const path = safeRedirectPath(candidate, ORIGIN);
        const target = new URL(path, `${ORIGIN}/login`);
        expect(target.origin).toBe(ORIGIN);
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(target.pathname.toLowerCase()).not.toBe('/login');
        expect(safeRedirectPath(path, ORIGIN)).toBe(path);
      },
    ),
    { numRuns: runs(500) },
  );
});
