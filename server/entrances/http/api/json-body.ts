import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import { AppError } from '../../../domain/errors.ts';

const MAX_BODY = '256kb';

/** Reads a JSON body of at most 256 KB into `request.body`; 415 for another type, 400 for invalid JSON, 413 for a larger body. */
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

/** The fixed texts of docs/specification.md section 5 are the whole `detail`, and `message` as in every other problem. */
export function refuse(text: string): AppError {
  return new AppError('invalid-input', text, { userMessage: text, specified: text });
}
