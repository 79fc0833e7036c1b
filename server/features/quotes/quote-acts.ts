import { readCurrentValues, type BulkAct } from '../../lists/bulk-act.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { readValues } from '../../records/record-fields.ts';
import { careForQuote, findOwnerCandidates, setCare } from './care-for-quote.ts';
import { followUpQuote, settleLoss } from './follow-up-quote.ts';
import { LOST_STAGE } from './domain/quotes.ts';
import { CARE_FIELDS, FOLLOW_UP_FIELDS, QUOTE_FIELDS } from './quote.ts';
import { QUOTES_COLLECTION } from './quotes.projection.ts';

const [STAGE, COMMENT, , , LOST_REASON] = FOLLOW_UP_FIELDS;
const [OWNER, NEXT_CONTACT] = CARE_FIELDS;
const QUOTES = { database: 'main', collection: QUOTES_COLLECTION, read: (data: Fields) => readValues(QUOTE_FIELDS, data) } as const;

const fieldChangeAct = (name: 'proximoContacto' | 'responsable'): Pick<BulkAct, 'findHeld' | 'set' | 'wanted'> => ({
  findHeld: (services, { ids }) => readCurrentValues(services, QUOTES, { ids, field: name, title: 'nombre' }),
  wanted: (_held, asked) => asked[name] ?? '',
  set: (services, { actor, requestId, id, held, wanted, asked }) =>
    // Undoing restores an earlier value, and is not checked as a new choice.
    (wanted === (asked[name] ?? '') ? careForQuote : setCare)(services, {
      actor,
      requestId,
      id,
      ifVersion: '',
      base: { [name]: held.value },
      values: { [name]: String(wanted ?? '') },
    }),
});

/** Bulk acts on prospects. Following up cannot be undone: it adds an entry of the same stage and words to the log of each. */
export const QUOTE_ACTS: readonly BulkAct[] = [
  {
    id: 'follow-up',
    label: 'Cambiar etapa',
    of: 'de',
    icon: 'message-square-quote',
    done: ['Se dio seguimiento a', 'Se dio seguimiento a'],
    asks: [STAGE, { ...LOST_REASON, help: `Solo con la etapa «${LOST_STAGE}».` }, COMMENT],
    check: settleLoss,
    findHeld: (services, { ids }) => readCurrentValues(services, QUOTES, { ids, field: 'estado', title: 'nombre' }),
    wanted: (held) => held,
    set: (services, { actor, requestId, id, asked, formToken }) =>
      followUpQuote(services, {
        actor,
        requestId,
        id,
        values: { etapa: asked['etapa'], motivoPerdida: asked['motivoPerdida'] ?? '', comentario: asked['comentario'], cambio: '' },
        formToken,
      }),
    isFinal: true,
  },
  {
    ...fieldChangeAct('responsable'),
    id: 'hand-over',
    label: 'Asignar',
    icon: 'user-plus',
    done: ['Se asignó', 'Se asignaron'],
    joins: ' a ',
    asks: [OWNER],
    none: { label: 'Nadie', done: ['Se dejó sin nadie a cargo', 'Se dejaron sin nadie a cargo'] },
    findOptions: async (services, call) => ({ responsable: await findOwnerCandidates(services, call) }),
  },
  {
    ...fieldChangeAct('proximoContacto'),
    id: 'next-contact',
    label: 'Fijar contacto',
    of: 'de',
    icon: 'calendar-days',
    done: ['Se fijó el próximo contacto de', 'Se fijó el próximo contacto de'],
    asks: [NEXT_CONTACT],
  },
  {
    ...fieldChangeAct('proximoContacto'),
    id: 'no-contact',
    label: 'Quitar contacto',
    icon: 'minus',
    done: ['Se quitó el próximo contacto de', 'Se quitó el próximo contacto de'],
  },
];
