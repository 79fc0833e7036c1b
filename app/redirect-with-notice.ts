import { redirect } from '@remix-run/node';
import type { Notice } from '#server/domain/notice.ts';
import { requireStaff, type RequestContext } from './context.ts';

/** Answers an action: on to `to`, whose page tells this person what was done. */
export function redirectWithNotice(context: Pick<RequestContext, 'notices' | 'staff'>, to: string, notice: Notice): Response {
  return redirect(to, { headers: { 'Set-Cookie': context.notices.tell(requireStaff(context), notice) } });
}
