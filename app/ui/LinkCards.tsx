import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

export interface LinkCard {
  title: string;
  text: string;
  href: string;
  icon: IconName;
  /** A second line. */
  detail?: string;
  /** Content at the foot of the card. */
  below?: ReactNode;
  /** Separate links inside the card. */
  shortcuts?: readonly { label: string; href: string }[];
}

/** A menu of screens as cards. The whole card is a link; its shortcuts lie on top of it. */
export function LinkCards({ cards, heading: Heading = 'h2' }: { cards: readonly LinkCard[]; heading?: 'h2' | 'h3' }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3" data-nav="">
      {cards.map(({ title, text, href, icon, detail, below, shortcuts = [] }) => (
        <li key={href} className="surface relative flex gap-3 p-3.5 transition-colors hover:border-control">
          <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
            <Icon name={icon} className="size-4.5" />
          </span>
          <div className="min-w-0 flex-1">
            <Heading className="text-[0.875rem]">
              <a href={href} className="font-semibold after:absolute after:inset-0 after:rounded-box">
                {title}
              </a>
            </Heading>
            <p className="tabular text-muted">{text}</p>
            {detail ? <p className="mt-1">{detail}</p> : null}
            {below}
            <Shortcuts links={shortcuts} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Separate links that lie on top of a card which is itself a link. */
export function Shortcuts({ links }: { links: readonly { label: string; href: string }[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="relative z-1 mt-1.5 flex w-fit flex-wrap gap-x-4 gap-y-1">
      {links.map(({ label, href }) => (
        <li key={href}>
          <a className="text-link" href={href}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
