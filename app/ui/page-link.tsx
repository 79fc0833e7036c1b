import type { ReactNode } from 'react';

/** The name of a referenced record: a link for those who may open it, else plain text. */
export function pageLink(href: string | null | undefined, name: ReactNode): ReactNode {
  if (href === null || href === undefined) return name;
  return (
    <a className="text-link" data-nav="" href={href}>
      {name}
    </a>
  );
}
