import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type { PagedContent } from '#server/domain/document-content.ts';
import { layOutPages, zoomOf, type PageLayout, type Rotation } from './page-layout.ts';
import { PagePicture } from './PagePicture.tsx';
import { PagesToolbar } from './PagesToolbar.tsx';
import { PageText } from './PageText.tsx';
import type { VisiblePages } from './visible-pages.ts';
import { readView, rememberView } from './remembered-view.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import { ThumbnailStrip } from './ThumbnailStrip.tsx';
import { useDrag, usePageScroll, useRoom, useWheelZoom, useZoom } from './use-pages.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import type { ShownProps } from './viewed-document.ts';

/** Below this width (px) the pages need all the room. */
const STRIP_FROM = 640;
const ARROW_PIXELS = 60;

/** A paged document: thumbnails, the pages in a column, and the tools above. */
export function PagesView({ base, name, content, locked, viewer, tools }: ShownProps<PagedContent>) {
  const scroller = useRef<HTMLDivElement>(null);
  const pages = usePages(scroller, content);
  const { layout, sight, goTo, zooming, percent } = pages;
  const strip = useStrip(viewer, content.pages);
  const [reads, setReads] = useState(false);
  useDrag(scroller);
  useViewerKeys(viewer, (key) => act(key, scroller.current, pages));
  const text = content.hasText ? { open: reads, toggle: () => setReads(!reads) } : null;
  return (
    <>
      <div className="viewer-tools no-print">
        <PagesToolbar
          pages={content.pages}
          current={sight.current}
          onGo={goTo}
          onChosen={() => scroller.current?.focus({ preventScroll: true })}
          zoom={zooming.zoom}
          percent={percent}
          onZoom={pages.setZoom}
          onStep={pages.step}
          onTurn={pages.turn}
          strip={strip}
          text={text}
        />
        {tools}
      </div>
      <div className="viewer-body">
        {strip.open ? <ThumbnailStrip base={base} pages={content.pages} current={sight.current} onGo={goTo} /> : null}
        <div className="viewer-reading">
          <ScrollRegion ref={scroller} className="viewer-stage" aria-label={`Páginas de ${name}`}>
            {layout ? (
              <Paper layout={layout}>
                <Pages
                  base={base}
                  layout={layout}
                  sight={sight}
                  rotation={zooming.rotation}
                  ratios={pages.ratios}
                  onRatio={pages.learnRatio}
                />
              </Paper>
            ) : null}
          </ScrollRegion>
          {reads ? <PageText base={base} page={sight.current} locked={locked} onClose={() => setReads(false)} /> : null}
        </div>
      </div>
      <p className="sr-only" role="status">{`Página ${sight.current} de ${content.pages}`}</p>
    </>
  );
}

/** Layout, scroll position and zoom; a picture initially fits whole, paper fits the width. */
function usePages(scroller: React.RefObject<HTMLElement>, content: PagedContent) {
  const room = useRoom(scroller);
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map());
  const zooming = useZoom(content.isPicture ? 'page' : 'width');
  const { zoom, rotation } = zooming;
  const layout = useMemo(() => room && layOutPages(content, { room, zoom, rotation, ratios }), [room, content, zoom, rotation, ratios]);
  const { sight, goTo, alignCurrent } = usePageScroll(scroller, layout);
  const box = layout?.boxes[sight.current - 1];
  const percent = box ? zoomOf(content, box) : 1;
  useWheelZoom(scroller, percent, zooming.setZoom);
  const learnRatio = useCallback((page: number, ratio: number) => {
    setRatios((known) => (known.get(page) === ratio ? known : new Map(known).set(page, ratio)));
  }, []);
  return {
    layout,
    sight,
    goTo,
    zooming,
    percent,
    ratios,
    learnRatio,
    step: (way: 1 | -1) => zooming.step(percent, way),
    turn: () => {
      alignCurrent();
      zooming.turn();
    },
    setZoom: (chosen: typeof zoom) => {
      if (chosen === 'page') alignCurrent();
      zooming.setZoom(chosen);
    },
  };
}

function useStrip(viewer: React.RefObject<HTMLElement>, pages: number) {
  const [wanted, setWanted] = useState(() => readView().strip);
  const room = useRoom(viewer);
  const isOpen = wanted ?? (room?.width ?? 0) >= STRIP_FROM;
  const toggle = () => {
    setWanted(!isOpen);
    rememberView({ strip: !isOpen });
  };
  return { open: isOpen && pages > 1, toggle };
}

/** @returns whether the key was handled */
function act(key: string, scroller: HTMLElement | null, { sight, layout, goTo, step, turn }: ReturnType<typeof usePages>): boolean {
  const isWide = scroller !== null && scroller.scrollWidth > scroller.clientWidth + 1;
  const move = (left: number, top: number) => {
    if (document.activeElement === scroller) return false;
    scroller?.scrollBy(left, top);
    return true;
  };
  switch (key) {
    case 'PageDown':
      return (goTo(sight.current + 1), true);
    case 'PageUp':
      return (goTo(sight.current - 1), true);
    case 'Home':
      return (goTo(1), true);
    case 'End':
      return (goTo(layout?.boxes.length ?? 1), true);
    case 'ArrowRight':
      return isWide ? move(ARROW_PIXELS, 0) : (goTo(sight.current + 1), true);
    case 'ArrowLeft':
      return isWide ? move(-ARROW_PIXELS, 0) : (goTo(sight.current - 1), true);
    case 'ArrowDown':
      return move(0, ARROW_PIXELS);
    case 'ArrowUp':
      return move(0, -ARROW_PIXELS);
    case '+':
    case '=':
      return (step(1), true);
    case '-':
      return (step(-1), true);
    case 'r':
      return (turn(), true);
    default:
      return false;
  }
}

function Paper({ layout: { paper }, children }: { layout: PageLayout; children: ReactNode }) {
  const size = (element: HTMLElement | null) => {
    if (element) Object.assign(element.style, { width: `${paper.width}px`, height: `${paper.height}px` });
  };
  return (
    <div ref={size} className="viewer-paper">
      {children}
    </div>
  );
}

interface PagesProps {
  base: string;
  layout: PageLayout;
  sight: VisiblePages;
  rotation: Rotation;
  /** Aspect ratios of the pages that have been seen. */
  ratios: ReadonlyMap<number, number>;
  onRatio: (page: number, ratio: number) => void;
}

/** Only the pages in sight and the next one are rendered, however many there are. */
function Pages({ base, layout, sight, rotation, ratios, onRatio }: PagesProps) {
  const shown = layout.boxes.slice(sight.first - 1, sight.ahead);
  return shown.map((box, index) => {
    const page = sight.first + index;
    return (
      <PagePicture
        key={page}
        base={base}
        page={page}
        pages={layout.boxes.length}
        box={box}
        rotation={rotation}
        isAhead={page > sight.last}
        isKnown={ratios.has(page)}
        onRatio={onRatio}
      />
    );
  });
}
