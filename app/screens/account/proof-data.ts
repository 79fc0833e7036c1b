import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { ProofRequest } from '#server/domain/proof.ts';
import { requireStaff } from '../../context.ts';
import { formAction } from '../forms/form-action.ts';

/** Asks for a proof of identity where no form is resent: for a file or a page. `redirectTo` is where the person wanted to go. */
export async function loadProof({ context, request }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const redirectTo = new URL(request.url).searchParams.get('redirectTo') ?? '';
  const fields = [['redirectTo', redirectTo] as const];
  const options = await context.portal.factors.findProofOptions({ actor });
  const proof: ProofRequest = { ...options, fields, givesBack: false, reason: '', refusal: '' };
  return { proof };
}

/** By then formAction has verified the proof. */
export const prove = formAction({ of: 'la página' }, ({ portal, text }) => redirect(portal.signIn.safePath(text('redirectTo'))));
