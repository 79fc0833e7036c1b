import { expect, it } from 'vitest';
import { REPORT_MENUS } from '#server/domain/menu.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { FILE_REPORTS, REPORT_IDS } from '#server/features/reports/report-definition.ts';
import { REPORTS as ALL } from '#server/registries.ts';
import { cardsByArea, reportCards } from '#app/screens/reports/report-cards.ts';

const NOW = new Date('2026-11-20T04:30:00Z'); // 22:30 of the 19th in Guatemala
const cardsOf = (menus: readonly string[]) => {
  const held = new Set(menus);
  return reportCards(
    ALL.filter((report) => held.has(report.menu)),
    held,
    NOW,
  );
};
const titles = (menus: readonly string[]) => cardsOf(menus).map((card) => card.title);

it('shows each role the reports that it may open, and only those', () => {
  expect(titles(DEFAULT_MENUS.user)).toEqual([
    ...FILE_REPORTS.map(({ title }) => title),
    'Movimientos de archivos',
    'Lecturas obligatorias',
  ]);
  expect(titles(DEFAULT_MENUS.editor)).toEqual(expect.arrayContaining(['Salud del contenido', 'Prospecciones sin seguimiento']));
  expect(titles(DEFAULT_MENUS.editor)).not.toContain('Cargas por usuario');
  expect(titles(DEFAULT_MENUS.admin)).toHaveLength(ALL.length + 4);
  expect(titles(['home', 'reports'])).toEqual([]);
});

it('REPORT_MENUS holds the menus of all reports', () => {
  expect([...REPORT_MENUS].sort()).toEqual([...new Set(ALL.map(({ menu }) => menu))].sort());
});

it('lists the reports of the Maletín by title and address', () => {
  const cards = cardsOf(['briefcase-reports']);
  expect(cards.slice(0, 3).map(({ title, href }) => [title, href])).toEqual([
    ['Cargas por usuario', '/briefcase/reports/uploads-by-user'],
    ['Descargas por usuario', '/briefcase/reports/downloads-by-user'],
    ['Descargas por archivo', '/briefcase/reports/downloads-by-file'],
  ]);
  const others = FILE_REPORTS.filter(({ id }) => !REPORT_IDS.some((known) => known === id));
  expect(cards.slice(3).map(({ href }) => href)).toEqual([
    ...others.map(({ id }) => `/reports/${id}`),
    '/reports/file-events',
    '/reports/required-readings',
  ]);
});

it('links to this month and the previous one', () => {
  expect(cardsOf(['users'])[0]?.shortcuts).toEqual([
    { label: 'Este mes', href: '/reports/user-activity?from=2026-11-01&to=2026-11-19' },
    { label: 'Mes anterior', href: '/reports/user-activity?from=2026-10-01&to=2026-10-31' },
  ]);
});

it('groups the reports by area, each once, and offers no months for a current state', () => {
  const cards = cardsOf(DEFAULT_MENUS.admin);
  const areas = cardsByArea(cards);
  expect(areas.map(({ area }) => area)).toEqual(['Maletín', 'Sistema', 'App móvil', 'Digitalización']);
  expect(areas.flatMap((one) => one.cards)).toHaveLength(cards.length);
  expect(cards.find(({ href }) => href === '/reports/documents-returned')?.shortcuts).toEqual([]);
});
