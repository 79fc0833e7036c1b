import { useRouteLoaderData } from '@remix-run/react';
import type { MenuAct } from '#server/domain/menu-acts.ts';
import type { MenuId } from '#server/domain/menu.ts';

/**
 * What the signed-in person may do, from the shell's data: screens show only what is allowed, and the server refuses the rest. A null menu
 * means the person's own data.
 */
export function useMay(): (menu: MenuId | null, act: MenuAct) => boolean {
  const withheld = useRouteLoaderData<{ withheld?: readonly string[] }>('routes/_shell')?.withheld;
  return (menu, act) => menu === null || withheld?.includes(`${menu}:${act}`) !== true;
}
