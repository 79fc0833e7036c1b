import type { ShownTile } from '#server/home/read-tiles.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LateTile } from './LateTile.tsx';

/** How the portal itself is, in one line: that everything works, or what does not. */
export function StateLine({ tile: { id, title, empty, lines, isLate } }: { tile: ShownTile }) {
  return (
    <section
      className="surface mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2.5"
      aria-labelledby={`tarjeta-${id}`}
      data-tile={id}
      data-nav=""
    >
      <h2 id={`tarjeta-${id}`} className="text-sm">
        {title}
      </h2>
      {isLate ? (
        <LateTile />
      ) : lines.length === 0 ? (
        <p className="flex items-center gap-1.5 text-muted">
          <Icon name="circle-check" className="size-4 text-success" />
          {empty}
        </p>
      ) : (
        lines.map(({ key, label, figure, href }) => (
          <a key={key} data-line={key} href={href} className="text-link inline-flex items-baseline gap-1.5">
            <Icon name="triangle-alert" className="size-4 self-center text-warning" />
            {label}:{' '}
            <span className="tabular font-semibold" data-figure="">
              {figure}
            </span>
          </a>
        ))
      )}
    </section>
  );
}
