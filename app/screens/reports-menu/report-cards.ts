import { datePresets, type DatePreset } from '#server/domain/dates.ts';
import type { MenuId } from '#server/domain/menu.ts';
import type { Report } from '#server/reporting/report.ts';

export interface ReportCard {
  /** Of the report; '' for what is none. */
  id: string;
  title: string;
  /** The question that it answers. */
  text: string;
  href: string;
  shortcuts: { label: string; href: string }[];
}

/** What is no report of its own but answers a question: lists, with a filter. */
const LISTS: readonly (ReportCard & { menu: MenuId })[] = [
  {
    id: '',
    menu: 'quotes',
    title: 'Prospecciones sin seguimiento',
    text: '¿A quién no se le ha respondido? Las que más esperan, primero.',
    href: '/quotes/list-quotes?sinSeguimiento=7',
    shortcuts: [
      { label: 'Más de 15 días', href: '/quotes/list-quotes?sinSeguimiento=15' },
      { label: 'Más de 30 días', href: '/quotes/list-quotes?sinSeguimiento=30' },
    ],
  },
];

const PERIODS: readonly DatePreset['id'][] = ['month', 'last-month'];

/** The reports, and the lists that these menu ids open. `now` sets the months of the shortcuts. */
export function reportCards(
  reports: readonly Pick<Report, 'id' | 'question' | 'title' | 'url'>[],
  menus: ReadonlySet<string>,
  now: Date,
): ReportCard[] {
  const periods = datePresets(now).filter((preset) => PERIODS.includes(preset.id));
  const cards = reports.map(({ id, title, question, url }) => ({
    id,
    title,
    text: question,
    href: url,
    shortcuts: periods.map(({ label, from, to }) => ({ label, href: `${url}?from=${from}&to=${to}` })),
  }));
  return [...cards, ...LISTS.filter((list) => menus.has(list.menu)).map(({ menu: _menu, ...card }) => card)];
}
