import { useActionData, useLoaderData } from '@remix-run/react';
import { Card } from '../../ui/Card.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import type { AccountFailure, AccountForm, loadAccount } from './account-data.ts';
import { AlertsCard } from './AlertsCard.tsx';
import type { IssuedCodes } from './factor-acts.ts';
import { FactorsCard } from './FactorsCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PreferenceChoices } from './PreferenceChoices.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import type { IssuedToken } from './token-acts.ts';
import { TokensCard } from './TokensCard.tsx';

/** Mi cuenta: the person's profile, password, sessions and display settings. */
export function AccountScreen() {
  const data = useLoaderData<typeof loadAccount>();
  const { lost, issued, codes, answerTo } = useAnswer();
  if (data.better)
    return (
      <>
        <PageHead title="Elija una contraseña mejor" subtitle={data.profile.email} />
        <ActNotice answer={lost} className="mb-4 max-w-160" />
        <div className="max-w-160">
          <PasswordForm email={data.profile.email} formKey={data.formKey} answer={answerTo('password')} better={data.better} />
        </div>
      </>
    );
  return (
    <>
      <PageHead title="Mi cuenta" subtitle={data.profile.email} />
      <ActNotice answer={lost} className="mb-4 max-w-160" />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <ProfileCard profile={data.profile} formKey={data.formKey} answer={answerTo('phone')} />
          <PasswordForm email={data.profile.email} formKey={data.formKey} answer={answerTo('password')} />
          <FactorsCard data={data} answer={answerTo('factors')} codes={codes} />
          <AlertsCard data={data} answer={answerTo('alerts')} />
          <SessionsCard sessions={data.sessions} answer={answerTo('sessions')} />
          <TokensCard data={data} issued={issued} answer={answerTo('tokens')} />
        </div>
        <Card title="Apariencia" id="apariencia">
          <div className="-mx-2.5 grid gap-1">
            <PreferenceChoices theme={data.theme} pageSize={data.pageSize} keys={data.keys} />
          </div>
          <p className="field-help mt-1">Se guarda al elegir y rige en todos sus equipos.</p>
        </Card>
      </div>
    </>
  );
}

/** The last answer, passed to the form that it belongs to; a lost connection belongs to the page. */
function useAnswer() {
  const answer = useActionData<AccountFailure | IssuedCodes | IssuedToken | LostConnection>();
  const failure = answer && 'form' in answer ? answer : null;
  return {
    lost: answer && 'lost' in answer ? answer : null,
    codes: answer && 'codes' in answer ? answer.codes : null,
    issued: answer && 'token' in answer ? answer : null,
    answerTo: (form: AccountForm) => (failure?.form === form ? failure : null),
  };
}
