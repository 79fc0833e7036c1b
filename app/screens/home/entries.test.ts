import { expect, it } from 'vitest';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { greetingAt, homeSections } from './entries.ts';

const NOW = new Date('2026-11-20T04:30:00Z'); // 22:30 of the 19th in Guatemala

it('shows each role only the screens that it may open', () => {
  const hrefs = (role: keyof typeof DEFAULT_MENUS) =>
    homeSections({ menus: new Set(DEFAULT_MENUS[role]) }, NOW).flatMap((section) => section.entries.map((entry) => entry.href));
  expect(hrefs('user')).toEqual(['/briefcase/reports', '/reports/mine']);
  expect(hrefs('editor')).toEqual(expect.arrayContaining(['/locations/list-agencies', '/briefcase/list-briefcase']));
  expect(hrefs('editor')).not.toContain('/departments/list-departments');
  expect(hrefs('admin')).toContain('/departments/list-departments');
  expect(homeSections({ menus: new Set(['home']) }, NOW)).toEqual([]);
});

it('links to the reports of last month', () => {
  const shortcuts = homeSections({ menus: new Set(DEFAULT_MENUS.user) }, NOW)[0]?.entries[0]?.shortcuts;
  expect(shortcuts?.map((shortcut) => shortcut.href)).toEqual([
    '/briefcase/reports/uploads-by-user?from=2026-10-01&to=2026-10-31',
    '/briefcase/reports/downloads-by-user?from=2026-10-01&to=2026-10-31',
    '/briefcase/reports/downloads-by-file?from=2026-10-01&to=2026-10-31',
  ]);
});

it('has a description for every screen', () => {
  const entries = homeSections({ menus: new Set(DEFAULT_MENUS.admin) }, NOW).flatMap((section) => section.entries);
  expect(entries.filter((entry) => entry.text === '').map((entry) => entry.id)).toEqual([]);
});

it('greets by the hour in Guatemala', () => {
  const at = (hour: string) => greetingAt(new Date(`2026-11-20T${hour}:30:00-06:00`));
  expect(['04', '05', '11', '12', '18', '19', '23'].map(at)).toEqual([
    'Buenas noches',
    'Buenos días',
    'Buenos días',
    'Buenas tardes',
    'Buenas tardes',
    'Buenas noches',
    'Buenas noches',
  ]);
});
