import { Outlet, useRouteLoaderData } from '@remix-run/react';
import { BriefcaseDock } from '../screens/briefcase/BriefcaseDock.tsx';
import { ErrorPage } from '../ErrorPage.tsx';
import { useMay } from '../rights.ts';
import { Shell } from '../screens/shell/Shell.tsx';
import type { loadShell } from '../screens/shell/shell-data.ts';

export { loadShell as loader } from '../screens/shell/shell-data.ts';

export default function ShellRoute() {
  return (
    <Framed>
      <Outlet />
    </Framed>
  );
}

export function ErrorBoundary() {
  return (
    <Framed>
      <ErrorPage />
    </Framed>
  );
}

/** Without its data (the shell itself failed) the page is rendered without a frame. */
function Framed({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loadShell>('routes/_shell');
  const may = useMay();
  if (!shell) return <main className="shell-main">{children}</main>;
  return (
    <Shell data={shell} dock={<BriefcaseDock mayUpload={shell.menus.includes('briefcase-files') && may('briefcase-files', 'change')} />}>
      {children}
    </Shell>
  );
}
