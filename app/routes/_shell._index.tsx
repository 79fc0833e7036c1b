import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateLong } from '#server/domain/dates.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { greetingAt, homeSections } from '../screens/home/entries.ts';
import { Home } from '../screens/home/Home.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  requireMenu(staff, 'home');
  const now = new Date();
  const firstName = staff.name.trim().split(/\s+/)[0] ?? '';
  return {
    greeting: firstName ? `${greetingAt(now)}, ${firstName}` : greetingAt(now),
    today: formatDateLong(now),
    sections: homeSections(staff.menus, now),
  };
}

export default function HomeRoute() {
  return <Home {...useLoaderData<typeof loader>()} />;
}
