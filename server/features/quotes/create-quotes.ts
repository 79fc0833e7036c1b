import { bind } from '../../platform/bind.ts';
import { exportQuotes } from './export-quotes.ts';
import { findQuoteChoices, findQuotes } from './find-quotes.ts';
import { followUpQuote } from './follow-up-quote.ts';
import { getQuote } from './get-quote.ts';
import type { QuoteServices } from './quote-services.ts';

export type Quotes = ReturnType<typeof createQuotes>;

/** Quotes from the mobile app (Prospecciones) and following them up. Each verb checks the permission itself. */
export function createQuotes(services: QuoteServices) {
  return bind(services, { findQuotes, findQuoteChoices, getQuote, followUpQuote, exportQuotes });
}
