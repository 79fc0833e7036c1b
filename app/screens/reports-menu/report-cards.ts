import { datePresets, type DatePreset } from '#server/domain/dates.ts';
import type { MenuId } from '#server/domain/menu.ts';

export interface ReportCard {
  title: string;
  /** The question that it answers. */
  text: string;
  href: string;
  shortcuts: { label: string; href: string }[];
}

interface CardDefinition {
  /** Who may open it. */
  menu: MenuId;
  title: string;
  text: string;
  href: string;
  /** Takes `from` and `to`: gets shortcuts to this month and the last. */
  byDates: boolean;
  links?: readonly { label: string; href: string }[];
}

/** Every report of the portal. A new one is a line here. */
const CARDS: readonly CardDefinition[] = [
  {
    menu: 'briefcase-reports',
    title: 'Cargas por usuario',
    text: '¿Quién sube archivos al Maletín, y cuántos?',
    href: '/briefcase/reports/uploads-by-user',
    byDates: true,
  },
  {
    menu: 'briefcase-reports',
    title: 'Descargas por usuario',
    text: '¿Quién descarga archivos del Maletín, y cuántas veces?',
    href: '/briefcase/reports/downloads-by-user',
    byDates: true,
  },
  {
    menu: 'briefcase-reports',
    title: 'Descargas por archivo',
    text: '¿Qué archivos del Maletín se descargan más?',
    href: '/briefcase/reports/downloads-by-file',
    byDates: true,
  },
  { menu: 'users', title: 'Actividad por usuario', text: '¿Quién usa el portal, y cuánto?', href: '/reports/user-activity', byDates: true },
  {
    menu: 'quotes',
    title: 'Prospecciones sin seguimiento',
    text: '¿A quién no se le ha respondido? Las que más esperan, primero.',
    href: '/quotes/list-quotes?sinSeguimiento=7',
    byDates: false,
    links: [
      { label: 'Más de 15 días', href: '/quotes/list-quotes?sinSeguimiento=15' },
      { label: 'Más de 30 días', href: '/quotes/list-quotes?sinSeguimiento=30' },
    ],
  },
];

const PERIODS: readonly DatePreset['id'][] = ['month', 'last-month'];

/** The reports that these menu ids open. `now` sets the months of the shortcuts. */
export function reportCards(menus: ReadonlySet<string>, now: Date): ReportCard[] {
  const periods = datePresets(now).filter((preset) => PERIODS.includes(preset.id));
  return CARDS.filter((card) => menus.has(card.menu)).map(({ title, text, href, byDates, links = [] }) => ({
    title,
    text,
    href,
    shortcuts: [...(byDates ? periods.map(({ label, from, to }) => ({ label, href: `${href}?from=${from}&to=${to}` })) : []), ...links],
  }));
}
