import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Spinner.tsx';
import { PartFailure } from './PartFailure.tsx';
import { usePart, type PartState } from './use-part.ts';

interface PageTextProps {
  base: string;
  page: number;
  locked: boolean;
  onClose: () => void;
}

/** What the current page says, for people who hear it, copy it or cannot make it out. */
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
      <div
        className="viewer-text"
        role="region"
        aria-label={`Texto de la página ${page}`}
        data-locked={locked ? '' : undefined}
        aria-busy={state.is === 'loading'}
        // Focus lets the keys scroll what is longer than the room.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <Said state={state} page={page} onRetry={retry} />
      </div>
    </div>
  );
}

function Said({ state, page, onRetry }: { state: PartState; page: number; onRetry: () => void }) {
  if (state.is === 'loading') return <Skeleton lines={4} />;
  if (state.is === 'failed') return <PartFailure what={`el texto de la página ${page}`} reason={state.reason} onRetry={onRetry} />;
  const text = state.part.form === 'text' ? state.part.text : '';
  return text.trim() === '' ? <p className="text-muted">Esta página no tiene texto: es una imagen.</p> : <pre>{text}</pre>;
}
