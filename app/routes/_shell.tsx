import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { requireStaff } from '../context.ts';
import { ErrorPage } from '../screens/errors/ErrorPage.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  return { name: staff.name };
}

export default function ShellRoute() {
  return (
    <main>
      <Outlet />
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}
