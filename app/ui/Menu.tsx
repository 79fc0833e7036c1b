import { useEffect, useRef, type ReactNode } from 'react';
import { buttonClass } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

interface MenuProps {
  /** Content of the button. */
  label: ReactNode;
  /** Read out after `label` and shown on hover: for a label that is an icon or initials. */
  title?: string;
  className?: string;
  /** The side the panel is aligned to. */
  align?: 'start' | 'end';
  /** Open on load: for a page that answers the form inside it. */
  open?: boolean;
  /** Links and buttons with class `drop-item`, `MenuLink`s, or a short form. */
  children: ReactNode;
}

/** A native <details>: opens without JavaScript; with it, Escape, a click outside or losing the focus closes it. */
export function Menu({ label, title, className = 'btn btn-plain', align = 'end', open = false, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => (details.current ? behave(details.current) : undefined), []);
  return (
    <details ref={details} className="drop" open={open}>
      <summary className={className} title={title}>
        {label}
        {title ? <span className="sr-only">{title}</span> : null}
      </summary>
      <div className={classNames('drop-panel', align === 'end' ? 'end-0' : 'start-0')}>{children}</div>
    </details>
  );
}

/** Rarely needed actions, so that those of a page, or of a row (`small`), fit in one row. `title` says what they belong to. */
export function MoreMenu({ title, small = false, children }: Pick<MenuProps, 'children' | 'title'> & { small?: boolean }) {
  const label = (
    <>
      Más
      <Icon name="chevron-down" />
    </>
  );
  return (
    <Menu label={label} className={buttonClass('plain', small)} {...(title !== undefined && { title })}>
      {children}
    </Menu>
  );
}

/**
 * @param isFile the server answers with a file, or redirects to one. No `download` attribute: the browser would save an error page in place
 * of the file
 */
export function MenuLink({ href, children, isFile = false }: { href: string; children: ReactNode; isFile?: boolean }) {
  return (
    <a className="drop-item" href={href} {...(isFile ? {} : { 'data-nav': '' })}>
      {children}
    </a>
  );
}

/** Minimum distance between a panel and the edge of the window. */
const EDGE_PX = 8;

function behave(details: HTMLDetailsElement): () => void {
  const keepInWindow = () => {
    // A closed menu takes no room, and measuring it would force a layout.
    if (!details.open) return;
    delete details.dataset['flip'];
    const { left = 0, right = 0 } = details.querySelector('.drop-panel')?.getBoundingClientRect() ?? {};
    if (right > document.documentElement.clientWidth - EDGE_PX) details.dataset['flip'] = 'end';
    else if (left < 0) details.dataset['flip'] = 'start';
  };
  const closeOutside = ({ target }: Event) => {
    // A dialog over the menu returns to it: hidden, its field could not take the focus.
    if (target instanceof Element && !details.contains(target) && !target.closest('dialog')) details.open = false;
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.open) return;
    details.open = false;
    details.querySelector('summary')?.focus();
  };
  const closeOnChoice = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a')) details.open = false;
  };
  // It may have been opened before the script loaded.
  keepInWindow();
  const all = new AbortController();
  const { signal } = all;
  details.addEventListener('toggle', keepInWindow, { signal });
  document.addEventListener('pointerdown', closeOutside, { signal });
  document.addEventListener('focusin', closeOutside, { signal });
  details.addEventListener('keydown', closeOnEscape, { signal });
  details.addEventListener('click', closeOnChoice, { signal });
  return () => all.abort();
}
