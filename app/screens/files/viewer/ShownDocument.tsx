import type { ReactNode, RefObject } from 'react';
import { PagesView } from './PagesView.tsx';
import { PartsView } from './PartsView.tsx';
import type { ViewedDocument } from './viewed-document.ts';

interface ShownDocumentProps {
  document: ViewedDocument;
  viewer: RefObject<HTMLElement>;
  tools: ReactNode;
}

/** A document with its tools, once scripts run: pages, a table or a text. */
export function ShownDocument({ document: { base, name, content, allowed }, viewer, tools }: ShownDocumentProps) {
  const shown = { base, name, locked: !allowed.download, viewer, tools };
  if (content.form === 'pages') return <PagesView {...shown} content={content} />;
  if (content.form === 'table' || content.form === 'text') return <PartsView {...shown} content={content} />;
  return null;
}
