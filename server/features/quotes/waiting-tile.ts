import { WAITING_AGES } from './domain/quotes.ts';
import { figureTile, listFigure } from '../../home/figures.ts';
import { QUOTES } from './quote-list.ts';

/** Pending quotes by the time since anybody followed them up. */
export const waitingQuotesTile = figureTile({
  id: 'waiting-quotes',
  title: 'Prospecciones sin seguimiento',
  look: 'bars',
  empty: 'Ninguna prospección espera seguimiento.',
  figures: WAITING_AGES.map(({ value, label }) =>
    listFigure({ key: value, label, list: QUOTES, params: () => ({ sinSeguimiento: value }) }),
  ),
});
