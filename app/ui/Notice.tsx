import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './Icon.tsx';

type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  error: 'octagon-alert',
};

/** The request may have reached the server: only its answer is known to be lost. Form tokens and the states of records make repeating safe. */
export const LOST_LINK = 'Se perdió la conexión y no se sabe si se guardó. Intente de nuevo: no se duplicará.';

interface NoticeProps {
  kind?: NoticeKind;
  /** Announced as soon as it appears, and scrolled into view for errors and warnings: for answers to what the person just did. */
  live?: boolean;
  className?: string;
  children: ReactNode;
}

export function Notice({ kind = 'info', live = false, className, children }: NoticeProps) {
  const sign = ICONS[kind];
  const box = useRef<HTMLDivElement>(null);
  const isTrouble = live && (kind === 'error' || kind === 'warning');
  useEffect(() => {
    if (isTrouble) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isTrouble]);
  return (
    <div
      ref={box}
      className={classNames('notice', `notice-${kind}`, className)}
      role={live ? (kind === 'error' ? 'alert' : 'status') : undefined}
    >
      <Icon name={sign} className="size-[17px]" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
