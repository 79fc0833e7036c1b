import type { ReactNode } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import type { Lost } from '../../ui/SaveBar.tsx';
import type { LostConnection } from './save-from-browser.ts';

const nothingChanged = (why: Lost) =>
  why === 'link'
    ? 'No se cambió nada: se perdió la conexión. Intente de nuevo.'
    : `No se cambió nada. ${why.ended} Inicie sesión en otra pestaña e intente de nuevo.`;

interface ActNoticeProps {
  /** What the action answered; a message that is empty says nothing. */
  answer: { message: string } | LostConnection | null | undefined;
  className?: string;
  /** After the message; not where no answer came. */
  children?: ReactNode;
}

/** Why a button that keeps no form did nothing. */
export function ActNotice({ answer, className, children }: ActNoticeProps) {
  const isLost = answer ? 'lost' in answer : false;
  const text = answer && ('lost' in answer ? nothingChanged(answer.lost) : answer.message);
  return text ? (
    <Notice kind="error" live {...(className !== undefined && { className })}>
      {text}
      {isLost ? null : children}
    </Notice>
  ) : null;
}
