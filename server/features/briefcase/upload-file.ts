import type { Readable } from 'node:stream';
import { writeAudit } from '../../records/write-audit.ts';
import { newDocumentId, type Fields, type StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { fileTypeOf } from '../../domain/file-types.ts';
import type { ContentInspection, InspectionCall } from '../../files/content-inspection.ts';
import { measure, peek } from '../../files/inspect-stream.ts';
import { tooLarge, type ReceivedUpload } from '../../files/receive-upload.ts';
import { SNIFF_BYTES } from '../../files/sniff-content-type.ts';
import { EVENTS_COLLECTION, FILES_COLLECTION, requireBriefcase, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { discardAsset } from './discard-asset.ts';
import { fileEvent } from './file-event.ts';
import { findDuplicate, type Duplicate } from './find-duplicate.ts';
import { withExtension } from './file-name.ts';
import { idFromUploadKey, readUploadInput, requireUploadTarget, type UploadInput, type UploadRules } from './upload-input.ts';

export interface UploadFileCall extends BriefcaseCall {
  upload: ReceivedUpload;
}

export interface UploadedFile {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** A file of the same content that the person may see; the new one is kept all the same. */
  duplicateOf: Duplicate | null;
}

/**
 * Takes a file from the request to the REST backend as it arrives, then stores its document, its `upload` event and its audit
 * entry together. Memory does not grow with the file, and a failure at any point leaves nothing behind.
 * Fields: name, folderId, documentTypeId, and uploadKey, which makes a repeated upload the same file.
 *
 * Errors: `forbidden`, `invalid-input`, `not-found` (folder), `unsupported-type`, `too-large`, `backend-failed`, `unavailable`.
 */
export async function uploadFile(services: BriefcaseServices, call: UploadFileCall): Promise<UploadedFile> {
  const { actor, upload } = call;
  requireBriefcase(actor);
  const input = readUploadInput(actor, upload.fields, upload.file !== null && upload.file.fileName.trim() !== '');
  const id = input.uploadKey ? idFromUploadKey(actor, input.uploadKey) : newDocumentId();
  const earlier = input.uploadKey ? await services.documents.main.get(`${FILES_COLLECTION}/${id}`) : null;
  if (earlier) return answerFor(services, call, earlier);

  const fileName = upload.file?.fileName ?? '';
  const rules = await requireUploadTarget(services.documents, actor, input, fileName, services.liveSettings.current().uploadMaxBytes);
  const asset = await sendToBackend(services, call, input, rules);
  try {
    const document = await store(services, call, id, input, asset);
    if (document.data['url'] !== asset.url) await discardAsset(services, asset.filename);
    return await answerFor(services, call, document);
  } catch (error) {
    // The answer of a commit can be lost: only a document that is known not to be there lets its bytes go.
    const stored = await services.documents.main.get(`${FILES_COLLECTION}/${id}`).catch(() => undefined);
    if (stored) return answerFor(services, call, stored);
    if (stored === null) await discardAsset(services, asset.filename);
    else services.log.error({ asset: asset.filename, fileId: id }, 'asset may have no document');
    throw error;
  }
}

interface SentAsset {
  url: string;
  filename: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
}

async function sendToBackend(
  services: BriefcaseServices,
  call: UploadFileCall,
  input: UploadInput,
  rules: UploadRules,
): Promise<SentAsset> {
  const { head, body } = await peek(requireBody(call), SNIFF_BYTES);
  const { contentType, extension } = await requireContent(services.inspection, { owner: call.actor.id, head, extension: rules.extension });
  const nombre = withExtension(input.name, extension);
  const measured = measure(body, rules.maxBytes, () => tooLarge(rules.maxBytes));
  const sent = await services.restBackend.uploadAsset({
    body: measured.body,
    fileName: nombre,
    contentType,
    agencyId: call.actor.agencyId,
  });
  try {
    await call.upload.whole;
  } catch (error) {
    await discardAsset(services, sent.filename);
    throw error;
  }
  return { ...sent, nombre, contentType, ...measured.result() };
}

function requireBody(call: UploadFileCall): Readable {
  if (call.upload.file) return call.upload.file.body;
  throw new AppError('invalid-input', 'File, name or user_agency missing', {
    userMessage: 'Elija un archivo.',
    fields: { file: ['Elija un archivo.'] },
  });
}

async function requireContent(inspection: ContentInspection, call: InspectionCall): Promise<{ contentType: string; extension: string }> {
  const { head, extension } = call;
  const refuse = (code: 'invalid-input' | 'unsupported-type', reason: string) =>
    new AppError(code, reason, { userMessage: reason, fields: { file: [reason] } });
  if (head.length === 0) throw refuse('invalid-input', 'El archivo está vacío.');
  if (fileTypeOf(extension)) {
    const found = await inspection.sniff(call);
    if (!found.fits) throw refuse('unsupported-type', found.reason);
    return found;
  }
  if (isProgram(head)) throw refuse('unsupported-type', 'Los programas no se admiten en el Maletín.');
  // An extension that only this cooperative knows: kept as plain bytes, never shown in the browser.
  const found = extension === '' ? await inspection.detect(call) : null;
  return {
    contentType: found?.contentType ?? 'application/octet-stream',
    extension: found && found.extension !== 'bin' ? found.extension : extension,
  };
}

function isProgram(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 4);
  return (
    start.startsWith('MZ') ||
    start === '\x7fELF' ||
    start.startsWith('#!') ||
    ['\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xca\xfe\xba\xbe'].includes(start)
  );
}

/** The stored document; the earlier one when the same upload key won in the meantime. */
async function store(
  services: BriefcaseServices,
  call: UploadFileCall,
  id: string,
  input: UploadInput,
  asset: SentAsset,
): Promise<Pick<StoredDocument, 'id' | 'data'>> {
  const { actor } = call;
  const path = `${FILES_COLLECTION}/${id}`;
  const at = new Date();
  const data: Fields = {
    nombre: asset.nombre,
    carpetaId: input.folderId,
    tipoDocumentoId: input.documentTypeId,
    agenciaId: actor.agencyId,
    url: asset.url,
    contentType: asset.contentType,
    bytes: asset.bytes,
    sha256: asset.sha256,
    userId: actor.id,
  };
  const eventPath = `${EVENTS_COLLECTION}/${newDocumentId()}`;
  const earlier = await services.documents.main.transaction(async (tx) => {
    const existing = await tx.get(path);
    if (existing) return existing;
    tx.create(path, data);
    tx.create(eventPath, fileEvent({ kind: 'upload', actor, file: { id, nombre: asset.nombre, carpetaId: input.folderId }, at }));
    writeAudit(tx, {
      actor,
      action: AUDIT_ACTIONS.briefcaseFileCreated,
      targetPath: path,
      beforeData: null,
      newData: data,
      at,
      requestId: call.requestId,
    });
    return null;
  });
  await services.readModel.projectNow('main', earlier ? [path] : [path, eventPath]);
  return earlier ?? { id, data };
}

async function answerFor(
  services: BriefcaseServices,
  call: UploadFileCall,
  document: Pick<StoredDocument, 'id' | 'data'>,
): Promise<UploadedFile> {
  const text = (field: string): string => (typeof document.data[field] === 'string' ? document.data[field] : '');
  const sha256 = text('sha256');
  return {
    id: document.id,
    nombre: text('nombre'),
    contentType: text('contentType'),
    bytes: Number(document.data['bytes'] ?? 0),
    sha256,
    duplicateOf: await findDuplicate(services, call.actor, { id: document.id, sha256 }),
  };
}
