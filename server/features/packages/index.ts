import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { cancelPackage, duplicatePackage, resendMissing, saveDraft, startPackage } from './drafts.ts';
import { findDestinations, findLineTypes, findRecipients, findSendable } from './find-choices.ts';
import {
  findReceivedByCode,
  findReceivedPackages,
  findReceivedWhereabouts,
  findSentPackages,
  findSentWhereabouts,
  findTransit,
} from './find-packages.ts';
import { getDraft, getReceivedPackage, getSentPackage } from './get-package.ts';
import { HELD_DRAFTS, PACKAGES_TO_RECEIVE } from './held-packages.ts';
import { openPackage, PACKAGE_ALERTS } from './package-alerts.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from './package-lists.ts';
import { PACKAGE_REPORTS } from './package-reports.ts';
import { PACKAGE_AUDIT_FIELDS, PACKAGES_COLLECTION, STORED_FIELDS } from './package.ts';
import { findPackageStory } from './package-story.ts';
import { packagesProjection } from './packages.projection.ts';
import { DRAFT_FORM } from './read-draft.ts';
import { checkPackage } from './receipt.ts';
import { acceptPackage, acknowledgeDifferences, rejectPackage } from './resolve-package.ts';
import { saveAndSend, sendPackage, withdrawPackage } from './send-package.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { labelsOf } from '../../records/record-fields.ts';
import { feature } from '../feature.ts';
import { AGENCIES, PACKAGES } from '../../read-model/pages/choices.ts';

export type Packages = ReturnType<typeof createPackages>;

/** Packages of documents between agencies: `portal.packages`. Each verb checks menu, side and state itself. */
export function createPackages(services: Services) {
  return {
    draftForm: DRAFT_FORM,
    labels: labelsOf(STORED_FIELDS),
    ...bind(services, {
      findSentPackages,
      findSentNeighbours: listVerbs(PACKAGES_SENT).findNeighbours,
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
      withdrawPackage,
      duplicatePackage,
      resendMissing,
      findReceivedPackages,
      findReceivedNeighbours: listVerbs(PACKAGES_RECEIVED).findNeighbours,
      getReceivedPackage,
      findPackageStory,
      findReceivedByCode,
      findTransit,
      findSentWhereabouts,
      findReceivedWhereabouts,
      checkPackage,
      acceptPackage,
      rejectPackage,
      acknowledgeDifferences,
    }),
  };
}

export const packages = feature({
  verbs: { packages: createPackages },
  records: {
    [PACKAGES_COLLECTION]: {
      noun: PACKAGES_SENT.noun,
      page: pageUnder(PACKAGES_SENT),
      names: PACKAGES,
      fields: PACKAGE_AUDIT_FIELDS,
      open: openPackage,
      notesIn: 'digitalization',
    },
  },
  projections: [packagesProjection],
  lists: [declareList(PACKAGES_SENT, { answer: findSentWhereabouts }), declareList(PACKAGES_RECEIVED, { answer: findReceivedWhereabouts })],
  linkedRows: [
    { of: AGENCIES.table, list: PACKAGES_SENT, how: 'con origen aquí', params: (from_agency) => ({ from_agency }) },
    { of: AGENCIES.table, list: PACKAGES_RECEIVED, how: 'con destino aquí', params: (agencyId) => ({ agencyId }) },
  ],
  reports: PACKAGE_REPORTS,
  heldKinds: [HELD_DRAFTS, PACKAGES_TO_RECEIVE],
  alerts: PACKAGE_ALERTS,
});
