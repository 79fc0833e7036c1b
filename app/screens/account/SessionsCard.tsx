import { Form } from '@remix-run/react';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { countOf } from '#server/domain/text.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Badge } from '../../ui/StatusLabel.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';
import { Failure } from './ProfileCard.tsx';

const ON_PHONE = /Android|iPhone|iPad/;

/** Where I am signed in. One that I do not know is a reason to close the others and change the password. */
export function SessionsCard({ sessions, answer }: { sessions: AccountData['sessions']; answer: AccountFailure | null }) {
  if (sessions === null) return <UnlistedSessions answer={answer} />;
  const others = sessions.filter((session) => !session.isCurrent).length;
  return (
    <Card title="Sesiones abiertas">
      <Failure answer={answer} />
      <ul className="grid">
        {sessions.map((session) => {
          const Picture = ON_PHONE.test(session.device) ? Smartphone : Monitor;
          return (
            <li key={session.id} className="flex items-start gap-3 border-t border-line py-2.5 first:border-0 first:pt-0">
              <Picture size={18} className="mt-0.5 flex-none text-muted" aria-hidden />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 font-medium">
                  {session.device}
                  {session.isCurrent ? <Badge>Esta sesión</Badge> : null}
                </p>
                <p className="tabular text-muted">
                  Desde {session.since}
                  {session.isCurrent ? ' · En uso' : session.lastSeen === '' ? ' · Sin uso' : ` · Último uso ${session.lastSeen}`}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      {others === 0 ? (
        <p className="text-muted">No hay otras sesiones abiertas.</p>
      ) : (
        <Form method="post" className="mt-2">
          <ConfirmButton
            label="Cerrar las demás"
            question={`¿Cerrar ${countOf(others, 'sesión', 'sesiones')}?`}
            explanation={
              <p>
                Quien las use deberá iniciar sesión de nuevo. Esta sesión sigue abierta. Si no reconoce alguna, cambie también su
                contraseña.
              </p>
            }
            confirmLabel="Cerrar las demás"
            name="intent"
            value="sessions"
          />
        </Form>
      )}
    </Card>
  );
}

function UnlistedSessions({ answer }: { answer: AccountFailure | null }) {
  return (
    <Card title="Sesiones abiertas">
      <Failure answer={answer} />
      <p className="mb-3">
        El servicio de cuentas de la cooperativa no permite ver las sesiones una por una. Puede cerrarlas todas, también esta, e iniciar
        sesión de nuevo.
      </p>
      <Form method="post">
        <ConfirmButton
          label="Cerrar todas las sesiones"
          question="¿Cerrar todas sus sesiones?"
          explanation={<p>También se cierra esta: tendrá que iniciar sesión de nuevo.</p>}
          confirmLabel="Cerrar todas"
          name="intent"
          value="sessions"
        />
      </Form>
    </Card>
  );
}
