import { Form } from '@remix-run/react';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Badge } from '../../ui/StatusLabel.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';
import { IssuedNotice } from './IssuedNotice.tsx';
import { Failure } from './ProfileCard.tsx';
import { TokenForm } from './TokenForm.tsx';
import type { IssuedToken } from './token-acts.ts';

interface TokensCardProps {
  data: Pick<AccountData, 'exampleReport' | 'formKey' | 'portalUrl' | 'tokenFields' | 'tokens'>;
  issued: IssuedToken | null;
  answer: AccountFailure | null;
}

/** The person's tokens for programs that read reports. A token is shown only once, when it is created. */
export function TokensCard({ data, issued, answer }: TokensCardProps) {
  return (
    <Card title="Accesos para programas" id="programas">
      <p className="mb-3 text-muted">
        Para que Excel, Power BI o un programa suyo lea los reportes que usted puede abrir. Nada más: no ve otras pantallas ni guarda nada.
      </p>
      {issued ? <IssuedNotice issued={issued} {...data} /> : null}
      <Failure answer={answer} />
      <Tokens tokens={data.tokens} />
      <TokenForm
        key={answer?.typed?.formKey ?? data.formKey}
        fields={data.tokenFields}
        formKey={answer?.typed?.formKey ?? data.formKey}
        answer={answer}
      />
    </Card>
  );
}

function Tokens({ tokens }: Pick<AccountData, 'tokens'>) {
  if (tokens.length === 0) return <p className="text-muted">Todavía no tiene ninguno.</p>;
  return (
    <ul className="grid">
      {tokens.map(({ id, nombre, terminacion, created, end, lastUsed, isInForce }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-2.5 first:border-0 first:pt-0">
          <Icon name="key-round" className="size-4.5 mt-0.5 text-muted" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              <span className="min-w-0 wrap-anywhere">{nombre || id}</span>
              <span className="font-mono text-muted">…{terminacion}</span>
              {isInForce ? null : <Badge>Vencido</Badge>}
            </p>
            <p className="tabular text-muted">
              Creado {created} · {isInForce ? 'Vence' : 'Venció'} {end} · {lastUsed === '' ? 'Sin uso' : `Último uso ${lastUsed}`}
            </p>
          </div>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <ConfirmButton
              label="Revocar"
              of={nombre || id}
              question={`¿Revocar «${nombre || id}»?`}
              confirmLabel="Revocar"
              name="intent"
              value="revoke-token"
              explanation={<p>El programa que lo usa deja de recibir datos enseguida. No se puede deshacer; puede crear otro.</p>}
            />
          </Form>
        </li>
      ))}
    </ul>
  );
}
