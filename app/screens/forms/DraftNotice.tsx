import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { DraftOffer } from './track-draft.ts';

/** Above a form: offers what was typed before the browser was closed (useDraft). */
export function DraftNotice({ draft }: { draft: DraftOffer | null }) {
  if (!draft) return null;
  return (
    <Notice kind="info" live className="mb-4 max-w-160">
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto">Hay un borrador {draft.since} que no se guardó.</p>
        <Button small onClick={draft.recover}>
          Recuperar
        </Button>
        <Button small look="quiet" onClick={draft.discard}>
          Descartar
        </Button>
      </div>
    </Notice>
  );
}
