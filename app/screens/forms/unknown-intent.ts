import { AppError } from '#server/domain/errors.ts';

/** For a button that no form has. @param place what to open again, with its article: `el paquete` */
export function unknownIntent(place: string): AppError {
  return new AppError('invalid-input', 'unknown intent', { userMessage: `La acción pedida no existe. Vuelva a abrir ${place}.` });
}
