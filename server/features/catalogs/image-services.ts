import { CATALOGS } from '../../catalogs/registry.ts';
import { AppError } from '../../domain/errors.ts';
import { IMAGES_COLLECTION } from '../../domain/images.ts';
import type { Act } from '../../domain/menu-acts.ts';
import type { MenuId } from '../../domain/menu.ts';
import { may, type Staff } from '../../domain/permissions.ts';
import type { FilePlace } from '../../stored-files/file-area.ts';

/** Menus whose screens show and take pictures. */
const IMAGE_MENUS: ReadonlySet<MenuId> = new Set<MenuId>([
  ...Object.values(CATALOGS)
    .filter(({ definition }) => definition.fields.some(({ kind }) => kind === 'image' || kind === 'links'))
    .map(({ definition }) => definition.menu),
  'settings-identity',
]);

/** Throws `forbidden` unless one of the person's menus works with pictures. */
export function requireImages(actor: Staff, act: Act = 'view'): void {
  if ([...IMAGE_MENUS].some((menu) => may(actor, menu, act))) return;
  throw new AppError('forbidden', `staff ${actor.id} has no menu with pictures`, {
    userMessage: 'No tiene permiso para las imágenes de la aplicación móvil. Puede otorgarlo un Administrador.',
    permission: 'App móvil',
  });
}

/** Pictures of public contents: whoever works with pictures may see them all, and views are not recorded. */
export const IMAGES: FilePlace = { id: 'image', database: 'main', collection: IMAGES_COLLECTION, requireMenu: requireImages };
