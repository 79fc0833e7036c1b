import type { ReactNode } from 'react';
import type { ShownTile } from '#server/features/home/read-tiles.ts';
import { LateTile } from './LateTile.tsx';

/** A tile's title, note and link to the full list, around its lines; a sentence when it has none. */
export function TileFrame({ tile, children }: { tile: ShownTile; children: ReactNode }) {
  const { id, title, note, more, empty, lines, isLate } = tile;
  const headingId = `tarjeta-${id}`;
  return (
    <section className="surface mb-4 break-inside-avoid overflow-hidden" aria-labelledby={headingId} data-tile={id}>
      <div className="flex items-baseline gap-3 border-b border-line px-4 py-2.5">
        <h2 id={headingId} className="min-w-0 flex-1 text-sm">
          {title} {note ? <span className="text-[0.8125rem] font-normal text-muted">{note}</span> : null}
        </h2>
        {more ? (
          <a className="text-link flex-none text-[0.8125rem]" href={more.href}>
            {more.label}
          </a>
        ) : null}
      </div>
      {isLate ? <LateTile className="px-4 py-3" /> : lines.length === 0 ? <p className="px-4 py-3 text-muted">{empty}</p> : children}
    </section>
  );
}
