import { Suspense, useRef, useState } from 'react';
import { useHydrated } from '../../../ui/form-events.ts';
import { later } from '../../../ui/later.ts';
import { PlainDocument } from './PlainDocument.tsx';
import { NeighbourLinks, type NeighbourHrefs } from './NeighbourLinks.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import type { ViewedDocument } from './viewed-document.ts';
import { useWholeWindow, WholeWindowButton } from './WholeWindowButton.tsx';

const ShownDocument = later(async () => (await import('./ShownDocument.tsx')).ShownDocument);

interface DocumentViewerProps {
  document: ViewedDocument;
  neighbours: NeighbourHrefs;
}

/**
 * A stored document on a screen of any area, as high as the screen's `--viewer-height`. The file itself is never sent: pages are pictures,
 * tables and texts come in parts. Without scripts it shows the first page, or a link to the text. `r`, `f`, `+`, `-` and the page keys work
 * while nobody types.
 */
export function DocumentViewer({ document: viewed, neighbours }: DocumentViewerProps) {
  const viewer = useRef<HTMLElement>(null);
  const [isWhole, setWhole] = useState(false);
  const ready = useHydrated();
  useWholeWindow(viewer, isWhole);
  const { content } = viewed;
  const plain = <PlainDocument document={viewed} />;
  const isPaged = content.form !== 'media' && content.form !== 'none';
  return (
    <section
      ref={viewer}
      className="viewer"
      data-whole={isWhole ? '' : undefined}
      data-form={content.form}
      aria-label={`Documento ${viewed.name}`}
    >
      {isPaged && ready ? (
        <Suspense fallback={plain}>
          <ShownDocument
            key={viewed.base}
            document={viewed}
            viewer={viewer}
            tools={
              <div className="viewer-group ms-auto">
                {isWhole ? <WholeWindowTools document={viewed} neighbours={neighbours} /> : null}
                <WholeWindowButton viewer={viewer} isWhole={isWhole} onChange={setWhole} />
              </div>
            }
          />
        </Suspense>
      ) : (
        <>
          {isWhole ? (
            <div className="viewer-tools">
              <div className="viewer-group ms-auto">
                <WholeWindowTools document={viewed} neighbours={neighbours} />
                <WholeWindowButton viewer={viewer} isWhole onChange={setWhole} />
              </div>
            </div>
          ) : null}
          {plain}
        </>
      )}
    </section>
  );
}

/** The tools that the screen around the document offers, while it is hidden. */
function WholeWindowTools({ document: viewed, neighbours }: DocumentViewerProps) {
  return (
    <>
      <span className="viewer-name" title={viewed.name}>
        {viewed.name}
      </span>
      <NeighbourLinks hrefs={neighbours} />
      <DocumentActions document={viewed} asTools />
    </>
  );
}
