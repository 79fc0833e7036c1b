import type { ShownTile } from '#server/home/read-tiles.ts';
import { ARRANGE_URL } from './arrange-url.ts';
import type { HomeSection } from './entries.ts';
import { FilesTile } from './FilesTile.tsx';
import { FiguresTile } from './FiguresTile.tsx';
import { Screens } from './Screens.tsx';
import { StateLine } from './StateLine.tsx';
import { Trends } from './Trends.tsx';

interface TilesProps {
  tiles: readonly ShownTile[];
  sections: readonly HomeSection[];
}

/** The tiles in the person's order: what takes the whole width stands alone, the others flow in columns between. */
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
