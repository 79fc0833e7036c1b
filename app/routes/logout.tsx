import { redirect, type ActionFunctionArgs } from '@remix-run/node';

/** Signing out is a POST: a link or an image on another site can never do it. */
export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token) await context.portal.identity.signOut(context.session.token);
  return redirect('/login', { headers: { 'Set-Cookie': context.session.end() } });
}

export async function loader() {
  return redirect('/');
}
