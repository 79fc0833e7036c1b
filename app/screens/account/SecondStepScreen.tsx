import { useActionData, useLoaderData } from '@remix-run/react';
import { FactorForm } from './FactorForm.tsx';
import { NewFactorForm } from './NewFactorForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import type { loadSecondStep, verifySecondStep } from './second-step-data.ts';
import { SignInFrame } from './SignInFrame.tsx';

export function SecondStepScreen() {
  const { cooperativeName, logo, asked, made, roleTitle, ...data } = useLoaderData<typeof loadSecondStep>();
  const answer = useActionData<typeof verifySecondStep>();
  const redirectTo = answer?.redirectTo ?? data.redirectTo;
  const refusal = answer?.refusal ?? null;
  if (answer?.codes)
    return (
      <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Ya tiene un segundo factor">
        <RecoveryCodes codes={answer.codes} />
        <a className="btn btn-primary btn-block" href={redirectTo}>
          Ya los guardé: continuar
        </a>
      </SignInFrame>
    );
  const shown = answer?.made ?? made;
  if (shown)
    return (
      <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Configure su segundo factor">
        <p className="mb-3">El rol «{roleTitle}» lo exige para entrar. Toma un minuto, y después se le pide un código al iniciar sesión.</p>
        <NewFactorForm made={shown} errors={refusal?.fields} reloadDocument>
          <input type="hidden" name="redirectTo" value={redirectTo} />
        </NewFactorForm>
      </SignInFrame>
    );
  return (
    <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Confirme que es usted">
      <FactorForm challenge={asked?.challenge ?? null} redirectTo={redirectTo} refusal={refusal} />
    </SignInFrame>
  );
}
