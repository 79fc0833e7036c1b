import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { ErrorPage } from '../ErrorPage.tsx';

/** Signing out is a POST: a link or an image on another site can never do it. */
export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token) await context.portal.signIn.signOut(context.session.token, context.staff);
  // Drawn pages and drafts go with their person, also where no script runs.
  return redirect('/login', { headers: { 'Set-Cookie': context.session.end(), 'Clear-Site-Data': '"cache", "storage"' } });
}

export async function loader() {
  return redirect('/');
}

/** A session that could not be ended is said, not hidden behind a removed cookie. */
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
