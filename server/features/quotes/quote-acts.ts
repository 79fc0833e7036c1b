import { heldInDocuments, type BulkAct } from '../../lists/bulk-act.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { readValues } from '../../records/record-fields.ts';
import { followUpQuote } from './follow-up-quote.ts';
import { FOLLOW_UP_FIELDS, QUOTE_FIELDS } from './quote.ts';
import { QUOTES_COLLECTION } from './quotes.projection.ts';

const [STAGE, COMMENT] = FOLLOW_UP_FIELDS;
const QUOTES = { database: 'main', collection: QUOTES_COLLECTION, read: (data: Fields) => readValues(QUOTE_FIELDS, data) } as const;

/** What is done to a selection of prospects: one entry of the same stage and words in the log of each, which nothing takes away again. */
export const QUOTE_ACTS: readonly BulkAct[] = [
  {
    id: 'follow-up',
    label: 'Cambiar etapa',
    icon: 'message-square-quote',
    done: ['Se dio seguimiento a', 'Se dio seguimiento a'],
    asks: [STAGE, COMMENT],
    findHeld: (services, { ids }) => heldInDocuments(services, QUOTES, { ids, field: 'estado', title: 'nombre' }),
    wanted: (held) => held,
    set: (services, { actor, requestId, id, asked, formToken }) =>
      followUpQuote(services, {
        actor,
        requestId,
        id,
        values: { etapa: asked['etapa'], comentario: asked['comentario'], cambio: '' },
        formToken,
      }),
    isFinal: true,
  },
];
