import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { describeProblem, type Problem } from './problem.ts';

/** What went wrong, what it means and what to do next; used by every error boundary. */
export function ErrorPage() {
  const problem = useProblem();
  const { heading, next } = describeProblem(problem);
  return (
    <section aria-labelledby="error-heading" className="py-8">
      <p className="text-base-content/70 tabular-nums">Error {problem.status}</p>
      <h1 id="error-heading" className="mt-1 text-2xl font-semibold">
        {heading}
      </h1>
      <p className="mt-3">{problem.detail}</p>
      {problem.permission ? (
        <p className="mt-3">
          Permiso que falta: <strong>{problem.permission}</strong>
        </p>
      ) : null}
      <p className="mt-3">{next}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <a className="btn btn-primary" href="/">
          Ir al inicio
        </a>
      </p>
      {problem.requestId ? (
        <p className="text-base-content/70 mt-6 text-sm">
          Código de esta solicitud: <code>{problem.requestId}</code>
        </p>
      ) : null}
    </section>
  );
}

/** The problem behind an error boundary. Anything that the server did not put into words is a general 500. */
export function useProblem(): Problem {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) {
    const data: unknown = error.data;
    if (isProblem(data)) return data;
    return { status: error.status, detail: describeProblem({ status: error.status }).heading };
  }
  return { status: 500, detail: 'Ocurrió un error inesperado al mostrar esta página.' };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'status' in value && 'detail' in value && typeof value.status === 'number' && typeof value.detail === 'string';
}
