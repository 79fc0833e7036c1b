import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { acceptPackage } from './accept-package.ts';
import { acknowledgeDifferences } from './acknowledge-differences.ts';
import { cancelPackage } from './cancel-package.ts';
import { checkPackage } from './check-package.ts';
import { duplicatePackage, resendMissing } from './copy-package.ts';
import { findDestinations, findLineTypes, findRecipients } from './find-choices.ts';
import { findReceivedWhereabouts, findSentWhereabouts } from './find-package-whereabouts.ts';
import { findReceivedByCode, findReceivedPackages } from './find-received.ts';
import { findSendable } from './find-sendable.ts';
import { findSentPackages } from './find-packages.ts';
import { getDraft, getSentPackage } from './get-package.ts';
import { findTransit } from './find-transit.ts';
import { getReceivedPackage } from './get-received-package.ts';
import { PACKAGES_RECEIVED } from './received-list.ts';
import { rejectPackage } from './reject-package.ts';
import { saveDraft } from './save-draft.ts';
import { saveAndSend, sendPackage } from './send-package.ts';
import { PACKAGES_SENT } from './sent-list.ts';
import { startPackage } from './start-package.ts';
import { PACKAGES_COLLECTION, packagesProjection } from './packages.projection.ts';
import { PACKAGE_REPORTS } from './package-reports.ts';
import { HELD_DRAFTS, PACKAGES_TO_RECEIVE } from './held-packages.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';

export type Packages = ReturnType<typeof createPackages>;

/** Packages of documents between agencies: `portal.packages`. Each verb checks menu, side and state itself. */
export function createPackages(services: Services) {
  const sent = listVerbs(PACKAGES_SENT);
  const received = listVerbs(PACKAGES_RECEIVED);
  return bind(services, {
    findSentPackages,
    findSentChoices: sent.findChoices,
    findSentNeighbours: sent.findNeighbours,
    exportSentPackages: sent.exportRows,
    getSentPackage,
    getDraft,
    startPackage,
    findDestinations,
    findRecipients,
    findLineTypes,
    findSendable,
    saveDraft,
    saveAndSend,
    sendPackage,
    cancelPackage,
    duplicatePackage,
    resendMissing,
    findReceivedPackages,
    findReceivedChoices: received.findChoices,
    findReceivedNeighbours: received.findNeighbours,
    exportReceivedPackages: received.exportRows,
    getReceivedPackage,
    findReceivedByCode,
    findTransit,
    findSentWhereabouts,
    findReceivedWhereabouts,
    checkPackage,
    acceptPackage,
    rejectPackage,
    acknowledgeDifferences,
  });
}

export const packages = feature({
  verbs: { packages: createPackages },
  records: {
    [PACKAGES_COLLECTION]: { noun: PACKAGES_SENT.noun, page: pageUnder(PACKAGES_SENT), names: { table: 'packages', name: 'code' } },
  },
  projections: [packagesProjection],
  lists: [declareList(PACKAGES_SENT, { answer: findSentWhereabouts }), declareList(PACKAGES_RECEIVED, { answer: findReceivedWhereabouts })],
  reports: PACKAGE_REPORTS,
  heldKinds: [HELD_DRAFTS, PACKAGES_TO_RECEIVE],
});
