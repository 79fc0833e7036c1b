import { Router } from 'express';
import { menuHref } from '../../domain/menu.ts';
import { addFileRoutes } from '../../stored-files/file-routes.ts';
import { isUploadField, uploadIsReady } from '../../stored-files/upload-file.ts';
import { addPartRoutes, type FileIntake, receiveFile, type ReceivingPortal } from '../../stored-files/upload-routes.ts';
import { addZipRoute } from '../../stored-files/send-zip.ts';
import type { UploadAnswer } from './document-files.ts';
import { documentUrl } from './document-list.ts';
import { documentMaxBytes } from './document-types.ts';
import { DOCUMENT_FILES, PARTS_URL } from './documents-area.ts';
import type { DocumentFiles } from './index.ts';
import { PREVIEW_MAX_BYTES } from './preview-file.ts';
import type { Services } from '../../services.ts';

type DocumentRoutesPortal = ReceivingPortal & Services & { documentFiles: DocumentFiles };

/** More than anybody indexes by hand. */
const UPLOADS_PER_PERSON = 600;
const UPLOAD_URL = '/digitalization-documents/upload';
const FILES_URL = '/digitalization-documents/files/:id';
/** Names the document that gets the file, instead of a new one. */
const CHANGE_FIELDS: ReadonlySet<string> = new Set(['id', 'version']);

const isNewField = isUploadField(DOCUMENT_FILES);
const isNewReady = uploadIsReady(DOCUMENT_FILES);

/** The streams of digitized documents: upload, pages, texts, print and download of their files, earlier ones too. */
export function documentFileRoutes(portal: DocumentRoutesPortal): Router {
  const { documentFiles } = portal;
  const router = Router();
  const intake: FileIntake = {
    place: DOCUMENT_FILES,
    limit: UPLOADS_PER_PERSON,
    isField: (name) => CHANGE_FIELDS.has(name) || isNewField(name),
    ready: (fields) => ('id' in fields ? 'version' in fields : isNewReady(fields)),
    maxBytes: () => documentMaxBytes(portal),
    async store(call) {
      const answer = await documentFiles.uploadDocument(call);
      const { id, documentId = '' } = call.upload.fields;
      const href = id === undefined ? `${UPLOAD_URL}?documentId=${encodeURIComponent(documentId)}` : documentUrl(answer.id);
      return { json: answer, page: { href, text: describe(answer, id === undefined), forAll: id !== undefined } };
    },
  };
  router.post(UPLOAD_URL, receiveFile(portal, intake));
  router.post(
    `${UPLOAD_URL}/preview`,
    receiveFile(portal, {
      place: { ...DOCUMENT_FILES, id: `${DOCUMENT_FILES.id}-preview` },
      limit: UPLOADS_PER_PERSON,
      isField: () => false,
      ready: () => true,
      maxBytes: () => PREVIEW_MAX_BYTES,
      store: async (call) => ({ json: await documentFiles.previewFile(call), page: null }),
    }),
  );
  addPartRoutes(router, portal, { address: PARTS_URL, area: DOCUMENT_FILES, intake });
  addFileRoutes(router, FILES_URL, documentFiles, { isFixed: false });
  addFileRoutes(router, `${FILES_URL}/versions/:version`, documentFiles);
  addZipRoute(router, menuHref('digitalization-documents'), { prefix: 'documentos', open: documentFiles.zipDocuments });
  return router;
}

function describe({ documentName, duplicateOf, warnings }: UploadAnswer, isNew: boolean): string {
  const repeats = duplicateOf ? [`«${duplicateOf.documentName}» (${duplicateOf.typeName}) tiene el mismo contenido.`] : [];
  return [isNew ? `Se indexó «${documentName}».` : `Se guardó el archivo de «${documentName}».`, ...repeats, ...warnings].join(' ');
}
