import { documentKind } from '../../digitized/document-kind.ts';
import { findTakers } from '../../digitized/find-takers.ts';
import { ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { optionOf } from '../../domain/fields.ts';
import { heldInDocuments, type BulkAct } from '../../lists/bulk-act.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { longText, recordId, text } from '../../records/fields.ts';
import { archiveDocuments, assignDocuments, SCREEN } from './document-acts.ts';

const TO = recordId({ name: 'userId', label: 'Asignar a', required: true, names: PEOPLE });
const COMMENT = longText({ name: 'comment', label: 'Comentario', help: 'Queda en la historia.', maxLength: ACT_TEXT_MAX.comment });
const PLACE = text({ name: 'ubicacion', label: 'Lugar del papel', required: true, maxLength: ACT_TEXT_MAX.ubicacion });

const held = (field: 'ubicacion' | 'userId'): Pick<BulkAct, 'findHeld' | 'isFinal' | 'wanted'> => ({
  findHeld: (services, { ids }) => heldInDocuments(services, documentKind(), { ids, field, title: 'documentName' }),
  wanted: (before) => before,
  // Nobody had some of them: to give them to somebody else, or to assign what was archived, is an act of its own.
  isFinal: true,
});

/** What is done to all that a search found; ticked rows are done all or none (docs/decisions/035-documents.md). */
export const DOCUMENT_ACTS: readonly BulkAct[] = [
  {
    ...held('userId'),
    id: 'assign',
    label: 'Asignar',
    icon: 'user-plus',
    done: ['Se asignó', 'Se asignaron'],
    joins: ' a ',
    asks: [TO, COMMENT],
    findOptions: async (services) => ({ userId: (await findTakers(services, { types: [], menu: SCREEN })).map(optionOf) }),
    set: (services, { actor, requestId, id, asked: { userId = '', comment = '' }, formToken }) =>
      assignDocuments(services, { actor, requestId, ids: [id], userId, comment, formToken }),
  },
  {
    ...held('ubicacion'),
    id: 'archive',
    label: 'Archivar',
    icon: 'folder',
    done: ['Se archivó', 'Se archivaron'],
    joins: ' en ',
    asks: [PLACE],
    set: (services, { actor, requestId, id, asked: { ubicacion = '' }, formToken }) =>
      archiveDocuments(services, { actor, requestId, ids: [id], ubicacion, formToken }),
  },
];
