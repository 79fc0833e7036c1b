import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { ICON_SIZE, type Icon } from './icon.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

interface Look {
  /** One `primary` per page; `danger` only for what cannot be undone. */
  look?: ButtonLook;
  small?: boolean;
  icon?: Icon;
  /** Only the icon shows; the children are read out and shown on hover. */
  iconOnly?: boolean;
}

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: 'btn-primary',
  plain: 'btn-plain',
  quiet: 'btn-quiet',
  danger: 'btn-danger',
};

export function buttonClass(look: ButtonLook = 'plain', small = false, extra?: string): string {
  return classNames('btn', LOOKS[look], small && 'btn-sm', extra);
}

function Content({
  icon: Picture,
  iconOnly,
  children,
}: {
  icon: Icon | undefined;
  iconOnly: boolean | undefined;
  children: React.ReactNode;
}) {
  return (
    <>
      {Picture ? <Picture size={ICON_SIZE} aria-hidden /> : null}
      {iconOnly ? <span className="sr-only">{children}</span> : children}
    </>
  );
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>;

/** A button that does something here. Inside forms give `type="submit"`. */
export function Button({ look, small, icon, iconOnly, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(look, small, classNames(iconOnly && 'btn-square', className))}
      {...tip(iconOnly, children)}
      {...rest}
    >
      <Content icon={icon} iconOnly={iconOnly}>
        {children}
      </Content>
    </button>
  );
}

type ButtonLinkProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link that looks like a button: goes somewhere, works without JavaScript. */
export function ButtonLink({ look, small, icon, iconOnly, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      data-nav=""
      className={buttonClass(look, small, classNames(iconOnly && 'btn-square', className))}
      {...tip(iconOnly, children)}
      {...rest}
    >
      <Content icon={icon} iconOnly={iconOnly}>
        {children}
      </Content>
    </a>
  );
}

function tip(iconOnly: boolean | undefined, children: React.ReactNode): { title?: string } {
  return iconOnly && typeof children === 'string' ? { title: children } : {};
}
