import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { archiveDocuments } from './archive-document.ts';
import { assignDocuments } from './assign-document.ts';
import { deactivateDocuments, restoreDocuments } from './deactivate-document.ts';
import { DOCUMENTS } from './document-list.ts';
import { editDocument } from './edit-document.ts';
import { findAssignees } from './find-assignees.ts';
import { findDocuments } from './find-documents.ts';
import { findStory } from './find-story.ts';
import { findMemberDocuments } from './find-member-documents.ts';
import { findTypeChoices } from './find-type-choices.ts';
import { findWhereabouts } from './find-whereabouts.ts';
import { getDocument } from './get-document.ts';
import { returnDocument } from './return-document.ts';
import { DOCUMENTS_UNDER_WAY, HELD_DOCUMENTS } from './held-documents.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import { recountDocumentTotals, verifyDocumentTotals } from './document-totals.ts';
import { DOCUMENT_REPORTS } from './document-reports.ts';
import { createDocumentFiles } from './create-document-files.ts';
import { DOCUMENTS_COLLECTION } from '../../digitized/document-kind.ts';
import { documentsProjection } from '../../digitized/documents.projection.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';

export type Digitalization = ReturnType<typeof createDigitalization>;

/** Digitized documents: `portal.digitalization`. Each verb checks menu, permission set and state itself. */
export function createDigitalization(services: Services) {
  const { findChoices, findNeighbours, exportRows } = listVerbs(DOCUMENTS);
  return bind(services, {
    findDocuments,
    findListChoices: findChoices,
    findDocumentNeighbours: findNeighbours,
    exportDocuments: exportRows,
    getDocument,
    findStory,
    findWhereabouts,
    findAssignees,
    findTypeChoices,
    findMemberDocuments,
    assignDocuments,
    returnDocument,
    archiveDocuments,
    editDocument,
    deactivateDocuments,
    restoreDocuments,
  });
}

export const digitalization = feature({
  records: {
    [DOCUMENTS_COLLECTION]: {
      noun: { singular: 'documento digitalizado', plural: 'documentos digitalizados', gender: 'm' },
      page: pageUnder(DOCUMENTS),
      names: { table: 'documentos', name: 'documentName' },
    },
  },
  verbs: { digitalization: createDigitalization, documentFiles: createDocumentFiles },
  projections: [documentsProjection],
  derivedTables: [{ id: 'document totals', title: 'Totales de documentos', verify: verifyDocumentTotals, rebuild: recountDocumentTotals }],
  fileAreas: [DOCUMENT_FILES],
  lists: [declareList(DOCUMENTS, { answer: findWhereabouts })],
  reports: DOCUMENT_REPORTS,
  heldKinds: [HELD_DOCUMENTS, DOCUMENTS_UNDER_WAY],
});
