import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Icon } from './icon.ts';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const ICONS: Readonly<Record<NoticeKind, Icon>> = { info: Info, success: CircleCheck, warning: TriangleAlert, error: OctagonAlert };

interface NoticeProps {
  kind?: NoticeKind;
  /** Read out as soon as it appears, and brought into view when something went wrong: for answers to what the person just did. */
  live?: boolean;
  className?: string;
  children: ReactNode;
}

export function Notice({ kind = 'info', live = false, className, children }: NoticeProps) {
  const Sign = ICONS[kind];
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
      <Sign size={17} aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
