import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { requestCode } from '#server/domain/request-code.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CONNECTION_LOST, describeProblem, isProblem, type Problem } from './problem.ts';

const FORBIDDEN = 403;
/** What fetch throws in Chromium, Firefox and Safari when there is no answer at all. */
const NO_ANSWER = /^(Failed to fetch|NetworkError|Load failed)/;

/** What went wrong, what it means and what to do next; used by every error boundary. */
export function ErrorPage() {
  const problem = useProblem();
  const { pathname, search } = useLocation();
  const { heading, next, retry } = describeProblem(problem);
  return (
    <ErrorState
      title={heading}
      message={messageOf(problem, next)}
      icon={problem.status === FORBIDDEN ? LockKeyhole : CloudOff}
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

/** A refusal says itself who can grant what; it names the missing permission when its sentence does not. */
function messageOf({ status, detail, permission }: Problem, next: string): string {
  if (status !== FORBIDDEN || detail === '') return `${detail} ${next}`.trim();
  return permission && !detail.includes(permission) ? `${detail} Permiso que falta: ${permission}.` : detail;
}

/** The problem behind an error boundary. Anything that the server did not put into words is a general 500. */
function useProblem(): Problem {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) {
    const data: unknown = error.data;
    return isProblem(data) ? data : { status: error.status, detail: '' };
  }
  if (error instanceof TypeError && NO_ANSWER.test(error.message)) return { status: CONNECTION_LOST, detail: '' };
  return { status: 500, detail: 'Ocurrió un error inesperado al mostrar esta página.' };
}
