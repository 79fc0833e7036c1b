import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { settingsCards } from '../screens/settings/settings-cards.ts';
import { SettingsMenu } from '../screens/settings/SettingsMenu.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'settings');
  return settingsCards(actor.menus);
}

export default function SettingsRoute() {
  return <SettingsMenu cards={useLoaderData<typeof loader>()} />;
}
