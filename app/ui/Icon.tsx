import { classNames } from './class-names.ts';
import type { ICON_NAMES } from './icon-names.ts';

export type IconName = (typeof ICON_NAMES)[number];

/**
 * An icon drawn by the style sheet (app/styles/icons.css): 16 px, or the size of a `size-` class. Without `label` it is decoration: an
 * empty element that screen readers skip.
 */
export function Icon({ name, className, label }: { name: IconName; className?: string; label?: string }) {
  const ariaProps = label === undefined ? undefined : { role: 'img', 'aria-label': label };
  return <span className={classNames('icon', `icon-${name}`, className)} {...ariaProps} />;
}
