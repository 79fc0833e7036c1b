import type { MenuId } from './menu.ts';

/** Menus of the mobile app's contents: each shows its own findings. */
export const CONTENT_MENUS = [
  'agencies',
  'promotions',
  'job-offers',
  'products',
  'education',
  'how-associated',
] as const satisfies readonly MenuId[];

/** Whether the mobile app shows what is under this menu. */
export function isInApp(menu: MenuId): boolean {
  return CONTENT_MENUS.some((id) => id === menu);
}
