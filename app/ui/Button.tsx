import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './Icon.tsx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

interface Look {
  /** One `primary` (`btn-primary`) per page; `danger` only for what cannot be undone. */
  look?: ButtonLook;
  small?: boolean;
  icon?: IconName;
  /** Only the icon shows; the children are read out and shown on hover. */
  iconOnly?: boolean;
}

export function buttonClass(look: ButtonLook = 'plain', small = false, extra?: string): string {
  return classNames('btn', `btn-${look}`, small && 'btn-sm', extra);
}

/** The attributes of an element that looks like a button. */
function dress<Rest extends { className?: string | undefined; children?: React.ReactNode }>({
  look,
  small,
  icon,
  iconOnly,
  className,
  children,
  ...rest
}: Look & Rest) {
  return {
    className: buttonClass(look, small, classNames(iconOnly && 'btn-square', className)),
    ...(iconOnly && typeof children === 'string' && { title: children }),
    ...rest,
    children: (
      <>
        {icon ? <Icon name={icon} /> : null}
        {iconOnly ? <span className="sr-only">{children}</span> : children}
      </>
    ),
  };
}

/** A button that does something here. Inside forms give `type="submit"`. */
export function Button({ type = 'button', ...button }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} {...dress(button)} />;
}

/** A link that looks like a button: goes somewhere, works without JavaScript. */
export function ButtonLink(link: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const { children, ...rest } = dress(link);
  return (
    <a data-nav="" {...rest}>
      {children}
    </a>
  );
}
