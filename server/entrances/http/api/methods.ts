import type { RequestHandler, Router } from 'express';
import { AppError } from '../../../domain/errors.ts';

type Method = 'get' | 'post' | 'patch';

/** The methods of one address; any other gets 405 with `Allow`. */
export function answerMethods(router: Router, path: string, handlers: Readonly<Partial<Record<Method, readonly RequestHandler[]>>>): void {
  const route = router.route(path);
  const methods = Object.keys(handlers) as Method[];
  for (const method of methods) route[method](...(handlers[method] ?? []));
  const allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
  route.all((request, response, next) => {
    response.set('Allow', allow);
    next(new AppError('method-not-allowed', `${request.method} ${path}`, { userMessage: `Esta dirección admite ${allow}.` }));
  });
}
