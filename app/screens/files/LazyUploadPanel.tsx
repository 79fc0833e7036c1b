import { Suspense, useEffect, type ComponentProps } from 'react';
import { Skeleton } from '../../ui/Spinner.tsx';
import { later } from '../../ui/later.ts';
import type { UploadPanel } from './UploadPanel.tsx';

const loadUploadPanel = async () => (await import('./UploadPanel.tsx')).UploadPanel;
const Panel = later(loadUploadPanel);

/** The panel, which comes with the first file: most people who open a page come to read. */
export function LazyUploadPanel(props: ComponentProps<typeof UploadPanel>) {
  // Its code is fetched ahead: offline it could not be loaded, and it is the panel that says that the connection is lost.
  useEffect(() => {
    loadUploadPanel().catch(() => undefined);
  }, []);
  return props.uploads.length === 0 ? null : (
    <Suspense fallback={<Skeleton lines={props.uploads.length} />}>
      <Panel {...props} />
    </Suspense>
  );
}
