import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { forgetDroppedFiles } from '../files/dropped-files.ts';
import { isOfBriefcase } from './open-uploads.ts';
import { uploadSession } from './upload-session.ts';

type Dock = ComponentType<{ here: boolean }>;

/** The place of uploads in the shell. Their code loads with the first screen of the Maletín, and stays. */
export function BriefcaseDock({ mayUpload }: { mayUpload: boolean }) {
  const { pathname } = useLocation();
  const here = mayUpload && isOfBriefcase(pathname);
  const [Dock, setDock] = useState<Dock | null>(null);
  useEffect(() => {
    // An open dock stays open, even when a failing page makes the shell render anew.
    if (Dock || !(here || uploadSession.open)) return;
    import('./UploadDock.tsx').then(
      ({ UploadDock }) => setDock(() => UploadDock),
      // Offline: the next screen of the Maletín tries again.
      () => undefined,
    );
  }, [here, Dock, pathname]);
  return (
    <>
      <Forgetting pathname={pathname} />
      {Dock ? <Dock here={here} /> : null}
    </>
  );
}

/** Discards files dropped on a page that takes none when that page is left. Rendered first, so that nothing takes them before. */
function Forgetting({ pathname }: { pathname: string }) {
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current !== pathname) forgetDroppedFiles();
    first.current = pathname;
  }, [pathname]);
  return null;
}
