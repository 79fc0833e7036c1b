import { buttonClass, ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

/** Addresses of the previous and next record in the list it was opened from; null at its ends. */
export interface NeighbourHrefs {
  previous: string | null;
  next: string | null;
}

/** @param neighbours their ids; null when the list it was opened from is unknown */
export function neighbourHrefs(
  neighbours: Readonly<Record<keyof NeighbourHrefs, string | null>> | null,
  hrefOf: (id: string) => string,
): NeighbourHrefs {
  const toHref = (id: string | null | undefined) => (id ? hrefOf(id) : null);
  return { previous: toHref(neighbours?.previous), next: toHref(neighbours?.next) };
}

/** Links to the neighbouring records, also by the keys `[` and `]`. Without neighbours nothing is shown. */
export function NeighbourLinks({ hrefs: { previous, next } }: { hrefs: NeighbourHrefs }) {
  if (previous === null && next === null) return null;
  return (
    <nav className="viewer-group flex flex-none items-center gap-0.5 no-print" aria-label="En la lista">
      <Neighbour href={previous} dataKey="[" word="Anterior" icon="chevron-left" />
      <Neighbour href={next} dataKey="]" word="Siguiente" icon="chevron-right" />
    </nav>
  );
}

interface NeighbourProps {
  href: string | null;
  dataKey: string;
  word: string;
  icon: 'chevron-left' | 'chevron-right';
}

/** At an end of the list the link's place stays, so that the other one does not move under the pointer. */
function Neighbour({ href, dataKey, word, icon }: NeighbourProps) {
  const shown = (
    <>
      <Icon name={icon} className={icon === 'chevron-right' ? 'order-last' : ''} />
      <span className="max-sm:sr-only">{word}</span>
    </>
  );
  if (href === null)
    return (
      <span role="link" aria-disabled className={buttonClass('quiet', true, 'btn-disabled')}>
        {shown}
      </span>
    );
  const label = `${word} de la lista`;
  return (
    <ButtonLink look="quiet" small href={href} data-key={dataKey} aria-label={label} title={`${label} (${dataKey})`}>
      {shown}
    </ButtonLink>
  );
}
