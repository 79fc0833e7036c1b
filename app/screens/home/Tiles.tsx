import type { ShownTile } from '#server/features/home/read-tiles.ts';
import { ARRANGE_URL } from './arrange-url.ts';
import type { HomeSection } from './entries.ts';
import { FiguresTile } from './FiguresTile.tsx';
import { Screens } from './Screens.tsx';
import { fileKind } from '#server/domain/files-vocabulary.ts';
import { FileIcon } from '#app/ui/FileIcon.tsx';
import { TileFrame } from './TileFrame.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LateTile } from './LateTile.tsx';
import { Change } from '../../ui/Change.tsx';
import { withVisibleEnd } from '../../ui/visible-end.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';

interface TilesProps {
  tiles: readonly ShownTile[];
  sections: readonly HomeSection[];
}

/** The tiles in the person's order: full-width ones stand alone, the others flow in columns between them. */
export function Tiles({ tiles, sections }: TilesProps) {
  if (tiles.length === 0)
    return (
      <p className="text-muted">
        Aquí no se muestra nada.{' '}
        <a className="text-link" href={ARRANGE_URL}>
          Volver a mostrar
        </a>
      </p>
    );
  return (
    <>
      {stretchesOf(tiles).map((stretch) =>
        stretch.isWide ? (
          stretch.tiles.map((tile) => <WideTile key={tile.id} tile={tile} sections={sections} />)
        ) : (
          <div key={stretch.tiles[0]?.id} className="mb-4 gap-4 sm:columns-2" data-nav="">
            {stretch.tiles.map((tile) =>
              tile.look === 'files' ? <FilesTile key={tile.id} tile={tile} /> : <FiguresTile key={tile.id} tile={tile} />,
            )}
          </div>
        ),
      )}
    </>
  );
}

function WideTile({ tile, sections }: { tile: ShownTile; sections: readonly HomeSection[] }) {
  if (tile.look === 'state') return <StateLine tile={tile} />;
  return tile.look === 'trends' ? <Trends tile={tile} /> : <Screens sections={sections} />;
}

const WIDE: ReadonlySet<ShownTile['look']> = new Set(['screens', 'state', 'trends']);

interface Stretch {
  isWide: boolean;
  tiles: ShownTile[];
}

function stretchesOf(tiles: readonly ShownTile[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const tile of tiles) {
    const isWide = WIDE.has(tile.look);
    const last = stretches.at(-1);
    if (last?.isWide === isWide) last.tiles.push(tile);
    else stretches.push({ isWide, tiles: [tile] });
  }
  return stretches;
}

/** Recent files to reopen. */
function FilesTile({ tile }: { tile: ShownTile }) {
  return (
    <TileFrame tile={tile}>
      <ul className="divide-y divide-line">
        {tile.lines.map(({ key, label, detail, figure, at, href }) => (
          <li key={key} className="relative flex items-center gap-2.5 px-4 py-2 hover:bg-base-200">
            <FileIcon kind={fileKind(label)} />
            <span className="min-w-0 flex-1">
              <a href={href} title={label} className="block truncate font-medium after:absolute after:inset-0">
                {withVisibleEnd(label)}
              </a>
              <span className="block truncate text-[0.8125rem] text-muted">{detail}</span>
            </span>
            <span className="tabular flex-none text-end text-[0.8125rem] text-muted">
              <span className="block">{at}</span>
              <span className="block">{figure}</span>
            </span>
          </li>
        ))}
      </ul>
    </TileFrame>
  );
}

/** The health of the portal in one line: everything works, or what does not. */
function StateLine({ tile: { id, title, empty, lines, isLate } }: { tile: ShownTile }) {
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

/** Recent activity in the areas this person has reports for; each figure opens its report for that period. */
function Trends({ tile: { id, title, note, lines, isLate } }: { tile: ShownTile }) {
  return (
    <section className="mb-4" aria-labelledby={`tarjeta-${id}`} data-tile={id}>
      <h2 id={`tarjeta-${id}`} className="mb-2 text-sm">
        {title} <span className="font-normal text-muted">{note}</span>
      </h2>
      {isLate ? <LateTile /> : null}
      {/* Six items that do not fit in one line go in rows of three, so that none is left alone. */}
      <ul
        className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] sm:max-[1340px]:has-[>:nth-child(6):last-child]:grid-cols-3"
        data-nav=""
      >
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
