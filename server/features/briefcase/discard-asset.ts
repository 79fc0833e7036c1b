import type { BriefcaseServices } from './access.ts';

/**
 * Removes an asset that no document came to name. The REST backend has no way to delete (specification section 7), so only the
 * portal's own storage can be cleaned; for a foreign one the log says what is left over. Never throws.
 */
export async function discardAsset(services: Pick<BriefcaseServices, 'config' | 'files' | 'log'>, filename: string): Promise<void> {
  if (services.config.restBackend.url !== null) {
    services.log.warn({ asset: filename }, 'asset without document left on the REST backend');
    return;
  }
  try {
    await services.files.delete(filename);
  } catch (error) {
    services.log.error({ err: error, asset: filename }, 'asset without document could not be removed');
  }
}
