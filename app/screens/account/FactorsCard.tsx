import { Form } from '@remix-run/react';
import { countOf } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';
import { NewFactorForm } from './NewFactorForm.tsx';
import { Failure } from './ProfileCard.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const FEW_CODES = 3;

interface FactorsCardProps {
  data: Pick<AccountData, 'factors' | 'newFactor' | 'roleAsksFactor'>;
  answer: AccountFailure | null;
  codes: readonly string[] | null;
}

/** The person's second factors. */
export function FactorsCard({ data: { factors, newFactor, roleAsksFactor }, answer, codes }: FactorsCardProps) {
  const adding = codes ? null : (answer?.newFactor ?? newFactor);
  return (
    <Card title="Segundo factor" id="factores">
      <p className="mb-3 text-muted">
        Además de la contraseña, para entrar se pide un código de su teléfono o una llave de acceso. Así no basta con que alguien adivine su
        contraseña.{roleAsksFactor ? ' Su rol lo exige.' : ''}
      </p>
      {codes ? <RecoveryCodes codes={codes} /> : null}
      {adding ? null : <Failure answer={answer} />}
      <Factors list={factors.list} />
      {factors.list.length > 0 ? <CodesLeft left={factors.codesLeft} /> : null}
      {adding ? (
        <NewFactorForm made={adding} errors={answer?.errors} action="/account" className="mt-3 border-t border-line pt-3" />
      ) : (
        <ButtonLink href="/account?agregar=1#factores" icon="plus" className="mt-3">
          Agregar
        </ButtonLink>
      )}
    </Card>
  );
}

function Factors({ list }: Pick<AccountData['factors'], 'list'>) {
  if (list.length === 0) return <p className="text-muted">Todavía no tiene ninguno.</p>;
  return (
    <ul className="grid">
      {list.map(({ id, kind, name, created, lastUsed }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-2.5 first:border-0 first:pt-0">
          <Icon name={kind === 'code' ? 'smartphone' : 'key-round'} className="size-4.5 mt-0.5 text-muted" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="tabular text-muted">
              {kind === 'code' ? 'Códigos' : 'Llave de acceso'} · Desde {created} · {lastUsed === '' ? 'Sin uso' : `Último uso ${lastUsed}`}
            </p>
          </div>
          <Form method="post" action="/account">
            <input type="hidden" name="id" value={id} />
            <ConfirmButton
              label="Quitar"
              of={name}
              question={`¿Quitar «${name}»?`}
              confirmLabel="Quitar"
              name="intent"
              value="remove-factor"
              explanation={<p>Ya no servirá para entrar, y los equipos en los que confió vuelven a pedir un código.</p>}
            />
          </Form>
        </li>
      ))}
    </ul>
  );
}

function CodesLeft({ left }: { left: number }) {
  return (
    <Form method="post" action="/account" className="mt-2 flex flex-wrap items-center gap-3 border-t border-line pt-3">
      {left > FEW_CODES ? (
        <p className="me-auto">Le quedan {countOf(left, 'código', 'códigos')} de recuperación.</p>
      ) : (
        <Notice kind="warning" className="me-auto">
          {left === 0
            ? 'No le queda ningún código de recuperación.'
            : `Solo le quedan ${countOf(left, 'código', 'códigos')} de recuperación.`}
        </Notice>
      )}
      <ConfirmButton
        label="Crear códigos nuevos"
        question="¿Crear diez códigos nuevos?"
        confirmLabel="Crear códigos"
        name="intent"
        value="renew-codes"
        look="plain"
        explanation={<p>Los anteriores dejan de servir. Los nuevos se muestran una sola vez.</p>}
      />
    </Form>
  );
}
