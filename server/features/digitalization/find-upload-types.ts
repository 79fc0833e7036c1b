import { requireDocuments } from '../../digitized/document-kind.ts';
import { findTypes, type OfferedType } from '../../digitized/find-types.ts';
import type { Call, Services } from '../../services.ts';
import { normalizeExtensions } from '../../stored-files/check-content.ts';
import { acceptedExtensions, readExtensionTypes } from './accepted-extensions.ts';
import { documentMaxBytes } from './documents-area.ts';

/** A type of which the person may create documents. */
export interface UploadType extends Omit<OfferedType, 'extensiones'> {
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
}

/** What documents can be indexed as; JSON for the browser. */
export interface UploadTypes {
  /** By the names of category and type. */
  types: UploadType[];
  maxBytes: number;
  /** Nobody uploads without one (docs/specification.md section 5). */
  hasAgency: boolean;
}

/** Errors: `forbidden`. */
export async function findUploadTypes(
  services: Pick<Services, 'documents' | 'liveSettings' | 'sql'>,
  { actor }: Call,
): Promise<UploadTypes> {
  requireDocuments(actor);
  const found = await findTypes(services, actor, 'create');
  const listed = await readExtensionTypes(services.documents.digitalization);
  const types = found.map(({ extensiones, ...type }) => {
    const own = normalizeExtensions(extensiones);
    return { ...type, extensions: acceptedExtensions(own, listed) ?? own };
  });
  return { types, maxBytes: documentMaxBytes(services), hasAgency: actor.agencyId !== '' };
}
