import type { RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';

const KB = 1024;
/** Forms of screens are text; files have their own streaming routes. */
const MAX_FORM_BYTES = 1024 * KB;
/** Limit for forms that anybody can send, or that have just a few short fields. */
const MAX_SMALL_FORM_BYTES = 16 * KB;
const SMALL_FORMS: ReadonlySet<string> = new Set(['/login', '/reset-password', '/logout', '/preferences']);

/**
 * A form is read into memory whole, so its size must be known and small beforehand. A body without Content-Length (chunked) has an unknown
 * size and is refused; browsers never send forms that way.
 */
export function bodyLimit(): RequestHandler {
  return (req, res, next) => {
    if (req.headers['transfer-encoding'] !== undefined) {
      return next(new AppError('invalid-input', 'form without Content-Length', { userMessage: 'La solicitud debe indicar su tamaño.' }));
    }
    const page = req.path.toLowerCase().replace(/\.data$/, '');
    const max = SMALL_FORMS.has(page) ? MAX_SMALL_FORM_BYTES : MAX_FORM_BYTES;
    if (Number(req.headers['content-length'] ?? 0) <= max) return next();
    // Does not wait for the rest of the body.
    res.set('Connection', 'close');
    next(
      new AppError('too-large', 'form over the limit', {
        userMessage: `El formulario es demasiado grande (máximo ${sizeText(max)}). Acorte los textos e inténtelo de nuevo.`,
      }),
    );
  };
}

function sizeText(bytes: number): string {
  return bytes < MAX_FORM_BYTES ? `${bytes / KB} KB` : `${bytes / MAX_FORM_BYTES} MB`;
}
