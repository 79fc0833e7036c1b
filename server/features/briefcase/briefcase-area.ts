import { z } from 'zod';
import { isDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { canOpenFolder, requireMenu, type Staff } from '../../domain/permissions.ts';
import type { DocumentTransaction, StoredDocument } from '../../ports/documents/document-store.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { FileArea } from '../../stored-files/file-area.ts';
import { isUsable, visibleTo } from './access.ts';
import { FILE_KIND, fileMissing } from './file-kind.ts';
import { BRIEFCASE_TITLE, maxBytesOf, requireExtension } from './document-type-rules.ts';

const idOf = (what: string) => z.string(what).refine(isDocumentId, what);
const target = z.object({ folderId: idOf('Elija la carpeta.'), documentTypeId: idOf('Elija el tipo de documento.') });

const NO_FOLDER = 'La carpeta no existe o usted no tiene acceso a ella.';
const NO_TYPE = 'El tipo de documento no existe o está inactivo.';

/** Where uploads in parts are, and where a browser asks for files with the same content. */
export const PARTS_URL = '/briefcase/uploads';

/** Files of the Maletín: access depends on the folder, accepted content on the document type. */
export const BRIEFCASE: FileArea<z.output<typeof target>> = {
  id: 'briefcase',
  title: BRIEFCASE_TITLE,
  database: 'main',
  collection: FILE_KIND.collection,
  fields: { name: 'nombre', folderId: 'carpetaId', agencyId: 'agenciaId', userId: 'userId' },
  created: AUDIT_ACTIONS.briefcaseFileCreated,
  requireMenu: (actor, act) => requireMenu(actor, 'briefcase-files', act),
  read: FILE_KIND.read,
  missing: fileMissing,
  visibleTo,
  placeName: fragment`SELECT coalesce(max(f.nombre), '') FROM maletin_carpetas f WHERE f.id = t."carpetaId"`,
  target,
  async requireTarget({ documents, liveSettings }, call) {
    const type = await requireUsableTarget(documents.main, call);
    return {
      maxBytes: maxBytesOf(type.data['tamanoMaximoMb'], liveSettings.current().uploadMaxBytes),
      async holds(tx) {
        await requireUsableTarget(tx, call);
      },
    };
  },
  document: ({ actor, target: { folderId, documentTypeId }, name, url, fileName, contentType, bytes, sha256 }) => ({
    nombre: name,
    carpetaId: folderId,
    tipoDocumentoId: documentTypeId,
    agenciaId: actor.agencyId,
    url,
    fileName,
    contentType,
    bytes,
    sha256,
    userId: actor.id,
    versions: [],
  }),
};

/** @returns the document type */
async function requireUsableTarget(
  reads: Pick<DocumentTransaction, 'getMany'>,
  { actor, target: { folderId, documentTypeId }, extension }: { actor: Staff; target: z.output<typeof target>; extension: string },
): Promise<StoredDocument> {
  const [folder, type] = await reads.getMany([`maletin_carpetas/${folderId}`, `maletin_tipos_documento/${documentTypeId}`]);
  if (!isUsable(folder) || !canOpenFolder(actor, folderId))
    throw new AppError('not-found', `folder ${folderId} not open to ${actor.id}`, {
      userMessage: NO_FOLDER,
      fields: { folderId: [NO_FOLDER] },
    });
  if (!isUsable(type))
    throw new AppError('invalid-input', `document type ${documentTypeId} not usable`, {
      userMessage: NO_TYPE,
      fields: { documentTypeId: [NO_TYPE] },
    });
  requireExtension(type, extension);
  return type;
}
