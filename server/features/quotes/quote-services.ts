import { isDocumentId } from '../../documents/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import type { Services } from '../../services.ts';

export type QuoteServices = Pick<Services, 'documents' | 'liveSettings' | 'readModel' | 'sql'>;

const QUOTES_COLLECTION = 'cotizaciones';
/** How much of a wrong id the log keeps. */
const ID_MAX = 200;

/** Path of a quote's document. An id that cannot be one answers like a quote that does not exist. */
export function quotePath(id: string): string {
  if (!isDocumentId(id)) throw quoteMissing(id);
  return `${QUOTES_COLLECTION}/${id}`;
}

export function quoteMissing(id: string): AppError {
  return new AppError('not-found', `quote ${id.slice(0, ID_MAX)} not found`, {
    userMessage: 'La prospección no existe o fue quitada del sistema.',
  });
}
