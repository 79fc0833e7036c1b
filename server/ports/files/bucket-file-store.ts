import type { Readable } from 'node:stream';
import type { File, GetFilesOptions } from '@google-cloud/storage';
import type { FirebaseProject } from '../../config/config.ts';
import { isAssetKey } from './asset-name.ts';
import { fileNotFound, invalidKey, storageUnavailable, toStream, type FileStore } from './file-store.ts';
import { connectStorage, statusOf } from './storage-client.ts';

/** docs/specification.md section 9: time limit of a storage operation, and of an upload, with all retries. */
const OPERATION_SECONDS = 120;
const UPLOAD_SECONDS = 600;
const HTTP_NOT_FOUND = 404;

/** Files in a cloud bucket. An object appears only when its upload is complete, so a broken stream leaves nothing behind. */
export async function createBucketFileStore(options: {
  bucket: string;
  project: FirebaseProject;
  apiEndpoint?: string;
  /** Folder for the keys; by default the top level. */
  folder?: string;
}): Promise<FileStore> {
  const { GCSDriver } = await import('flydrive/drivers/gcs');
  const within = (totalSeconds: number) => connectStorage({ ...options, totalSeconds });
  const storage = await within(OPERATION_SECONDS);
  const driveOf = (client: typeof storage) => new GCSDriver({ storage: client, bucket: options.bucket, visibility: 'private' });
  const [drive, uploads] = [driveOf(storage), driveOf(await within(UPLOAD_SECONDS))];
  const bucket = storage.bucket(options.bucket);
  const checked = (key: string): string => {
    if (!isAssetKey(key)) throw invalidKey(key);
    return options.folder === undefined ? key : `${options.folder}/${key}`;
  };

  const statObject = async (key: string) => {
    try {
      const metadata = await drive.getMetaData(checked(key));
      return { bytes: metadata.contentLength, modifiedAt: metadata.lastModified };
    } catch (error) {
      if (statusOf(error) === HTTP_NOT_FOUND) return null;
      throw storageUnavailable(error);
    }
  };

  return {
    async put(key, content, { contentType }) {
      const body = await toStream(content);
      let failure: unknown;
      body.once('error', (error) => (failure = error));
      try {
        await uploads.putStream(checked(key), body, { contentType });
      } catch (error) {
        throw failure ?? storageUnavailable(error);
      }
    },
    async open(key, range): Promise<Readable> {
      if (!(await statObject(key))) throw fileNotFound(key);
      return bucket.file(checked(key)).createReadStream(range ? { start: range.start, end: range.end, validation: false } : {});
    },
    stat: statObject,
    async delete(key) {
      await drive.delete(checked(key));
    },
    async *list(prefix) {
      const folder = options.folder === undefined ? '' : `${options.folder}/`;
      let page: GetFilesOptions | null = { prefix: folder + prefix, autoPaginate: false };
      while (page) {
        const [found, next]: [File[], GetFilesOptions | null, unknown?] = await bucket.getFiles(page).catch((error: unknown) => {
          throw storageUnavailable(error);
        });
        for (const { name, metadata } of found) {
          const key = name.slice(folder.length);
          if (isAssetKey(key)) yield { key, bytes: Number(metadata.size ?? 0), modifiedAt: new Date(metadata.updated ?? 0) };
        }
        page = next;
      }
    },
    async ping() {
      try {
        await bucket.getFiles({ maxResults: 1, autoPaginate: false });
      } catch (error) {
        throw storageUnavailable(error);
      }
    },
  };
}
