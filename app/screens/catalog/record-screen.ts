import { AppError } from '#server/domain/errors.ts';

export interface RecordAddress {
  /** `new` for the empty form. */
  id: string;
  screen: 'new' | 'view' | 'edit';
}

/** What the addresses `…/new`, `…/:id` and `…/:id/edit` ask for; `what` is for the log. @throws AppError `not-found` */
export function readRecordAddress({ id = '', mode }: { id?: string | undefined; mode?: string | undefined }, what: string): RecordAddress {
  if (mode === undefined) return { id, screen: id === 'new' ? 'new' : 'view' };
  if (mode === 'edit' && id !== 'new') return { id, screen: 'edit' };
  throw new AppError('not-found', `no screen ${mode} of ${what}`, { userMessage: 'La dirección que abrió no existe en el portal.' });
}
