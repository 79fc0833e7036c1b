import type { Fields } from '../../documents/document-store.ts';
import { readBoolean, readId, readText } from '../../read-model/field-readers.ts';
import { readSentLines, writeSentLines, type SentLine } from './package-lines.ts';

/** What the form of a draft holds, named as stored. */
export interface PackageValues {
  /** Destination. */
  agencyId: string;
  /** Id of the person for whom it is meant, '' for anybody of that agency. */
  userAssign: string;
  /** Existing digitized documents are handed over; otherwise papers, of which documents are made on receipt. */
  needReassign: boolean;
  note: string;
  /** Document from whose page it was begun, ''. */
  digitalizationId: string;
  detailOfPackage: SentLine[];
}

export const EMPTY_PACKAGE: PackageValues = {
  agencyId: '',
  userAssign: '',
  needReassign: false,
  note: '',
  digitalizationId: '',
  detailOfPackage: [],
};

/** A stored package as its form holds it, leniently. */
export function readPackageValues(data: Fields): PackageValues {
  return {
    agencyId: readId(data, 'agencyId'),
    userAssign: readId(data, 'userAssign'),
    needReassign: readBoolean(data, 'needReassign', false),
    note: readText(data, 'note').trim(),
    digitalizationId: readId(data, 'digitalizationId'),
    detailOfPackage: readSentLines(data),
  };
}

export function toStoredPackage({ detailOfPackage, ...plain }: Partial<PackageValues>, stored: Fields): Fields {
  return { ...plain, ...(detailOfPackage && { detailOfPackage: writeSentLines(detailOfPackage, stored) }) };
}
