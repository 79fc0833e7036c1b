import { lazy, Suspense, useState } from 'react';
import { otherDataHref } from '../unread/other-data-href.ts';

// Asked for by administrators, now and then.
const LoadedOtherData = lazy(async () => ({ default: (await import('../unread/OtherData.tsx')).LoadedOtherData }));

/** Under the page of a record, folded: what its document holds besides. */
export function OtherDataFold({ pathname }: { pathname: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="no-print mt-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-[0.8125rem] text-muted">Otros datos</summary>
      <div className="surface mt-2 p-4">
        {isOpen ? (
          <Suspense fallback={null}>
            <LoadedOtherData pathname={pathname} />
          </Suspense>
        ) : (
          <a className="text-link" href={otherDataHref(pathname)}>
            Lo que guarda el documento y el portal no usa
          </a>
        )}
      </div>
    </details>
  );
}
