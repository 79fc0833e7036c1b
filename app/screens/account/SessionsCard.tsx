import { Form } from '@remix-run/react';
import { countOf } from '#server/domain/text.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Badge } from '../../ui/StatusLabel.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';
import { Failure } from './ProfileCard.tsx';
import { Icon } from '../../ui/Icon.tsx';

const ON_PHONE = /Android|iPhone|iPad/;

/** Where the person is signed in. An unknown session is a reason to close the others and change the password. */
export function SessionsCard({ sessions, answer }: { sessions: AccountData['sessions']; answer: AccountFailure | null }) {
  return (
    <Card title="Sesiones abiertas" id="sesiones">
      <Failure answer={answer} />
      <Sessions sessions={sessions} />
    </Card>
  );
}

function Sessions({ sessions }: { sessions: AccountData['sessions'] }) {
  const others = sessions.filter((session) => !session.isCurrent).length;
  return (
    <>
      <ul className="grid">
        {sessions.map(({ id, device, network, since, isCurrent, lastSeen }) => {
          const picture = ON_PHONE.test(device) ? 'smartphone' : 'monitor';
          return (
            <li key={id} className="flex items-start gap-3 border-t border-line py-2.5 first:border-0 first:pt-0">
              <Icon name={picture} className="size-4.5 mt-0.5 text-muted" />
              <div className="min-w-0 grow">
                <p className="flex flex-wrap items-center gap-x-2 font-medium">
                  {device}
                  {isCurrent ? <Badge>Esta sesión</Badge> : null}
                </p>
                <p className="tabular text-muted">
                  {network === '' ? '' : `Red ${network} · `}Desde {since}
                  {isCurrent ? ' · En uso' : lastSeen === '' ? ' · Sin uso' : ` · Último uso ${lastSeen}`}
                </p>
              </div>
              {isCurrent ? null : (
                <CloseSessions label="Cerrar" of={device} question={`¿Cerrar la sesión de ${device}?`} value={`session:${id}`}>
                  Quien la use deberá iniciar sesión de nuevo. Si no la reconoce, cambie también su contraseña.
                </CloseSessions>
              )}
            </li>
          );
        })}
      </ul>
      {others === 0 ? (
        <p className="text-muted">No hay otras sesiones abiertas.</p>
      ) : (
        <CloseSessions label="Cerrar las demás" question={`¿Cerrar ${countOf(others, 'sesión', 'sesiones')}?`} value="sessions">
          Quien las use deberá iniciar sesión de nuevo. Esta sesión sigue abierta. Si no reconoce alguna, cambie también su contraseña.
        </CloseSessions>
      )}
    </>
  );
}

interface CloseSessionsProps {
  label: string;
  of?: string;
  question: string;
  /** The button's `intent`. */
  value: string;
  children: string;
}

function CloseSessions({ label, of, question, value, children }: CloseSessionsProps) {
  const texts = { label, of, question, confirmLabel: label, explanation: <p>{children}</p> };
  return (
    <Form method="post">
      <ConfirmButton {...texts} name="intent" value={value} />
    </Form>
  );
}
