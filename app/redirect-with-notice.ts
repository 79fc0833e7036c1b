import { redirect, type AppLoadContext } from '@remix-run/node';
import type { Notice, Undo } from '#server/domain/notice.ts';
import { requireStaff } from './context.ts';

type NoticeContext = Pick<AppLoadContext, 'notices' | 'staff'>;

/** Answers an action with a redirect to `to`, whose page shows the notice to this person. */
export function redirectWithNotice(context: NoticeContext, to: string, notice: Notice): Response {
  return redirect(to, { headers: { 'Set-Cookie': context.notices.tell(requireStaff(context), notice) } });
}

/** The same for a success; `undo` reverts it. */
export function redirectDone(context: NoticeContext, to: string, text: string, undo?: Undo): Response {
  return redirectWithNotice(context, to, { kind: 'success', text, ...(undo && { undo }) });
}
