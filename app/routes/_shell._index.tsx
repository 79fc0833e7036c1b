import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateLong, formatDateTime } from '#server/domain/dates.ts';
import { fileKind, formatFileSize } from '#server/domain/files-vocabulary.ts';
import { canOpen, type Staff } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { greetingAt, homeSections } from '../screens/home/entries.ts';
import { Home } from '../screens/home/Home.tsx';
import type { RecentFile } from '../screens/home/RecentFiles.tsx';

const RECENT_FILES = 5;

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context, 'home');
  const now = new Date();
  const firstName = staff.name.trim().split(/\s+/)[0] ?? '';
  return {
    greeting: firstName ? `${greetingAt(now)}, ${firstName}` : greetingAt(now),
    today: formatDateLong(now),
    sections: homeSections(staff.menus, now),
    recentFiles: canOpen(staff, 'briefcase-files') ? await findRecentFiles(context, staff) : null,
    userId: staff.id,
  };
}

async function findRecentFiles({ portal }: LoaderFunctionArgs['context'], staff: Staff): Promise<RecentFile[]> {
  const params = new URLSearchParams({ userId: staff.id, pageSize: '10' });
  const { rows } = await portal.briefcase.findFiles({ actor: staff, params });
  return rows.slice(0, RECENT_FILES).map(({ id, nombre, folderName, bytes, createdAt }) => ({
    id,
    nombre,
    kind: fileKind(nombre),
    folderName,
    size: formatFileSize(bytes),
    at: formatDateTime(createdAt),
  }));
}

export default function HomeRoute() {
  return <Home {...useLoaderData<typeof loader>()} />;
}
