import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

interface StateProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

function State({ icon = 'inbox', title, isPage = false, children, actions }: StateProps & { isPage?: boolean }) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-primary-soft text-primary">
        <Icon name={icon} className="size-5" />
      </span>
      <Heading className="text-base leading-6 font-semibold tracking-normal">{title}</Heading>
      {children ? <div className="mt-1 text-muted">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

/** Shown when there is nothing: why, and what to do. "Todavía no hay agencias." + a link that creates the first. */
export function EmptyState(state: StateProps) {
  return <State {...state} />;
}

interface ErrorStateProps extends Omit<StateProps, 'children'> {
  message: string;
  /** Code by which support finds the error in the log: the short form to read out, the full one on hover. */
  code?: { short: string; full: string };
}

/** An error on a page of its own: what it means and what to do. */
export function ErrorState({ message, code, ...state }: ErrorStateProps) {
  return (
    <State {...state} isPage>
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
