import { documentKind, readDocument } from '../../digitized/document-kind.ts';
import { findHolderCandidates } from '../../digitized/find-holder-candidates.ts';
import { ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { optionOf } from '../../domain/fields.ts';
import { readCurrentValues, type BulkAct } from '../../lists/bulk-act.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { longText, recordId, text } from '../../records/fields.ts';
import { archiveDocuments, assignDocuments, SCREEN, unassignDocuments } from './document-acts.ts';

const TO = recordId({ name: 'userId', label: 'Asignar a', required: true, names: PEOPLE });
const COMMENT = longText({ name: 'comment', label: 'Comentario', help: 'Queda en la historia.', maxLength: ACT_TEXT_MAX.comment });
const PLACE = text({ name: 'ubicacion', label: 'Lugar del papel', required: true, maxLength: ACT_TEXT_MAX.ubicacion });

const findHeldIn = (field: 'ubicacion' | 'userId'): Pick<BulkAct, 'findHeld'> => ({
  findHeld: (services, { ids }) =>
    readCurrentValues(services, { ...documentKind(), read: readDocument }, { ids, field, title: 'documentName' }),
});

/** Acts on everything that a search found; acts on ticked rows are all or none (docs/decisions/035-documents.md). */
export const DOCUMENT_ACTS: readonly BulkAct[] = [
  {
    ...findHeldIn('userId'),
    id: 'assign',
    label: 'Asignar',
    icon: 'user-plus',
    done: ['Se asignó', 'Se asignaron'],
    joins: ' a ',
    asks: [TO, COMMENT],
    findOptions: async (services) => ({ userId: (await findHolderCandidates(services, { types: [], menus: [SCREEN] })).map(optionOf) }),
    wanted: (_before, { userId = '' }) => userId,
    set: (services, { actor, requestId, id, wanted, asked: { userId = '', comment = '' }, formToken }) =>
      wanted === userId
        ? assignDocuments(services, { actor, requestId, ids: [id], userId, comment, formToken })
        : unassignDocuments(services, { actor, requestId, ids: [id], formToken }),
  },
  {
    ...findHeldIn('ubicacion'),
    id: 'archive',
    label: 'Archivar',
    icon: 'folder',
    done: ['Se archivó', 'Se archivaron'],
    joins: ' en ',
    asks: [PLACE],
    wanted: (before) => before,
    // Cannot be undone by a holder who may only view the document: assigning an archived one is an act of its own.
    isFinal: true,
    set: (services, { actor, requestId, id, asked: { ubicacion = '' }, formToken }) =>
      archiveDocuments(services, { actor, requestId, ids: [id], ubicacion, formToken }),
  },
];
