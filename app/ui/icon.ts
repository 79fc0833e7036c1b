import type { LucideIcon } from 'lucide-react';

/** A picture from `lucide-react/icons/<name>`: import icons one by one, never the whole set. */
export type Icon = LucideIcon;

/** Size in px of icons beside 14 px text. */
export const ICON_SIZE = 16;
