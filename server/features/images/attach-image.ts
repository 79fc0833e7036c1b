import type { Catalogs } from '../../catalogs/catalogs.ts';
import type { CatalogId } from '../../catalogs/registry.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';

export interface AttachImageCall {
  actor: Staff;
  catalog: string;
  id: string;
  /** Name of an `image` or `links` field. */
  field: string;
  /** CatalogRecord.version that the person saw: a picture that somebody else set meanwhile is not overwritten. */
  version: string;
  url: string;
  requestId?: string;
}

/**
 * Puts an uploaded picture into a record: the plain form of a record page, without JavaScript. A single picture is
 * replaced, a gallery grows. Errors as of Catalogs.updateRecord, and `invalid-input` for what takes no picture.
 */
export async function attachImage({ catalogs }: { catalogs: Catalogs }, call: AttachImageCall): Promise<void> {
  const target = requireImageField(call);
  const record = await catalogs.getRecord({ actor: call.actor, catalog: target.catalog, id: call.id });
  const stored = record.values[call.field];
  const isGallery = typeof stored === 'object' && stored !== null;
  await catalogs.updateRecord({
    actor: call.actor,
    catalog: target.catalog,
    id: call.id,
    // Adding to a gallery takes nothing away, whatever was saved in between.
    ifVersion: isGallery ? record.version : call.version,
    values: { [call.field]: isGallery ? [...stored, call.url] : call.url },
    requestId: call.requestId,
  });
}

/** Before the picture is stored: throws `invalid-input` for an unknown catalog or a field of another kind. */
export function requireImageField({ catalog, field }: Pick<AttachImageCall, 'catalog' | 'field'>): { catalog: CatalogId; listUrl: string } {
  const known = (Object.keys(CATALOGS) as CatalogId[]).find((id) => id === catalog);
  const definition = known ? CATALOGS[known].definition : undefined;
  const kind = definition?.fields.find(({ name }) => name === field)?.kind;
  if (known && definition && (kind === 'image' || kind === 'links')) return { catalog: known, listUrl: definition.listUrl };
  throw new AppError('invalid-input', `no image field ${catalog}.${field}`, {
    userMessage: 'Ese registro no lleva imágenes. Vuelva a abrirlo.',
  });
}
