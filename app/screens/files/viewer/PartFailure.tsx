import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

interface PartFailureProps {
  /** "la página 3" */
  what: string;
  /** A sentence. */
  reason: string;
  onRetry: () => void;
}

/** Shown in place of a part that failed to load. */
export function PartFailure({ what, reason, onRetry }: PartFailureProps) {
  return (
    <div className="viewer-failure" role="alert">
      <Icon name="circle-alert" className="size-5 text-error" />
      <p>
        {`No pudimos mostrar ${what}.`} <span className="block text-muted">{reason}</span>
      </p>
      <Button small icon="rotate-cw" onClick={onRetry}>
        Intentar de nuevo
      </Button>
    </div>
  );
}
