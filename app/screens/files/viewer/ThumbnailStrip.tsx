import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { pageHref } from './viewed-document.ts';

interface ThumbnailStripProps {
  base: string;
  pages: number;
  current: number;
  onGo: (page: number) => void;
}

/** Thumbnails in a column: a single Tab stop; the arrow keys turn pages. Only those in sight are fetched. */
export function ThumbnailStrip({ base, pages, current, onGo }: ThumbnailStripProps) {
  const strip = useRef<HTMLOListElement>(null);
  const seen = useVisibleThumbnails(strip, pages);
  useLayoutEffect(() => {
    if (strip.current) scrollStripTo(strip.current, current);
  }, [current]);
  useEffect(() => {
    if (strip.current?.contains(document.activeElement)) buttonOf(strip.current, current)?.focus({ preventScroll: true });
  }, [current]);
  return (
    <ol ref={strip} className="viewer-strip" aria-label="Miniaturas">
      {Array.from({ length: pages }, (_unused, index) => index + 1).map((page) => (
        <Thumbnail
          key={page}
          base={base}
          page={page}
          pages={pages}
          isSeen={page >= seen.first && page <= seen.last}
          isCurrent={page === current}
          onGo={onGo}
        />
      ))}
    </ol>
  );
}

interface ThumbnailProps {
  base: string;
  page: number;
  pages: number;
  isSeen: boolean;
  isCurrent: boolean;
  onGo: (page: number) => void;
}

const Thumbnail = memo(function Thumbnail({ base, page, pages, isSeen, isCurrent, onGo }: ThumbnailProps) {
  const turn = (event: KeyboardEvent) => {
    const to = { ArrowDown: page + 1, ArrowUp: page - 1, Home: 1, End: pages }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onGo(Math.min(Math.max(to, 1), pages));
  };
  return (
    <li>
      <button
        type="button"
        className="viewer-thumb"
        aria-label={`Página ${page}`}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onGo(page)}
        onKeyDown={turn}
      >
        <span className="viewer-thumb-paper">
          {isSeen ? <img src={pageHref(base, page, 160)} alt="" draggable={false} onError={hide} /> : null}
        </span>
        <span className="tabular">{page}</span>
      </button>
    </li>
  );
});

/** The page itself reports the failure. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}

/** While scrolling fast, only thumbnails that stay in sight this long are fetched. */
const SETTLED_MS = 120;

function useVisibleThumbnails(strip: React.RefObject<HTMLOListElement>, pages: number): { first: number; last: number } {
  const [seen, setSeen] = useState({ first: 1, last: 0 });
  const updateVisible = useCallback(() => {
    const element = strip.current;
    const row = element?.firstElementChild?.clientHeight ?? 0;
    if (!element || row === 0) return;
    const first = Math.max(1, Math.floor(element.scrollTop / row));
    const last = Math.min(pages, Math.ceil((element.scrollTop + element.clientHeight) / row) + 1);
    setSeen((known) => (known.first === first && known.last === last ? known : { first, last }));
  }, [strip, pages]);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    updateVisible();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updateSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(updateVisible, SETTLED_MS);
    };
    const watcher = new ResizeObserver(updateSoon);
    watcher.observe(element);
    element.addEventListener('scroll', updateSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      element.removeEventListener('scroll', updateSoon);
    };
  }, [strip, updateVisible]);
  return seen;
}

/** Not scrollIntoView: that would also scroll the page around it. */
function scrollStripTo(strip: HTMLElement, current: number): void {
  const item = strip.children[current - 1];
  if (!(item instanceof HTMLElement)) return;
  const above = item.offsetTop - strip.scrollTop;
  const below = above + item.offsetHeight - strip.clientHeight;
  if (above < 0) strip.scrollTop += above;
  else if (below > 0) strip.scrollTop += below;
}

function buttonOf(strip: HTMLElement, page: number): HTMLElement | null {
  return strip.children[page - 1]?.querySelector('button') ?? null;
}
