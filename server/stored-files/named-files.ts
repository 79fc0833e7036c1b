import { AppError } from '../domain/errors.ts';
import { fragment, identifier, toQuery } from '../platform/sql/sql-fragment.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import type { Services } from '../services.ts';
import { readEarlierFile, type EarlierFile } from './earlier-files.ts';
import type { FileArea } from './file-area.ts';

const PAGE_DOCUMENTS = 500;

/** A document with the files that it names: earlier ones first, the present one last. */
export interface NamingRow {
  id: string;
  files: readonly EarlierFile[];
}

/** All documents of an area with their files, deactivated ones included, from the read model. */
export async function* readNamingRows({ sql }: Pick<Services, 'sql'>, area: FileArea): AsyncGenerator<NamingRow[]> {
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: { id: string; versions: unknown[] }[] } = await sql.query(
      toQuery(fragment`SELECT t.id, t.url, t."contentType", t.bytes::float8 AS bytes, t.sha256, t.versions
        FROM ${identifier(area.collection)} t WHERE t.id > ${after} AND NOT t.source_deleted ORDER BY t.id LIMIT ${PAGE_DOCUMENTS}`),
    );
    yield rows.map((row) => ({ id: row.id, files: [...row.versions, row].map(readEarlierFile).filter(({ url }) => url !== '') }));
    after = rows.length < PAGE_DOCUMENTS ? null : (rows.at(-1)?.id ?? null);
  }
}

/** Paths of the portal itself, under any host. */
const PORTAL_PATH = /^\/(?:api|media|briefcase|digitalization|assets?)\//;
const OWN_ASSET = /\/digitalization\/asset$/;

/** Location of an address in words; null if it is not an address. */
export function describePlace(text: string): string | null {
  const address = text.trim();
  if (address.startsWith('data:')) return 'dentro del documento (data:)';
  if (PORTAL_PATH.test(address)) return 'el portal';
  if (!/^(?:gs|https?):\/\//i.test(address) || !URL.canParse(address)) return null;
  const place = placeOf(address);
  if (place?.kind === 'bucket') return `Firebase Storage ${place.bucket}`;
  const { hostname, pathname } = new URL(address);
  return OWN_ASSET.test(pathname) ? 'el portal' : hostname;
}

/**
 * Why a file is unavailable, in words; '' if it is available.
 * @param find gives null for an address that the portal does not open; throws as findStored does
 */
export async function explainUnavailable(url: string, find: () => Promise<object | null>): Promise<string> {
  try {
    if (await find()) return '';
    return placeOf(url)?.kind === 'bucket' ? 'El depósito no está en FILE_BUCKETS' : 'El portal no abre esa dirección';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.userMessage.replace(/\.(?: .*)?$/s, '');
  }
}
