import { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { listPageUrl, recordPageUrl } from './definition.ts';
import { getRecord } from './record.ts';
import { CATALOGS, isCatalogId } from './registry.ts';
import { createRecord, updateRecord } from './save-record.ts';
import { describeAppVisibility } from './describe-app-visibility.ts';
import type { Services } from '../services.ts';

/** A plain form that puts an uploaded picture straight into a record, without JavaScript. */
export interface PictureForm {
  actor: Staff;
  catalog: string;
  /** With a parent `parent/record`; `parent` alone makes a new record of the picture. */
  id: string;
  /** Name of an `image` or `links` field. */
  field: string;
  /**
   * CatalogRecord.version that the person saw, so that a picture set by somebody else meanwhile is not overwritten; for a new record the
   * form token.
   */
  version: string;
  /** State of the list, to return to it. */
  back: string;
  requestId?: string;
}

export interface PictureTarget {
  /** The page that shows the picture. */
  href: string;
  /** Errors as of createRecord and updateRecord. @returns what it means for the app (describeAppVisibility) */
  attach(url: string): Promise<string>;
}

/**
 * The target of an uploaded picture. An `image` field is replaced, a gallery grows. Errors: `invalid-input` for fields without pictures.
 */
export function pictureTarget(services: Services, form: PictureForm): PictureTarget {
  const { catalog, field, version, back, actor, requestId } = form;
  const definition = isCatalogId(catalog) ? CATALOGS[catalog].definition : null;
  const kind = definition?.fields.find(({ name }) => name === field)?.kind;
  if (!isCatalogId(catalog) || !definition || (kind !== 'image' && kind !== 'links'))
    throw new AppError('invalid-input', `no image field ${catalog}.${field}`, {
      userMessage: 'Ese registro no lleva imágenes. Vuelva a abrirlo.',
    });
  const { parent } = definition;
  const [parentId = '', id = ''] = parent ? form.id.split('/') : ['', form.id];
  const call = { actor, catalog, parentId, requestId };
  const describeSaved = (saved: string) => describeAppVisibility(services, { ...call, ids: [saved] });
  if (parent && id === '')
    return {
      href: `${listPageUrl(definition, parentId)}#${parent.collection}`,
      attach: async (url) => describeSaved((await createRecord(services, { ...call, values: { [field]: url }, formToken: version })).id),
    };
  return {
    href: `${recordPageUrl(definition, parentId, id)}${back === '' ? '' : `?back=${encodeURIComponent(back)}`}`,
    async attach(url) {
      if (kind === 'image') await updateRecord(services, { ...call, id, ifVersion: version, values: { [field]: url } });
      else {
        // Adding to a gallery removes nothing, whatever was saved in between.
        const stored = await getRecord(services, { ...call, id });
        const pictures = stored.values[field] as readonly string[];
        await updateRecord(services, { ...call, id, ifVersion: stored.version, values: { [field]: [...pictures, url] } });
      }
      return describeSaved(id);
    },
  };
}
