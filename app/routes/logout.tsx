import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { ErrorPage } from '../ErrorPage.tsx';

/** Signing out is a POST, so that a link or an image on another site cannot do it. */
export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token) await context.portal.signIn.signOut(context.session.token, context.staff);
  // Cached pages and drafts are removed with their person, even without scripts.
  return redirect('/login', { headers: { 'Set-Cookie': context.session.end(), 'Clear-Site-Data': '"cache", "storage"' } });
}

export async function loader() {
  return redirect('/');
}

/** Reports a session that could not be ended, rather than hide that behind a removed cookie. */
export function ErrorBoundary() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <ErrorPage />
    </main>
  );
}

export default function LogoutRoute() {
  return null;
}
