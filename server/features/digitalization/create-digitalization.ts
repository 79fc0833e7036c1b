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
