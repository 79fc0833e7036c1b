import { fileKind } from '#server/domain/files-vocabulary.ts';
import type { ShownTile } from '#server/home/read-tiles.ts';
import { FileIcon } from '#app/ui/FileIcon.tsx';
import { TileFrame } from './TileFrame.tsx';

/** Files to open again at once. */
export function FilesTile({ tile }: { tile: ShownTile }) {
  return (
    <TileFrame tile={tile}>
      <ul className="divide-y divide-line">
        {tile.lines.map(({ key, label, detail, figure, at, href }) => (
          <li key={key} className="relative flex items-center gap-2.5 px-4 py-2 hover:bg-base-200">
            <FileIcon kind={fileKind(label)} />
            <span className="min-w-0 flex-1">
              <a href={href} title={label} className="block truncate font-medium after:absolute after:inset-0">
                {label}
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
