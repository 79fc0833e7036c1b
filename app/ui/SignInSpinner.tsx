import { useNavigation } from '@remix-run/react';

const SIGN_IN_PATH = '/login';

/** Covers the screen while e-mail and password are checked, until the first page has loaded. */
export function SignInSpinner() {
  const { state, formMethod, formAction } = useNavigation();
  if (state === 'idle' || formMethod !== 'POST' || formAction?.split('?')[0] !== SIGN_IN_PATH) return null;
  return (
    <div role="status" className="fixed inset-0 z-80 grid place-items-center bg-base-100">
      <div className="grid justify-items-center gap-3">
        <span className="spinner w-6 text-primary" aria-hidden />
        <span className="text-muted">Comprobando su inicio de sesión…</span>
      </div>
    </div>
  );
}
