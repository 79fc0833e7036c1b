import type { ReactNode } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import type { Lost } from '../../ui/SaveBar.tsx';
import type { LostConnection } from './save-from-browser.ts';

const lostSentence = (what: string, why: Lost) =>
  why === 'link'
    ? `${what}: se perdió la conexión. Intente de nuevo.`
    : `${what}. ${why.ended} Inicie sesión en otra pestaña e intente de nuevo.`;

interface ActNoticeProps {
  /** What the action answered; a message that is empty says nothing. */
  answer: { message: string } | LostConnection | null | undefined;
  /** What the lost answer leaves undone. */
  undone?: string;
  className?: string;
  /** After the message; not where no answer came. */
  children?: ReactNode;
}

/** Why a button that keeps no form did nothing. */
export function ActNotice({ answer, undone = 'No se cambió nada', className, children }: ActNoticeProps) {
  const isLost = answer ? 'lost' in answer : false;
  const text = answer && ('lost' in answer ? lostSentence(undone, answer.lost) : answer.message);
  return text ? (
    <Notice kind="error" live {...(className !== undefined && { className })}>
      {text}
      {isLost ? null : children}
    </Notice>
  ) : null;
}
