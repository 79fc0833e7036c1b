import { Suspense, useEffect, type ComponentProps } from 'react';
import { Skeleton } from '../../ui/Spinner.tsx';
import { later } from '../../ui/later.ts';
import type { UploadPanel } from './UploadPanel.tsx';

const loadUploadPanel = async () => (await import('./UploadPanel.tsx')).UploadPanel;
const Panel = later(loadUploadPanel);

/** The upload panel, loaded with the first file: most people open a page to read it. */
export function LazyUploadPanel(props: ComponentProps<typeof UploadPanel>) {
  // Prefetched: offline the code could not be loaded, and this panel is what reports a lost connection.
  useEffect(() => {
    loadUploadPanel().catch(() => undefined);
  }, []);
  return props.uploads.length === 0 ? null : (
    <Suspense fallback={<Skeleton lines={props.uploads.length} />}>
      <Panel {...props} />
    </Suspense>
  );
}
