import { useNavigation } from '@remix-run/react';
import { FullScreenSpinner } from './Spinner.tsx';

const SIGN_IN_PATH = '/login';

/** Covers the screen while the e-mail and password are being checked, until the first page is there. */
export function SignInSpinner() {
  const navigation = useNavigation();
  const checking = navigation.state !== 'idle' && navigation.formMethod === 'POST' && navigation.formAction?.split('?')[0] === SIGN_IN_PATH;
  return checking ? <FullScreenSpinner label="Comprobando su inicio de sesión…" /> : null;
}
