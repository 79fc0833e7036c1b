import { listVerbs } from '../../lists/list-verbs.ts';
import { optionOf } from '../../domain/fields.ts';
import { MEMBERS_URL } from '../../domain/members.ts';
import { readQuery } from '../../domain/search.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { fileVerbs } from '../../stored-files/file-verbs.ts';
import {
  archiveDocuments,
  assignDocuments,
  deactivateDocuments,
  findAssignees,
  restoreDocuments,
  returnDocument,
  unassignDocuments,
} from './document-acts.ts';
import { DOCUMENT_ALERTS, openDocument } from './document-alerts.ts';
import { findWhereabouts } from './document-custody.ts';
import { toDuplicate, uploadDocument, zipDocuments } from './document-files.ts';
import { findStory } from './document-story.ts';
import { DOCUMENTS, documentUrl } from './document-list.ts';
import { findTypeChoices, findUploadTypes } from './document-types.ts';
import { documentFields, editDocument } from './edit-document.ts';
import { previewFile } from './preview-file.ts';
import { findDocuments } from './find-documents.ts';
import { findMemberDocuments } from './find-member-documents.ts';
import { suggestMembers } from '../../digitized/find-members.ts';
import { getDocument } from './get-document.ts';
import { DOCUMENTS_UNDER_WAY, HELD_DOCUMENTS } from './held-documents.ts';
import { DOCUMENT_FILES, PARTS_URL } from './documents-area.ts';
import { recountDocumentTotals, verifyDocumentTotals } from './document-totals.ts';
import { DOCUMENT_REPORTS } from './document-reports.ts';
import { DOCUMENT_FIELDS, DOCUMENT_PARTS } from '../../digitized/document.ts';
import { DOCUMENTS_COLLECTION } from '../../digitized/document-kind.ts';
import { documentsProjection } from '../../digitized/documents.projection.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { labelsOf, withReasons } from '../../records/record-fields.ts';
import { documentAccess } from '../../staff/document-access.ts';
import { duplicatesAnswer } from '../../stored-files/find-duplicates.ts';
import { feature } from '../feature.ts';
import { AGENCIES, CATEGORIES, DIGITIZED_DOCUMENTS, DIGITIZED_TYPES } from '../../read-model/pages/choices.ts';

export type Digitalization = ReturnType<typeof createDigitalization>;

/** Digitized documents: `portal.digitalization`. Each verb checks menu, permission set and state itself. */
export function createDigitalization(services: Services) {
  return {
    documentFields: withReasons(documentFields, services.documents.digitalization, DOCUMENTS_COLLECTION),
    labels: labelsOf(DOCUMENT_FIELDS),
    ...bind(services, {
      findDocuments,
      findDocumentNeighbours: listVerbs(DOCUMENTS).findNeighbours,
      getDocument,
      findStory,
      findWhereabouts,
      findAssignees,
      findTypeChoices,
      findMemberDocuments,
      suggestMembers,
      assignDocuments,
      unassignDocuments,
      returnDocument,
      archiveDocuments,
      editDocument,
      deactivateDocuments,
      restoreDocuments,
    }),
  };
}

export type DocumentFiles = ReturnType<typeof createDocumentFiles>;

/** Files of digitized documents: `portal.documentFiles`. Each verb checks menu and permission set itself. */
export function createDocumentFiles(services: Services) {
  return bind(services, { ...fileVerbs(DOCUMENT_FILES), uploadDocument, previewFile, findUploadTypes, zipDocuments });
}

export const digitalization = feature({
  records: {
    [DOCUMENTS_COLLECTION]: {
      noun: { singular: 'documento digitalizado', plural: 'documentos digitalizados', gender: 'm' },
      page: pageUnder(DOCUMENTS),
      names: DIGITIZED_DOCUMENTS,
      fields: [...DOCUMENT_FIELDS, ...DOCUMENT_PARTS],
      open: openDocument,
      seen: (actor) => documentAccess(actor),
      notesIn: 'digitalization',
    },
  },
  verbs: { digitalization: createDigitalization, documentFiles: createDocumentFiles },
  projections: [documentsProjection],
  derivedTables: [{ id: 'document totals', title: 'Totales de documentos', verify: verifyDocumentTotals, rebuild: recountDocumentTotals }],
  fileAreas: [DOCUMENT_FILES],
  lists: [declareList(DOCUMENTS, { answer: findWhereabouts })],
  answers: [
    {
      url: MEMBERS_URL,
      read: async (services, { actor, params }) => ({ members: await suggestMembers(services, { actor, q: readQuery(params) }) }),
    },
    {
      url: `${DOCUMENTS.url}/assignees`,
      read: async (services, { actor, params }) => ({
        userId: (await findAssignees(services, { actor, ids: params.get('ids')?.split('/') ?? [] })).map(optionOf),
      }),
    },
    duplicatesAnswer(DOCUMENT_FILES, {
      url: `${PARTS_URL}/duplicates`,
      describe: (found) => ({ ...toDuplicate(found), url: documentUrl(found.id) }),
    }),
  ],
  linkedRows: [
    { of: AGENCIES.table, list: DOCUMENTS, params: (agencyId) => ({ agencyId }) },
    { of: CATEGORIES.table, list: DOCUMENTS, params: (categoryId) => ({ categoryId }) },
    { of: DIGITIZED_TYPES.table, list: DOCUMENTS, params: (documentId) => ({ documentId }) },
  ],
  reports: DOCUMENT_REPORTS,
  heldKinds: [HELD_DOCUMENTS, DOCUMENTS_UNDER_WAY],
  alerts: DOCUMENT_ALERTS,
});
