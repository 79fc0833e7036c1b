import { redirect, type AppLoadContext } from '@remix-run/node';
import type { Notice, Undo } from '#server/domain/notice.ts';
import { requireStaff } from './context.ts';

type Told = Pick<AppLoadContext, 'notices' | 'staff'>;

/** Answers an action: on to `to`, whose page tells this person what was done. */
export function redirectWithNotice(context: Told, to: string, notice: Notice): Response {
  return redirect(to, { headers: { 'Set-Cookie': context.notices.tell(requireStaff(context), notice) } });
}

/** The same for what went well; `undo` takes it back. */
export function redirectDone(context: Told, to: string, text: string, undo?: Undo): Response {
  return redirectWithNotice(context, to, { kind: 'success', text, ...(undo && { undo }) });
}
