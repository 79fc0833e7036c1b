import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import { CONTACT_DUE, QUOTE_ASSIGNED } from './contact-alerts.ts';
import { findQuotes } from './find-quotes.ts';
import { careForm, careForQuote, findOwnerCandidates, getCare } from './care-for-quote.ts';
import { createQuote, findNewQuoteOptions, newQuoteForm } from './create-quote.ts';
import { followUpFields, followUpQuote } from './follow-up-quote.ts';
import { findQuotesOfMember, getQuote, openQuote, findQuoteStory } from './get-quote.ts';
import { HELD_QUOTES } from './held-quotes.ts';
import { LOG_FIELDS, QUOTE_FIELDS } from './quote.ts';
import { QUOTES } from './quote-list.ts';
import type { Services } from '../../services.ts';
import { WAITING_AGES } from './domain/quotes.ts';
import { figureTile, listFigure } from '../../lists/figures.ts';
import { QUOTES_COLLECTION, quotesProjection } from './quotes.projection.ts';
import { quoteFunnel, quoteReport } from './quote-report.ts';
import { agenciesTile } from '../../reporting/report-tiles.ts';
import { declareList } from '../../lists/declared-list.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { labelsOf } from '../../records/record-fields.ts';
import { ownAgency } from '../../staff/own-agency.ts';
import { feature } from '../feature.ts';

export type Quotes = ReturnType<typeof createQuotes>;

/** Quotes (Prospecciones), from the mobile app or written down by staff, and following them up. Each verb checks the permission itself. */
export function createQuotes(services: Services) {
  const { findChoices, exportRows } = listVerbs(QUOTES);
  const found = {
    findQuotes,
    findQuoteChoices: findChoices,
    findOwnerCandidates,
    findNewQuoteOptions,
    findQuotesOfMember,
    exportQuotes: exportRows,
  };
  const verbs = bind(services, { ...found, getQuote, findQuoteStory, createQuote, followUpQuote, getCare, careForQuote });
  return { ...verbs, followUpFields, careForm, newQuoteForm, labels: labelsOf(QUOTE_FIELDS) };
}

/** Pending quotes by the time since anybody followed them up. */
const waitingQuotesTile = figureTile({
  id: 'waiting-quotes',
  title: 'Prospecciones sin seguimiento',
  look: 'bars',
  empty: 'Ninguna prospección espera seguimiento.',
  figures: WAITING_AGES.map(({ value, label }) =>
    listFigure({ key: value, label, list: QUOTES, params: () => ({ sinSeguimiento: value }) }),
  ),
});

export const quotes = feature({
  records: {
    [QUOTES_COLLECTION]: {
      noun: QUOTES.noun,
      page: pageUnder(QUOTES),
      names: { table: QUOTES_COLLECTION, name: 'nombre' },
      fields: [...QUOTE_FIELDS, ...LOG_FIELDS],
      open: openQuote,
      seen: ownAgency,
      notesIn: 'main',
    },
  },
  verbs: { quotes: createQuotes },
  projections: [quotesProjection],
  lists: [declareList(QUOTES)],
  linkedRows: [{ of: AGENCIES.table, list: QUOTES, params: (agencia) => ({ agencia }) }],
  reports: [quoteReport, quoteFunnel],
  heldKinds: [HELD_QUOTES],
  alerts: [QUOTE_ASSIGNED, CONTACT_DUE],
  tiles: [waitingQuotesTile, agenciesTile(quoteReport)],
});
