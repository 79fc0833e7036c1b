import { AppError } from '../../domain/errors.ts';

/** Errors that every document store throws; the Spanish sentence is for people, the English one for the log. */
export function documentConflict(path: string, reason: string): AppError {
  return new AppError('conflict', `${path}: ${reason}`, {
    userMessage: 'Otra persona cambió este registro. Revise los datos actuales y guarde de nuevo.',
    details: { path },
  });
}

export function documentExists(path: string): AppError {
  return new AppError('conflict', `${path}: already exists`, { userMessage: 'Este registro ya existe.', details: { path } });
}

export function documentNotFound(path: string): AppError {
  return new AppError('not-found', `${path}: not found`, {
    userMessage: 'No encontramos este registro. Es posible que alguien lo haya eliminado.',
    details: { path },
  });
}

export function invalidDocument(reason: string): AppError {
  return new AppError('invalid-input', reason, { userMessage: 'Hay datos que no se pueden guardar. Revise el formulario.' });
}

export function storeUnavailable(reason: string, cause: unknown): AppError {
  return new AppError('unavailable', reason, {
    userMessage: 'La base de datos no responde en este momento. Intente de nuevo en unos minutos.',
    retryAfterSeconds: 5,
    cause,
  });
}

/** Too many concurrent writers on the same documents: nothing was stored. */
export function storeContended(cause: unknown): AppError {
  return new AppError('unavailable', 'transaction gave up after its retries', {
    userMessage: 'Hay muchos cambios al mismo tiempo sobre este registro. Intente de nuevo.',
    retryAfterSeconds: 1,
    cause,
  });
}

/**
 * Passed to a watcher's `onError` when changes after its position are no longer known. Watching continues from the oldest one kept; the gap
 * is only found by comparing all documents (the reconcile sweep).
 */
export class WatchGapError extends Error {
  constructor(collection: string, reason: string) {
    super(`watch ${collection}: changes were missed, a reconcile is needed (${reason})`);
    this.name = 'WatchGapError';
  }
}
