import type { RequestHandler } from 'express';
import { AppError } from '../domain/errors.ts';

/** Forms of screens are text; files go through their own streaming routes. */
const MAX_FORM_BYTES = 1024 * 1024;

/**
 * Remix reads a form into memory whole, so its size is known and small before that. A body without Content-Length
 * (chunked) could not be told beforehand and is refused; browsers never send forms so.
 */
export function bodyLimit(): RequestHandler {
  return (req, res, next) => {
    if (req.headers['transfer-encoding'] !== undefined) {
      return next(new AppError('invalid-input', 'form without Content-Length', { userMessage: 'La solicitud debe indicar su tamaño.' }));
    }
    if (Number(req.headers['content-length'] ?? 0) <= MAX_FORM_BYTES) return next();
    // The rest of the body is not waited for.
    res.set('Connection', 'close');
    next(
      new AppError('too-large', 'form over the limit', {
        userMessage: 'El formulario es demasiado grande (máximo 1 MB). Acorte los textos e inténtelo de nuevo.',
      }),
    );
  };
}
