import { shown } from '../../../catalogs/testing/catalog-entity.ts';
import { testStaff } from '../../../catalogs/testing/catalog-house.ts';
import type { CatalogValues } from '../../../catalogs/definition.ts';
import type { CatalogConflict } from '../../../catalogs/record.ts';
import type { Entity } from '../../../testing/lifecycle/lifecycle.contract.ts';
import { servicePhotos, serviceProducts, services } from '../../../catalogs/own-screens/services.ts';
import type { ItemList } from '../item-list.ts';
import { servicePhotosProjection } from '../service-photos.projection.ts';
import { serviceProductsProjection } from '../service-products.projection.ts';
import { servicesProjection } from '../services.projection.ts';
import type { ProductsHouse } from './products-house.ts';

type Kind = ItemList['kind'];
const people = [testStaff({ pageSize: 100 }), testStaff({ id: 'beto', name: 'Beto Ruiz', sessionId: 's2', pageSize: 100 })] as const;
const [actor] = people;
const title = 'Título/ Peculiar 1\\2';
const other = 'Ñandú «nuevo» / 3';

/** The service that has photos. */
export const ASSETS = { id: 'activos_extraordinarios', path: 'productos_servicios/activos_extraordinarios' } as const;

export const SAMPLES = {
  services: { nombre: title, descripcion: 'Para asociados', icono: 'piggy-bank', estado: false },
  products: {
    nombre: title,
    descripcion: 'Con intereses',
    requisitos: 'DPI\nRecibo de luz',
    tasa: 8.25,
    image_url: 'https://ejemplo.test/a.jpg',
    estado: true,
  },
  photos: { url: 'https://ejemplo.test/casa.jpg', descripcion: title },
} as const satisfies Record<Kind, CatalogValues>;

const SECOND: Readonly<Record<Kind, CatalogValues>> = {
  services: { nombre: other, descripcion: '', icono: 'house', estado: true },
  products: { nombre: other, descripcion: 'Sin intereses', requisitos: '', tasa: null, image_url: '', estado: false },
  photos: { url: '/fotos/terreno.jpg', descripcion: other },
};

const DEFINITIONS = { services, products: serviceProducts, photos: servicePhotos } as const;
const PROJECTIONS = { services: servicesProjection, products: serviceProductsProjection, photos: servicePhotosProjection } as const;
const TITLES = { services: 'nombre', products: 'nombre', photos: 'descripcion' } as const;

export function collectionOf(list: ItemList): string {
  return list.kind === 'services'
    ? 'productos_servicios'
    : `productos_servicios/${list.serviceId}/${list.kind === 'products' ? 'productos' : 'fotos'}`;
}

/** Services, products or photos, for the steps that every entity goes through; `open` makes or names the list. */
export function itemEntity({ documents, products }: ProductsHouse, kind: Kind, open: () => Promise<ItemList>): Entity {
  let opened: Promise<ItemList> | undefined;
  const listed = () => (opened ??= open());
  const pathOf = async (id: string) => `${collectionOf(await listed())}/${id}`;
  const call = async (path: string) => ({ actor, list: await listed(), id: path.slice(path.lastIndexOf('/') + 1) });
  /** Place at the end of the list, as it was when the record was made. */
  const places = new Map<string, number>();
  return {
    projection: PROJECTIONS[kind],
    computed: kind === 'services' ? [] : ['parentId'],
    async create(change) {
      const list = await listed();
      const before = await documents.main.query({ collection: collectionOf(list), where: [{ field: 'isActive', op: '==', value: true }] });
      const { id } = await products.createItem({ actor, list, values: { ...SAMPLES[kind], ...change }, formToken: '' });
      const path = await pathOf(id);
      places.set(path, before.length + 1);
      return path;
    },
    first: SAMPLES[kind],
    writes: (path) => ({ orden: places.get(path) ?? null }),
    title: TITLES[kind],
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo'],
    async find(params) {
      const { rows } = await products.findItems({ actor, list: await listed(), params });
      return Promise.all(rows.map(({ id }) => pathOf(id)));
    },
    editing: {
      second: SECOND[kind],
      version: async (path) => (await products.getItem(await call(path))).version,
      save: async (person, { path, version, values }) =>
        products.updateItem({ ...(await call(path)), actor: people[person], ifVersion: version, values }),
      conflict: ({ details }) => {
        const { stored, submitted, differing } = details as unknown as CatalogConflict;
        return { stored: stored.values, submitted, differing, version: stored.version };
      },
    },
    removing: {
      deactivate: async (path) => products.deactivateItem(await call(path)),
      restore: async (path) => products.restoreItem(await call(path)),
    },
    exported: async (params) => products.exportItems({ actor, list: await listed(), params }),
    cells: (row) => ({
      Orden: row['orden'],
      ...Object.fromEntries(
        DEFINITIONS[kind].fields.filter((field) => field.export).map((field) => [field.label, shown(field, row[field.name])]),
      ),
      ...(kind === 'services' ? { Productos: 0 } : {}),
      'Fecha de creación': row['createdAt'],
      'Última modificación': row['updatedAt'],
      Código: String(row['id']).split('/').at(-1),
    }),
  };
}
