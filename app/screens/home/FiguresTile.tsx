import type { ShownTile } from '#server/features/home/read-tiles.ts';
import type { TileLine } from '#server/lists/tile.ts';
import { Change } from '../../ui/Change.tsx';
import { classNames } from '../../ui/class-names.ts';
import { withVisibleEnd } from '../../ui/visible-end.tsx';
import { TileFrame } from './TileFrame.tsx';

/** Numbers in a column, each linked to what it counts: plain, with bars, or compared with an earlier period. */
export function FiguresTile({ tile }: { tile: ShownTile }) {
  const most = Math.max(1, ...tile.lines.map(({ count }) => count));
  return (
    <TileFrame tile={tile}>
      <ul className="py-1">
        {tile.lines.map((line) => (
          <Line key={line.key} line={line} share={tile.look === 'bars' ? line.count / most : null} />
        ))}
      </ul>
    </TileFrame>
  );
}

/** @param share length of its bar, 0 to 1; null for none */
function Line({ line: { key, label, detail, figure, change, href }, share }: { line: TileLine; share: number | null }) {
  return (
    <li data-line={key}>
      <a href={href} className="block px-4 py-1.5 hover:bg-base-200">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate" title={label}>
            {withVisibleEnd(label)}
          </span>
          {change ? (
            <span className="tabular flex-none text-[0.8125rem] text-muted">
              <Change {...change} />
            </span>
          ) : null}
          <span className={classNames('tabular flex-none text-end font-semibold', change ? 'min-w-14' : 'min-w-8')} data-figure="">
            {figure}
          </span>
        </span>
        {detail ? <span className="block truncate text-[0.8125rem] text-muted">{detail}</span> : null}
        {share === null ? null : <Bar share={share} />}
      </a>
    </li>
  );
}

/** Decoration beside the number it shows. */
function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-1 block h-1 w-full rounded-full bg-base-300 text-primary" aria-hidden>
      <rect width={Math.round(share * 1_000) / 10} height={4} fill="currentColor" />
    </svg>
  );
}
