import type { ShownTile } from '#server/home/read-tiles.ts';
import { Change } from '../../ui/Change.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { LateTile } from './LateTile.tsx';

/** How much there was lately of what this person has reports about; each opens its report over these days. */
export function Trends({ tile: { id, title, note, lines, isLate } }: { tile: ShownTile }) {
  return (
    <section className="mb-4" aria-labelledby={`tarjeta-${id}`} data-tile={id}>
      <h2 id={`tarjeta-${id}`} className="mb-2 text-sm">
        {title} <span className="font-normal text-muted">{note}</span>
      </h2>
      {isLate ? <LateTile /> : null}
      <ul className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]" data-nav="">
        {lines.map(({ key, label, detail, figure, change, days = [], href }) => (
          <li
            key={key}
            data-trend={key}
            data-line={key}
            className="surface relative flex min-w-0 flex-col p-3 hover:border-control sm:max-w-80"
          >
            <a href={href} className="font-medium after:absolute after:inset-0 after:rounded-box">
              {label}
            </a>
            {detail ? <p className="truncate text-[0.8125rem] text-muted">{detail}</p> : null}
            <p className="tabular mt-auto text-lg leading-7 font-semibold" data-figure="">
              {figure}
            </p>
            {change ? (
              <p className="text-[0.8125rem] text-muted">
                <Change {...change} />
              </p>
            ) : null}
            <Sparkline days={days} className="mt-2 h-7 w-full text-primary" />
          </li>
        ))}
      </ul>
    </section>
  );
}
