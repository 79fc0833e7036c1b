import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { AskedProof } from '#server/domain/proof.ts';
import { requireStaff } from '../../context.ts';
import { formAction } from '../forms/form-action.ts';

/** Asked for where no form is sent again: a file, a page. `redirectTo` is where the person wanted to go. */
export async function loadProof({ context, request }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const redirectTo = new URL(request.url).searchParams.get('redirectTo') ?? '';
  const fields = [['redirectTo', redirectTo] as const];
  const proof: AskedProof = { ...(await context.portal.factors.askProof({ actor })), fields, givesBack: false, refusal: '' };
  return { proof };
}

/** formAction has taken the proof by then. */
export const prove = formAction({ of: 'la página' }, ({ portal, text }) => redirect(portal.signIn.safePath(text('redirectTo'))));
