import { exportQuotes } from './export-quotes.ts';
import { findQuoteChoices, findQuotes } from './find-quotes.ts';
import { followUpQuote } from './follow-up-quote.ts';
import { getQuote } from './get-quote.ts';
import type { QuoteServices } from './quote-services.ts';

/** A verb with its services already given. */
type Verb<F> = F extends (services: never, call: infer Call) => infer Result ? (call: Call) => Result : never;

/** Quotes from the mobile app (Prospecciones) and following them up. Each verb checks the permission itself. */
export interface Quotes {
  findQuotes: Verb<typeof findQuotes>;
  findQuoteChoices: Verb<typeof findQuoteChoices>;
  getQuote: Verb<typeof getQuote>;
  followUpQuote: Verb<typeof followUpQuote>;
  exportQuotes: Verb<typeof exportQuotes>;
}

export function createQuotes(services: QuoteServices): Quotes {
  return {
    findQuotes: (call) => findQuotes(services, call),
    findQuoteChoices: (call) => findQuoteChoices(services, call),
    getQuote: (call) => getQuote(services, call),
    followUpQuote: (call) => followUpQuote(services, call),
    exportQuotes: (call) => exportQuotes(services, call),
  };
}
