import { formatCount } from '#server/domain/text.ts';
import type { Trend } from '#server/reporting/read-trends.ts';
import { Change } from '../../ui/Change.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';

/** How much there was lately of what this person has reports about; each tile opens its report over these days. */
export function Trends({ trends }: { trends: readonly Trend[] }) {
  return (
    <section className="mb-4" aria-labelledby="ultimos-dias">
      <h2 id="ultimos-dias" className="mb-2 text-sm">
        Últimos 30 días <span className="font-normal text-muted">contra los 30 anteriores</span>
      </h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4" data-nav="">
        {trends.map(({ id, title, place, events, change, days, href }) => (
          <li key={id} data-trend={id} className="surface relative flex min-w-0 flex-col p-3 hover:border-control">
            <a href={href} className="font-medium after:absolute after:inset-0 after:rounded-box">
              {title}
            </a>
            {place === title ? null : <p className="truncate text-[0.8125rem] text-muted">{place}</p>}
            <p className="tabular text-lg leading-7 font-semibold">{formatCount(events)}</p>
            <p className="text-[0.8125rem] text-muted">
              <Change {...change} />
            </p>
            <Sparkline days={days} className="mt-2 h-7 w-full text-primary" />
          </li>
        ))}
      </ul>
    </section>
  );
}
