import type { ReactNode } from 'react';

/** What a record is called that another one names: a link for whoever may open it, else its name alone. */
export function pageLink(href: string | null | undefined, name: string): ReactNode {
  if (href === null || href === undefined) return name;
  return (
    <a className="text-link" data-nav="" href={href}>
      {name}
    </a>
  );
}
