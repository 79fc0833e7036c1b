import { useRouteLoaderData } from '@remix-run/react';
import type { MenuAct } from '#server/domain/menu-acts.ts';
import type { MenuId } from '#server/domain/menu.ts';

/**
 * What the signed-in person may do on a screen that they open, as their shell was told: screens show what is allowed, the server
 * refuses the rest. null for what is a person's own.
 */
export function useMay(): (menu: MenuId | null, act: MenuAct) => boolean {
  const withheld = useRouteLoaderData<{ withheld?: readonly string[] }>('routes/_shell')?.withheld;
  return (menu, act) => menu === null || withheld?.includes(`${menu}:${act}`) !== true;
}
