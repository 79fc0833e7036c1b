import type { WorkKind } from '../../lists/assigned-work.ts';
import { requireDocuments } from '../../digitized/document-kind.ts';
import { personName } from '../../digitized/names.ts';
import { assignDocuments } from './document-acts.ts';
import { DOCUMENTS } from './document-list.ts';

/** Documents that somebody holds: handing over assigns them to the next person like any assignment. */
export const HELD_DOCUMENTS: WorkKind = {
  id: 'documents',
  list: DOCUMENTS,
  how: 'a su cargo',
  params: (userId) => ({ userId, inPackage: 'false' }),
  needsScreen: true,
  admit: (actor) => requireDocuments(actor, 'change'),
  handOver: async (services, { from, to, ...call }) => {
    const comment = `Entrega de lo que tenía ${await personName(services, from)}`;
    await assignDocuments(services, { ...call, from, userId: to, comment });
    return [];
  },
};

/** No act moves a document while a sent package holds it (docs/decisions/035-documents.md). */
export const DOCUMENTS_UNDER_WAY: WorkKind = {
  id: 'documents-under-way',
  list: DOCUMENTS,
  how: 'en paquetes enviados',
  params: (userId) => ({ userId, inPackage: 'true' }),
  admit: HELD_DOCUMENTS.admit,
  handOver: null,
};
