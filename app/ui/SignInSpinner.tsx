import { useNavigation } from '@remix-run/react';

const SIGN_IN_PATH = '/login';

/** Covers the screen while the e-mail and password are being checked, until the first page is there. */
export function SignInSpinner() {
  const navigation = useNavigation();
  const checking = navigation.state !== 'idle' && navigation.formMethod === 'POST' && navigation.formAction?.split('?')[0] === SIGN_IN_PATH;
  if (!checking) return null;
  return (
    <div role="status" className="bg-base-100 fixed inset-0 z-40 grid place-items-center">
      <span className="loading loading-spinner loading-lg text-primary" aria-hidden="true" />
      <span className="sr-only">Comprobando su inicio de sesión…</span>
    </div>
  );
}
