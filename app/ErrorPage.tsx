import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import type { ProofRequest } from '#server/domain/proof.ts';
import { requestCode } from '#server/domain/request-code.ts';
import { ProofForm } from './ProofForm.tsx';
import { ButtonLink } from './ui/Button.tsx';
import type { IconName } from './ui/Icon.tsx';
import { ErrorState } from './ui/states.tsx';

/** The part of an RFC 9457 problem (server/entrances/http/problems.ts) that error pages show. */
interface Problem {
  status: number;
  /** Spanish, for people. */
  detail: string;
  requestId?: string;
  permission?: string;
  details?: { proof?: ProofRequest };
}

interface Description {
  heading: string;
  next: string;
  /** The same address may work in a moment. */
  retry: boolean;
}

/** No answer at all: the connection is down. */
const CONNECTION_LOST = 0;

const DESCRIPTIONS: Readonly<Record<number, Description>> = {
  [CONNECTION_LOST]: { heading: 'No hay conexión con el portal', next: 'Revise su red e inténtelo de nuevo.', retry: true },
  400: { heading: 'La solicitud no es válida', next: 'Revise la dirección o los datos que envió e inténtelo de nuevo.', retry: false },
  401: { heading: 'Su sesión terminó', next: 'Vuelva al inicio para iniciar sesión.', retry: false },
  403: { heading: 'No tiene permiso', next: 'Si lo necesita para su trabajo, puede otorgarlo un Administrador.', retry: false },
  404: { heading: 'No encontramos esta página', next: 'Revise la dirección o vuelva al inicio.', retry: false },
  409: {
    heading: 'El cambio no se aplicó',
    next: 'Vuelva a la página anterior y revise cómo está ahora.',
    retry: false,
  },
  429: { heading: 'Demasiadas solicitudes', next: 'Espere un momento e inténtelo de nuevo.', retry: true },
  502: {
    heading: 'Un servicio respondió con error',
    next: 'Inténtelo de nuevo en unos minutos. Si continúa, avise a Informática con el código de abajo.',
    retry: true,
  },
  503: {
    heading: 'El portal no está disponible por ahora',
    next: 'Inténtelo de nuevo en unos minutos. Si continúa, avise a Informática con el código de abajo.',
    retry: true,
  },
};

const REFUSED: Description = {
  heading: 'La solicitud no se pudo atender',
  next: 'Vuelva a la página anterior e inténtelo de nuevo.',
  retry: false,
};
const FAILED: Description = {
  heading: 'Algo falló de nuestro lado',
  next: 'Inténtelo de nuevo. Si continúa, avise a Informática con el código de abajo.',
  retry: true,
};

function describe({ status }: Problem): Description {
  return DESCRIPTIONS[status] ?? (status < 500 ? REFUSED : FAILED);
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    'detail' in value &&
    typeof value.status === 'number' &&
    typeof value.detail === 'string'
  );
}

const FORBIDDEN = 403;
const ICONS: Readonly<Record<number, IconName>> = { [FORBIDDEN]: 'lock-keyhole', 404: 'search' };
/** Thrown by fetch in Chromium, Firefox and Safari when there is no answer at all. */
const NO_ANSWER = /^(Failed to fetch|NetworkError|Load failed)/;

/** What went wrong, what it means and what to do next; used by every error boundary. */
export function ErrorPage() {
  const problem = useProblem();
  const { pathname, search } = useLocation();
  if (problem.details?.proof) return <ProofForm proof={problem.details.proof} />;
  const { heading, next, retry } = describe(problem);
  return (
    <ErrorState
      title={heading}
      message={messageOf(problem, next)}
      icon={ICONS[problem.status] ?? 'cloud-off'}
      {...(problem.requestId ? { code: { short: requestCode(problem.requestId), full: problem.requestId } } : {})}
      actions={
        <>
          {retry ? (
            <ButtonLink look="primary" href={pathname + search} data-nav="off">
              Intentar de nuevo
            </ButtonLink>
          ) : null}
          <ButtonLink look={retry ? 'plain' : 'primary'} href="/" data-nav="off">
            Ir al inicio
          </ButtonLink>
        </>
      }
    />
  );
}

/** A refusal's own message says who can grant the permission; names the missing permission if that message does not. */
function messageOf({ status, detail, permission, requestId }: Problem, next: string): string {
  // An error without an answer from the portal has no code.
  if (status !== FORBIDDEN || detail === '') return `${detail} ${requestId ? next : next.replace(' con el código de abajo', '')}`.trim();
  return permission && !detail.includes(permission) ? `${detail} Permiso que falta: ${permission}.` : detail;
}

/** Remix's message for a server error, which the server has already logged. */
const OF_THE_SERVER = 'Unexpected Server Error';

/** The problem behind an error boundary. Anything without a message from the server is a general 500. */
function useProblem(): Problem {
  const error = useRouteError();
  // React passes it only to the boundary, so it would not be reported otherwise (report-errors.ts).
  useEffect(() => {
    if (error instanceof Error && error.message !== OF_THE_SERVER) window.reportError(error);
  }, [error]);
  if (isRouteErrorResponse(error)) {
    const data: unknown = error.data;
    return isProblem(data) ? data : { status: error.status, detail: '' };
  }
  if (error instanceof TypeError && NO_ANSWER.test(error.message)) return { status: CONNECTION_LOST, detail: '' };
  return { status: 500, detail: 'Ocurrió un error inesperado al mostrar esta página.' };
}
