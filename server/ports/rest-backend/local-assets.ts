import { fileTypeOf } from '../../domain/file-types.ts';
import { fileExtension } from '../../domain/files-vocabulary.ts';
import { assetUrl, isAssetKey, newAssetKey, slashesToDashes } from '../files/asset-name.ts';
import { fileNotFound, type FileStore } from '../files/file-store.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Assets } from './assets.ts';
import { openPart } from './open-part.ts';

/** The files of this portal's own storage. /api offers the same verbs to other systems. */
export function createLocalAssets({ config, files, log }: { config: { web: { publicUrl: URL } }; files: FileStore; log: Log }): Assets {
  return {
    async uploadAsset({ body, fileName, contentType, agencyId }) {
      const key = newAssetKey({ agencyId, extension: extensionOf(fileName, contentType) });
      await files.put(key, body, { contentType });
      return { url: assetUrl(config.web.publicUrl, key), filename: key };
    },
    async openAsset({ filename, range, signal }) {
      // The dashes are the specification's rule for names; the protection is that only keys generated here are opened.
      const key = slashesToDashes(filename);
      const found = isAssetKey(key) ? await files.stat(key) : null;
      if (!found) throw fileNotFound(key);
      return openPart({ ...found, open: (part) => files.open(key, part) }, { range, signal });
    },
    async discardAsset(filename) {
      await files.delete(filename).catch((error: unknown) => {
        log.error({ err: error, asset: filename }, 'asset without document could not be removed');
      });
    },
  };
}

/**
 * A key's extension determines the type it is served as (server/entrances/http/api/get-asset.ts): it must be one of the detected content
 * type.
 */
function extensionOf(fileName: string, contentType: string): string {
  const extension = fileExtension(fileName);
  return fileTypeOf(extension)?.contentType === contentType.replace(/;.*/, '') ? extension : 'bin';
}
