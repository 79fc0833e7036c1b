import type { Icon } from './icon.ts';

export interface LinkCard {
  title: string;
  text: string;
  href: string;
  icon: Icon;
  /** Links of their own inside the card. */
  shortcuts?: readonly { label: string; href: string }[];
}

/** Screens to choose from, as a menu of cards. The whole card opens its screen; its shortcuts lie above. */
export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3" data-nav="">
      {cards.map(({ title, text, href, icon: Picture, shortcuts = [] }) => (
        <li key={href} className="surface relative flex gap-3 p-3.5 transition-colors hover:border-control">
          <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
            <Picture size={18} aria-hidden />
          </span>
          <div className="min-w-0">
            <h2 className="text-[0.875rem]">
              <a href={href} className="font-semibold after:absolute after:inset-0 after:rounded-box">
                {title}
              </a>
            </h2>
            <p className="text-muted">{text}</p>
            {shortcuts.length > 0 ? (
              <ul className="relative z-1 mt-1.5 flex w-fit flex-wrap gap-x-4 gap-y-1">
                {shortcuts.map((shortcut) => (
                  <li key={shortcut.href}>
                    <a className="text-link" href={shortcut.href}>
                      {shortcut.label}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
