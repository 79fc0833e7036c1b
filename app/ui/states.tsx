import CloudOff from 'lucide-react/icons/cloud-off';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';
import { ICON_SIZE, type Icon } from './icon.ts';

interface StateProps {
  icon: Icon;
  title: string;
  /** 1: this is the whole page; 2: a part of it. */
  level: 1 | 2;
  children?: ReactNode;
  actions?: ReactNode;
}

function State({ icon: Picture, title, level, children, actions }: StateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-primary-soft text-primary">
        <Picture size={ICON_SIZE + 4} aria-hidden />
      </span>
      <Heading className="text-base leading-6 font-semibold tracking-normal">{title}</Heading>
      {children ? <div className="mt-1 text-muted">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

/** Nothing to show: says why and what to do. "Todavía no hay agencias." + a link that creates the first. */
export function EmptyState({
  title,
  children,
  actions,
  icon = Inbox,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  icon?: Icon;
}) {
  return (
    <State icon={icon} title={title} level={2} actions={actions}>
      {children}
    </State>
  );
}

interface ErrorStateProps {
  title: string;
  message: string;
  /** By which support finds it in the log: what to read out, and all of it on hover. */
  code?: { short: string; full: string };
  actions?: ReactNode;
  icon?: Icon;
}

/** Something went wrong: what it means and what to do. */
export function ErrorState({ title, message, code, actions, icon = CloudOff }: ErrorStateProps) {
  return (
    <State icon={icon} title={title} level={1} actions={actions}>
      <p>{message}</p>
      {code ? (
        <p className="mt-2 text-[0.8125rem]">
          Código{' '}
          <code className="rounded bg-base-300 px-1.5 py-0.5 text-base-content select-all" title={code.full}>
            {code.short}
          </code>
        </p>
      ) : null}
    </State>
  );
}
