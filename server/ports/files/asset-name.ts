import { newDocumentId } from '../../platform/document-id.ts';

/**
 * Names of stored assets. A key is flat, opaque and generated here (`agency-yyyymm-<20 characters>.<extension>`): the name a person gives a
 * file never reaches the storage, so it cannot point outside it or overwrite another file.
 */
const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,160}(?:\.[a-z0-9]{1,10})?$/;
const MAX_AGENCY = 40;

export function newAssetKey(input: { agencyId: string; extension: string; now?: Date }): string {
  const agency = input.agencyId.replace(/[^A-Za-z0-9_-]/g, '').slice(0, MAX_AGENCY) || 'agencia';
  const month = (input.now ?? new Date()).toISOString().slice(0, 7).replace('-', '');
  return `${agency.replace(/^[_-]+/, '') || 'agencia'}-${month}-${newDocumentId()}.${input.extension}`;
}

export function isAssetKey(name: string): boolean {
  return KEY.test(name);
}

/** docs/specification.md section 7: an asset is requested by its name with slashes replaced by dashes. */
export function slashesToDashes(name: string): string {
  return name.replace(/[/\\]/g, '-');
}

/** The `url` in the answer to an upload; only this module parses it. */
export function assetUrl(publicUrl: URL | string, key: string): string {
  const url = new URL('/api/digitalization/asset', publicUrl);
  url.searchParams.set('filename', key);
  return url.href;
}

/**
 * The name for GET /digitalization/asset: the url's `filename` parameter, or its path, for backends that answer with a plain address. null
 * when the url names nothing.
 */
export function assetFilename(url: string): string | null {
  try {
    const parsed = new URL(url, 'http://relative.invalid');
    const named = parsed.searchParams.get('filename') ?? decodeURIComponent(parsed.pathname).replace(/^\/+/, '');
    return named === '' ? null : slashesToDashes(named);
  } catch {
    return null;
  }
}
