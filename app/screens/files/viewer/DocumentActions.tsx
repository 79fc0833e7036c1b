import { ButtonLink } from '../../../ui/Button.tsx';
import { streamHref, type ViewedDocument } from './viewed-document.ts';

interface DocumentActionsProps {
  document: Pick<ViewedDocument, 'base' | 'content' | 'allowed'>;
  /** Among the viewer's tools: small, icons only. */
  asTools?: boolean;
}

/** What the person may do with a document besides viewing it; each is recorded as a separate event. */
export function DocumentActions({ document: { base, content, allowed }, asTools = false }: DocumentActionsProps) {
  const looks = asTools ? ({ look: 'quiet', small: true, iconOnly: true } as const) : {};
  const isPrintable = content.form !== 'none' && content.form !== 'media';
  return (
    <>
      {allowed.print && isPrintable ? (
        <ButtonLink {...looks} icon="printer" href={streamHref(base, 'print')} target="_blank" rel="noopener">
          Imprimir
        </ButtonLink>
      ) : null}
      {allowed.download ? (
        <ButtonLink {...looks} icon="download" href={streamHref(base, 'download')} download>
          Descargar
        </ButtonLink>
      ) : null}
    </>
  );
}
