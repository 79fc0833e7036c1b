import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useRouteLoaderData } from '@remix-run/react';
import type { Notice } from '#server/domain/notice.ts';
import { freshnessOf, requireStaff } from '../context.ts';
import { ErrorPage } from '../screens/errors/ErrorPage.tsx';
import { readMenuState } from '../screens/shell/menu-state.ts';
import { Shell } from '../screens/shell/Shell.tsx';
import type { ShellData } from '../screens/shell/shell-data.ts';
import { undoForm } from '../screens/notices/undo-form.ts';
import type { ToastContent } from '../ui/Toast.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const { name, email, roleTitle, theme, pageSize, menus } = staff;
  const cookies = request.headers.get('Cookie');
  const { notice, forget } = context.notices.read(staff, cookies);
  const shell: ShellData = {
    cooperativeName: context.portal.liveSettings.current().cooperativeName,
    logo: context.portal.liveSettings.logoHref(),
    staff: { name, email, roleTitle, theme, pageSize },
    menus: [...menus],
    menuState: readMenuState(cookies),
    freshness: freshnessOf(context),
    toast: notice && toastOf(notice, new URL(request.url)),
  };
  return data(shell, forget === null ? undefined : { headers: { 'Set-Cookie': forget } });
}

function toastOf({ kind, text, undo }: Notice, page: URL): ToastContent {
  return { kind, text, ...(undo ? { undo: undoForm(undo, page) } : {}) };
}

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

/** Without its data (the shell itself failed) the page shows bare. */
function Framed({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('routes/_shell');
  return shell ? <Shell data={shell}>{children}</Shell> : <main className="shell-main">{children}</main>;
}
