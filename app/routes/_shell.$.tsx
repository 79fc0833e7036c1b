import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { requireStaff } from '../context.ts';

/** Every address that no other route knows: a 404 inside the shell. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  requireStaff(context);
  throw notFound(request);
}

export async function action({ context, request }: LoaderFunctionArgs) {
  requireStaff(context);
  throw notFound(request);
}

function notFound(request: Request): AppError {
  return new AppError('not-found', `no route for ${request.method} ${new URL(request.url).pathname}`, {
    userMessage: 'La dirección que abrió no existe en el portal.',
  });
}

export default function NotFoundRoute() {
  return null;
}
