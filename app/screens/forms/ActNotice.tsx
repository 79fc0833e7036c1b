import type { ReactNode } from 'react';
import { LOST_LINK, Notice } from '../../ui/Notice.tsx';
import type { Lost } from '../../ui/SaveBar.tsx';
import type { LostConnection } from './save-from-browser.ts';

const lostSentence = (what: string | undefined, why: Lost) =>
  why === 'link'
    ? what
      ? `${what}: se perdió la conexión. Intente de nuevo.`
      : LOST_LINK
    : `${what ?? 'No se cambió nada'}. ${why.ended} Inicie sesión en otra pestaña e intente de nuevo.`;

interface ActNoticeProps {
  /** The action's answer; an empty message shows nothing. */
  answer: { message: string } | LostConnection | null | undefined;
  /** What certainly did not happen when no answer came, if the button only reads. */
  undone?: string;
  className?: string;
  /** Shown after the message, but not when no answer came. */
  children?: ReactNode;
}

/** Why a button outside a save form did nothing. */
export function ActNotice({ answer, undone, className, children }: ActNoticeProps) {
  const isLost = answer ? 'lost' in answer : false;
  const text = answer && ('lost' in answer ? lostSentence(undone, answer.lost) : answer.message);
  return text ? (
    <Notice kind="error" live {...(className !== undefined && { className })}>
      {text}
      {isLost ? null : children}
    </Notice>
  ) : null;
}
