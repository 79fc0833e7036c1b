import { memo, useEffect, useRef, useState } from 'react';
import type { PageWidth } from '#server/domain/document-content.ts';
import { classNames } from '../../../ui/class-names.ts';
import { findReason } from './fetch-part.ts';
import { sharpWidth, type PageBox, type Rotation } from './page-layout.ts';
import { PartFailure } from './PartFailure.tsx';
import { pageHref } from './viewed-document.ts';

interface PagePictureProps {
  base: string;
  page: number;
  pages: number;
  box: PageBox;
  rotation: Rotation;
  /** Not in sight yet: fetched with low priority. */
  isAhead: boolean;
  /** Seen before: the browser has it cached. */
  isKnown: boolean;
  /** Reports the aspect ratio (width by height) once it is known. */
  onRatio: (page: number, ratio: number) => void;
}

/** A page that only scrolls past is not fetched. */
const SETTLED_MS = 60;

/** One page: a grey placeholder until loaded, then a picture as sharp as its size needs, or why it cannot be shown. */
export const PagePicture = memo(function PagePicture({ base, page, pages, box, rotation, isAhead, isKnown, onRatio }: PagePictureProps) {
  const settled = useSettled(isKnown);
  const width = useSharpest(sharpWidth(box.picture.width, devicePixelRatio));
  const [shown, setShown] = useState(false);
  const { failure, fail, retry, attempt } = useFailure(base, page, width);
  return (
    <figure ref={place(box)} className={classNames('viewer-page', !shown && failure === null && 'skeleton')}>
      {failure !== null ? <PartFailure what={`la página ${page}`} reason={failure} onRetry={retry} /> : null}
      {settled && failure === null ? (
        <img
          key={attempt}
          ref={turn(box, rotation)}
          src={pageHref(base, page, width)}
          alt={`Página ${page} de ${pages}`}
          draggable={false}
          fetchPriority={isAhead ? 'low' : 'high'}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setShown(true);
            onRatio(page, naturalWidth / naturalHeight);
          }}
          onError={fail}
        />
      ) : null}
    </figure>
  );
});

function useSettled(already: boolean): boolean {
  const [settled, setSettled] = useState(already);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** Never goes back to a lower resolution: a sharp picture is not fetched again to be shown smaller. */
function useSharpest(wanted: PageWidth): PageWidth {
  const [sharpest, setSharpest] = useState(wanted);
  if (wanted > sharpest) setSharpest(wanted);
  return sharpest;
}

function useFailure(base: string, page: number, width: PageWidth) {
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const pendingRequest = useRef<AbortController | null>(null);
  useEffect(() => () => pendingRequest.current?.abort(), []);
  const fail = () => {
    pendingRequest.current = new AbortController();
    findReason(base, page, width, pendingRequest.current.signal).then(setFailure, () => undefined);
  };
  const retry = () => {
    setAttempt((count) => count + 1);
    setFailure(null);
  };
  return { failure, fail, retry, attempt };
}

/** Sizes chosen by a person cannot come from a style sheet; the content security policy allows them from scripts, not in the HTML. */
function place({ top, left, width, height }: PageBox) {
  return (element: HTMLElement | null) => {
    if (element) Object.assign(element.style, { top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` });
  };
}

/** Rotates around its centre, which is also that of the box. */
function turn({ width, height, picture }: PageBox, rotation: Rotation) {
  return (element: HTMLElement | null) => {
    if (!element) return;
    Object.assign(element.style, {
      width: `${picture.width}px`,
      height: `${picture.height}px`,
      left: `${(width - picture.width) / 2}px`,
      top: `${(height - picture.height) / 2}px`,
      transform: rotation === 0 ? '' : `rotate(${rotation}deg)`,
    });
  };
}
