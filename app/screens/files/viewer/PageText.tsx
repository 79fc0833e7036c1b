import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Spinner.tsx';
import { PartFailure } from './PartFailure.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import { usePart, type PartState } from './fetch-part.ts';

interface PageTextProps {
  base: string;
  page: number;
  locked: boolean;
  onClose: () => void;
}

/** The text of the current page, for screen readers, copying, and illegible scans. */
export function PageText({ base, page, locked, onClose }: PageTextProps) {
  const { state, retry } = usePart(base, page);
  return (
    <div className="viewer-said">
      <div className="flex items-center gap-2">
        <h2 className="text-sm">{`Texto de la página ${page}`}</h2>
        <Button look="quiet" small icon="x" iconOnly className="ms-auto" onClick={onClose}>
          Cerrar el texto
        </Button>
      </div>
      <ScrollRegion
        className="viewer-text"
        aria-label={`Texto de la página ${page}`}
        data-locked={locked ? '' : undefined}
        aria-busy={state.is === 'loading'}
      >
        <Said state={state} page={page} onRetry={retry} />
      </ScrollRegion>
    </div>
  );
}

function Said({ state, page, onRetry }: { state: PartState; page: number; onRetry: () => void }) {
  if (state.is === 'loading') return <Skeleton lines={4} />;
  if (state.is === 'failed') return <PartFailure what={`el texto de la página ${page}`} reason={state.reason} onRetry={onRetry} />;
  const text = state.part.form === 'text' ? state.part.text : '';
  return text.trim() === '' ? <p className="text-muted">Esta página no tiene texto: es una imagen.</p> : <pre>{text}</pre>;
}
