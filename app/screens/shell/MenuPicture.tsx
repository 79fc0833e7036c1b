import type { MenuIcon } from '#server/domain/menu.ts';
import { classNames } from '#app/ui/class-names.ts';

/** The picture of a menu entry, drawn by the style sheet (app/styles/menu-pictures.css). */
export function MenuPicture({ icon, className }: { icon: MenuIcon; className?: string }) {
  return <span className={classNames('menu-picture', `picture-${icon}`, className)} aria-hidden />;
}
