import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { z } from 'zod';
import { es } from 'zod/locales';
import { AppError } from '../domain/errors.ts';

const MAX_BODY = '256kb';
/** A caller that has more to mend than this mends it in more than one go. */
const MAX_ISSUES = 100;
/** For the rules that bring no sentence of their own. */
const IN_SPANISH = es().localeError;

/** Reads a JSON body of at most 256 KB into `request.body`; 415 for another type, 400 for what is no JSON, 413 for more. */
export function jsonBody(): RequestHandler[] {
  const requireJson: RequestHandler = (request, _response, next) => {
    if (!hasBody(request) || request.is('application/json')) return next();
    next(new AppError('unsupported-type', 'body is not JSON', { userMessage: 'Envíe los datos como application/json.' }));
  };
  return [requireJson, express.json({ limit: MAX_BODY, strict: false })];
}

export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** No body, `null` and `{}` say nothing. */
export function isEmptyBody(body: unknown): boolean {
  return body === null || body === undefined || body === '' || (typeof body === 'object' && Object.keys(body).length === 0);
}

/** What the schema makes of the input. @throws AppError `invalid-input` with the errors by field */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: IN_SPANISH });
  if (result.success) return result.data;
  // A map: a field may be called `__proto__`.
  const fields = new Map<string, string[]>();
  const add = (place: string, message: string) => fields.set(place, [...(fields.get(place) ?? []), message]);
  for (const issue of result.error.issues.slice(0, MAX_ISSUES)) {
    const place = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, MAX_ISSUES)) add(place === '' ? key : `${place}.${key}`, 'Este dato no se admite.');
    else
      add(
        place === '' ? 'body' : place,
        issue.message.startsWith('Entrada inválida') ? 'El dato no es del tipo que se espera.' : issue.message,
      );
  }
  throw new AppError('invalid-input', `wrong input: ${[...fields.keys()].slice(0, 20).join(', ').slice(0, 300)}`, {
    userMessage: 'Hay datos que no son válidos. Revise los campos indicados.',
    fields: Object.fromEntries(fields),
  });
}

/** The four fixed texts of specification section 5 are the whole `detail`. */
export function refuse(text: string): AppError {
  return new AppError('invalid-input', text, { userMessage: text });
}
