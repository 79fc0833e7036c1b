import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { PAGE_PROOF, proofBefore } from '#server/domain/proof.ts';
import { requireStaff } from '../../context.ts';
import { formAction } from '../forms/form-action.ts';

/** The address to which a page or file sends its proof (server/entrances/http/guard-build.ts): it has a page of its own for a reload. */
export async function loadProof({ context, request }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const page = new URL(request.url).searchParams.get(PAGE_PROOF.field) ?? '';
  return { proof: proofBefore(page, await context.portal.factors.findProofOptions({ actor })) };
}

/** By then formAction has verified the proof. */
export const prove = formAction({ of: 'la página' }, ({ portal, text }) => redirect(portal.signIn.safePath(text(PAGE_PROOF.field))));
