import { useEffect, useRef, useState } from 'react';
import type { PasskeyChallenge, NewPasskey } from '#server/domain/passkeys.ts';
import { Button, type ButtonLook } from './ui/Button.tsx';

interface PasskeyButtonProps {
  /** A challenge to answer, or the options for a new passkey. */
  ask: PasskeyChallenge | NewPasskey;
  /** Name of the hidden control that submits the answer with the enclosing form. */
  name: string;
  label: string;
  look?: ButtonLook;
}

/** Asks the device for a passkey and submits the form with the answer. Not rendered without scripts or passkey support. */
export function PasskeyButton({ ask, name, label, look = 'plain' }: PasskeyButtonProps) {
  const answer = useRef<HTMLInputElement>(null);
  const [can, setCan] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => setCan('PublicKeyCredential' in window), []);
  if (!can) return null;
  const go = () => {
    setFailed(false);
    requestPasskey(ask).then(
      (given) => {
        const { current } = answer;
        if (!current) return;
        current.value = JSON.stringify(given);
        current.form?.requestSubmit();
      },
      () => setFailed(true),
    );
  };
  return (
    <div className="grid gap-1">
      <input type="hidden" name={name} ref={answer} />
      <Button look={look} icon="key-round" onClick={go}>
        {label}
      </Button>
      <p role="status" className="field-help empty:hidden">
        {failed ? 'El equipo no dio ninguna llave de acceso. Intente de nuevo o siga sin ella.' : ''}
      </p>
    </div>
  );
}

async function requestPasskey(options: PasskeyChallenge | NewPasskey): Promise<object> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  if ('rp' in options) return startRegistration({ optionsJSON: options });
  return startAuthentication({ optionsJSON: { ...options, userVerification: 'required' } });
}
