import { CONTENT_MENUS } from '#server/domain/app-contents.ts';
import { CONTENT_HEALTH_URL } from '#server/domain/content-findings.ts';
import { datePresets, type DatePreset } from '#server/domain/dates.ts';
import { menuArea, type MenuId } from '#server/domain/menu.ts';
import { READINGS_URL } from '#server/domain/readings.ts';
import type { Report } from '#server/reporting/report.ts';

export interface ReportCard {
  /** Report id; '' for a card that leads to no report. */
  id: string;
  title: string;
  /** The question that it answers. */
  text: string;
  href: string;
  /** Area of the portal: `Maletín`. */
  area: string;
  shortcuts: { label: string; href: string }[];
}

/** Cards for filtered lists that answer a question without a report. */
const LISTS: readonly (Omit<ReportCard, 'area' | 'id'> & { menus: readonly [MenuId, ...MenuId[]] })[] = [
  {
    menus: ['briefcase-reports'],
    title: 'Movimientos de archivos',
    text: '¿Quién cargó, vio, imprimió o descargó qué? Línea por línea, lo más reciente primero.',
    href: '/reports/file-events',
    shortcuts: [{ label: 'Impresiones', href: '/reports/file-events?kind=print' }],
  },
  {
    menus: ['briefcase-reports'],
    title: 'Lecturas obligatorias',
    text: '¿Quién debe leer qué archivo, hasta cuándo, y quién ya confirmó que lo leyó?',
    href: READINGS_URL,
    shortcuts: [{ label: 'Vencidas', href: `${READINGS_URL}?state=vencida` }],
  },
  {
    menus: CONTENT_MENUS,
    title: 'Salud del contenido',
    text: '¿Qué ven mal los asociados en la aplicación? Cada hallazgo, con lo que hay que corregir.',
    href: CONTENT_HEALTH_URL,
    shortcuts: [
      { label: 'Plazas vencidas', href: `${CONTENT_HEALTH_URL}?tipo=plaza-vencida` },
      { label: 'Imágenes caídas', href: `${CONTENT_HEALTH_URL}?tipo=imagen-caida` },
    ],
  },
  {
    menus: ['quotes'],
    title: 'Prospecciones sin seguimiento',
    text: '¿A quién no se le ha respondido? Las que más esperan, primero.',
    href: '/quotes/list-quotes?sinSeguimiento=7',
    shortcuts: [
      { label: '15 días o más', href: '/quotes/list-quotes?sinSeguimiento=15' },
      { label: '30 días o más', href: '/quotes/list-quotes?sinSeguimiento=30' },
    ],
  },
];

const PERIODS: readonly DatePreset['id'][] = ['month', 'last-month'];

/** The given reports and the lists that these menu ids open. `now` sets the months of the shortcuts. */
export function reportCards(
  reports: readonly Pick<Report, 'days' | 'id' | 'menu' | 'question' | 'title' | 'url'>[],
  menus: ReadonlySet<string>,
  now: Date,
): ReportCard[] {
  const periods = datePresets(now).filter((preset) => PERIODS.includes(preset.id));
  const cards = reports.map(({ id, title, question, url, menu, days }) => ({
    id,
    title,
    text: question,
    href: url,
    area: menuArea(menu),
    // Reports on the current state have no months.
    shortcuts: (days === 'none' ? [] : periods).map(({ label, from, to }) => ({ label, href: `${url}?from=${from}&to=${to}` })),
  }));
  const lists = LISTS.filter((list) => list.menus.some((menu) => menus.has(menu)));
  return [...cards, ...lists.map(({ menus: [menu], ...card }) => ({ ...card, id: '', area: menuArea(menu) }))];
}

/** The cards of each area, in order of first appearance. */
export function cardsByArea<Card extends ReportCard>(cards: readonly Card[]): { area: string; cards: Card[] }[] {
  const areas = [...new Set(cards.map(({ area }) => area))];
  return areas.map((area) => ({ area, cards: cards.filter((card) => card.area === area) }));
}
