import { classNames } from './class-names.ts';
import type { ICON_NAMES } from './icon-names.ts';

export type IconName = (typeof ICON_NAMES)[number];

/**
 * A picture that the style sheet draws (app/styles/icons.css): 16 px, or as a `size-` class says. Without `label` it is decoration:
 * an empty element, of which screen readers tell nothing.
 */
export function Icon({ name, className, label }: { name: IconName; className?: string; label?: string }) {
  const told = label === undefined ? undefined : { role: 'img', 'aria-label': label };
  return <span className={classNames('icon', `icon-${name}`, className)} {...told} />;
}
