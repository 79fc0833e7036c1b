import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import { cleanFileName, withExtension } from '../domain/file-name.ts';
import { baseName, fileExtension } from '../domain/files-vocabulary.ts';
import { createConcurrencyLimit } from '../platform/limits/concurrency-limit.ts';
import type { Fields, FieldValue, StoredDocument } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import { measure, peek } from '../ports/files/inspect-stream.ts';
import { SNIFF_BYTES } from '../ports/files/sniff-content-type.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import type { StoredAsset } from '../ports/rest-backend/assets.ts';
import { hashMismatch } from '../ports/rest-backend/errors.ts';
import { readId, readNumber, readText } from '../read-model/field-readers.ts';
import { pick } from '../records/save-change.ts';
import { stamped } from '../records/updated-by.ts';
import { OPERATOR, writeAudit } from '../records/write-audit.ts';
import type { Services } from '../services.ts';
import { readEarlierFile, readEarlierFiles, type EarlierFile } from './earlier-files.ts';
import type { FileArea } from './file-area.ts';
import { readNamingRows } from './named-files.ts';
import { findStored } from './stored-bytes.ts';
import { nameAsset, type NamingDocument } from './store-file.ts';

const AT_ONCE = 4;

export interface Adoption {
  /** Files newly copied into the portal's store. */
  adopted: number;
  bytes: number;
  /** Files left in their bucket, with the reason in words. */
  left: { path: string; url: string; reason: string }[];
  /** False: interrupted, there may be more. */
  isWhole: boolean;
}

/**
 * Copies files from buckets into the portal's own store and updates the addresses in their documents, each with its hash and audit entry;
 * the former address stays in the document's `adopted`. Each file is handled separately, so that an interrupted run can continue with the
 * rest; a document that got another file meanwhile keeps it.
 * @param tell called after each file
 */
export async function adoptFiles(
  services: Services,
  areas: readonly FileArea[],
  { signal, tell }: { signal: AbortSignal; tell?: (so: Adoption) => void },
): Promise<Adoption> {
  const adoption: Adoption = { adopted: 0, bytes: 0, left: [], isWhole: true };
  const atOnce = createConcurrencyLimit(AT_ONCE);
  const adopt = async (area: FileArea, id: string, file: EarlierFile) => {
    if (signal.aborted) return;
    try {
      const bytes = await adoptFile(services, area, { id, file, signal });
      if (bytes === null) return;
      adoption.adopted += 1;
      adoption.bytes += bytes;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      adoption.left.push({ path: `${area.collection}/${id}`, url: file.url, reason: error.userMessage });
    }
    tell?.(adoption);
  };
  for (const area of areas)
    for await (const rows of readNamingRows(services, area)) {
      const documents = rows.map(({ id, files }) => ({ id, files: filesInBuckets(files) })).filter(({ files }) => files.length > 0);
      await Promise.all(
        documents.map(({ id, files }) =>
          atOnce(async () => {
            for (const file of files) await adopt(area, id, file);
          }),
        ),
      );
      if (signal.aborted) return { ...adoption, isWhole: false };
    }
  return adoption;
}

/** Files in buckets, each address once. */
function filesInBuckets(files: readonly EarlierFile[]): EarlierFile[] {
  return [...new Map(files.map((file) => [file.url, file])).values()].filter(({ url }) => placeOf(url)?.kind === 'bucket');
}

/** @returns its size; null if the document no longer names it. Errors: those of findStored, of reading and of storing its bytes */
async function adoptFile(
  services: Services,
  area: FileArea,
  { id, file, signal }: { id: string; file: EarlierFile; signal: AbortSignal },
): Promise<number | null> {
  const stored = await services.documents[area.database].get(`${area.collection}/${id}`);
  if (!stored || !urlsIn(stored.data).includes(file.url)) return null;
  const copied = await copy(services, area, { stored, file, signal });
  const { data } = await nameAsset(services, area, copied.asset, adopting(area, id, file.url, copied));
  return urlsIn(data).includes(copied.asset.url) ? copied.bytes : null;
}

interface Copied {
  asset: StoredAsset;
  /** As detected from the content. */
  contentType: string;
  bytes: number;
  sha256: string;
}

async function copy(
  services: Services,
  area: FileArea,
  { stored, file, signal }: { stored: StoredDocument; file: EarlierFile; signal: AbortSignal },
): Promise<Copied> {
  const place = placeOf(file.url);
  const found = await findStored(services, file);
  if (!found || place?.kind !== 'bucket') throw new AppError('not-found', `bucket of ${stored.path} not named`, { userMessage: NOT_NAMED });
  const { body } = await found.open({ signal });
  try {
    const { head, body: whole } = await peek(body, SNIFF_BYTES);
    const name = cleanFileName(file.fileName || baseName(place.object)) || 'archivo';
    const { contentType, extension } = await services.inspection.detect({ owner: OPERATOR.id, head, extension: fileExtension(name) });
    const measured = measure(whole, {
      maxBytes: Infinity,
      tooLarge: () => new Error('no file is larger'),
      sha256: found.sha256 === null ? undefined : { expected: found.sha256, differs: (sha256) => hashMismatch(sha256, file.sha256) },
    });
    const asset = await services.restBackend.uploadAsset({
      body: measured.body,
      fileName: extension === 'bin' ? name : withExtension(name, extension),
      contentType,
      agencyId: readId(stored.data, area.fields.agencyId),
    });
    return { asset, contentType, ...measured.result() };
  } finally {
    body.destroy();
  }
}

const NOT_NAMED = 'El depósito no está en FILE_BUCKETS.';

function adopting(area: FileArea, id: string, from: string, copied: Copied): NamingDocument {
  const targetPath = `${area.collection}/${id}`;
  const names = (data: Fields) => urlsIn(data).includes(copied.asset.url);
  return {
    id,
    names,
    isDone: names,
    async write(tx) {
      const stored = await tx.get(targetPath);
      if (!stored) throw area.missing(id);
      const changes = adoptedIn(stored.data, from, copied);
      if (!changes) return { data: stored.data, isEarlier: true };
      tx.update(targetPath, area.read ? stamped(area.read, { stored: stored.data, changes, actor: OPERATOR }) : changes);
      const beforeData = pick(stored.data, Object.keys(changes));
      writeAudit(tx, { actor: OPERATOR, action: AUDIT_ACTIONS.fileAdopted, targetPath, beforeData, newData: changes });
      return { data: { ...stored.data, ...changes }, isEarlier: false };
    },
  };
}

/** The document's changes when one of its files has been copied; null if it does not, or no longer, name that file. */
function adoptedIn(data: Fields, from: string, copied: Copied): Fields | null {
  const { versions, adopted } = data;
  const namesFile = (value: FieldValue) => isPlainMap(value) && readText(value, 'url') === from;
  const earlier = isList(versions) && versions.some(namesFile) ? versions : null;
  const isPresent = readText(data, 'url') === from;
  if (!isPresent && !earlier) return null;
  return {
    ...(isPresent && filled(data, copied)),
    ...(earlier && {
      versions: earlier.map((entry) => (namesFile(entry) && isPlainMap(entry) ? { ...entry, ...filled(entry, copied) } : entry)),
    }),
    adopted: [...(isList(adopted) ? adopted : []), { url: copied.asset.url, from }],
  };
}

/** Keeps what the document says of the file and adds what it does not. */
function filled(data: Fields, { asset, contentType, bytes, sha256 }: Copied): Fields {
  return { url: asset.url, contentType: readText(data, 'contentType') || contentType, bytes: readNumber(data, 'bytes') || bytes, sha256 };
}

const urlsIn = (data: Fields) => [readEarlierFile(data), ...readEarlierFiles(data)].map(({ url }) => url);
