import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  datePresets,
  formatDateLong,
  formatDateTime,
  formatDateTimeSeconds,
  parseDay,
  startOfDay,
  type DayRange,
} from '#server/domain/dates.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { formatCount } from '#server/domain/text.ts';
import type { ActivityReport } from '#server/features/clicks/clicks.ts';
import { requireStaff } from '../../context.ts';
import { withParams } from '../../ui/search-params.ts';
import { userHref } from './user-links.ts';

export type ActivityData = Awaited<ReturnType<typeof loadActivity>>;

/** "Actividad por usuario": everything that the page shows, as text. Without days it is this month. */
export async function loadActivity({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'users');
  const { clicks, users, readModel } = context.portal;
  const url = new URL(request.url);
  const params = withDays(url.searchParams);
  const [report, choices, freshness] = await Promise.all([
    clicks.findActivity({ actor, params }),
    users.findChoices({ actor }),
    readModel.freshness(),
  ]);
  const { dates, agencyId, totals } = report;
  const search = url.search === '' ? '' : withParams(url.search, { index: null });
  const agencies = choices.agencies.map(({ id, name }) => ({ value: id, label: name }));
  const agencyName = agencies.find((agency) => agency.value === agencyId)?.label ?? agencyId;
  return {
    url: url.pathname,
    search,
    exportSearch: withParams('', { from: dates.from, to: dates.to, agencyId }),
    subtitle: [daysText(dates), ...(agencyId === '' ? [] : [agencyName])].join(' · '),
    range: { from: dates.from ?? '', to: dates.to ?? '' },
    presets: datePresets(new Date()).map(({ label, from, to }) => ({
      label,
      href: withParams(search, { from, to }),
      current: from === dates.from && to === dates.to,
    })),
    selects: [{ name: 'agencyId' as const, label: 'Agencia', allLabel: 'Todas las agencias', value: agencyId, options: agencies }],
    chips: agencyId === '' ? [] : [{ label: `Agencia: ${agencyName}`, removeHref: withParams(search, { agencyId: null }) }],
    figures: figuresOf(report),
    charts: { wide: await clicks.drawActivity(report, 'wide'), narrow: await clicks.drawActivity(report, 'narrow') },
    rows: report.rows.map((row) => ({
      id: row.userId,
      href: userHref(row.userId),
      name: row.name,
      agencyName: row.agencyName,
      clicks: formatCount(row.clicks),
      days: formatCount(row.days),
      share: totals.clicks === 0 ? '' : `${((row.clicks / totals.clicks) * 100).toFixed(1)} %`,
      last: formatDateTime(row.lastActivityAt),
    })),
    people: totals.people,
    clicks: formatCount(totals.clicks),
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed },
  };
}

/** The address as the report reads it: a day that is missing or wrong does not open the range to all time. */
function withDays(asked: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(asked);
  if (parseDay(params.get('from') ?? '') !== null || parseDay(params.get('to') ?? '') !== null) return params;
  const month = datePresets(new Date()).find((preset) => preset.id === 'month');
  params.set('from', month?.from ?? '');
  params.set('to', month?.to ?? '');
  return params;
}

function daysText({ from, to }: DayRange): string {
  const long = (day: string) => formatDateLong(startOfDay(day));
  if (from !== null && to !== null) return from === to ? long(from) : `Del ${long(from)} al ${long(to)}`;
  if (from !== null) return `Desde el ${long(from)}`;
  return to === null ? '' : `Hasta el ${long(to)}`;
}

function figuresOf({ totals, rows }: ActivityReport) {
  const first = rows[0];
  return [
    { label: 'Total de clics', value: formatCount(totals.clicks), note: 'en el período' },
    { label: 'Usuarios', value: formatCount(totals.people), note: 'con al menos un clic' },
    {
      label: 'Promedio por usuario',
      value: formatCount(totals.people === 0 ? 0 : Math.round(totals.clicks / totals.people)),
      note: 'clics en el período',
    },
    { label: 'En primer lugar', value: first ? formatCount(first.clicks) : '—', note: first?.name ?? '' },
  ];
}
