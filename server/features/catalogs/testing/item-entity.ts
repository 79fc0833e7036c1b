import type { RecordValues } from '../../../domain/conflict.ts';
import { shown } from '../../../catalogs/testing/catalog-entity.ts';
import type { CatalogFixture } from '../../../catalogs/testing/catalog-fixture.ts';
import { testStaff } from '../../../testing/test-staff.ts';
import type { CatalogConflict } from '../../../catalogs/record.ts';
import { CATALOGS } from '../../../catalogs/registry.ts';
import type { Entity } from '../../../testing/lifecycle/lifecycle.contract.ts';

export const CATALOG_OF = {
  services: 'productos_servicios',
  products: 'productos_servicios_productos',
  photos: 'productos_servicios_fotos',
} as const;

export type ItemKind = keyof typeof CATALOG_OF;
type ItemCatalog = (typeof CATALOG_OF)[ItemKind];

/** One ordered list: the services, or the products or photos of one. */
export interface ItemList {
  catalog: ItemCatalog;
  parentId?: string;
}

const people = [testStaff({ pageSize: 100 }), testStaff({ id: 'beto', name: 'Beto Ruiz', sessionId: 's2', pageSize: 100 })] as const;
const [actor] = people;
const title = 'Título/ Peculiar 1\\2';
const other = 'Ñandú «nuevo» / 3';

/** The service that has photos. */
export const ASSETS = { id: 'activos_extraordinarios', path: 'productos_servicios/activos_extraordinarios' } as const;

export const SAMPLES = {
  productos_servicios: { nombre: title, descripcion: 'Para asociados', icono: 'piggy-bank', galeria: true, estado: false },
  productos_servicios_productos: {
    nombre: title,
    descripcion: 'Con intereses',
    requisitos: 'DPI\nRecibo de luz',
    tasa: 8.25,
    image_url: 'https://ejemplo.test/a.jpg',
    estado: true,
  },
  productos_servicios_fotos: { url: 'https://ejemplo.test/casa.jpg', descripcion: title },
} as const satisfies Record<ItemCatalog, RecordValues>;

const SECOND: Readonly<Record<ItemCatalog, RecordValues>> = {
  productos_servicios: { nombre: other, descripcion: '', icono: 'house', galeria: false, estado: true },
  productos_servicios_productos: { nombre: other, descripcion: 'Sin intereses', requisitos: '', tasa: null, image_url: '', estado: false },
  productos_servicios_fotos: { url: '/fotos/terreno.jpg', descripcion: other },
};

export function collectionOf({ catalog, parentId }: ItemList): string {
  const { parent } = CATALOGS[catalog].definition;
  return parent ? `productos_servicios/${parentId}/${parent.collection}` : catalog;
}

/** Services, products or photos, for the steps that every entity is put through; `open` makes or names the list. */
export function itemEntity({ documents, catalogs }: CatalogFixture, kind: ItemKind, open: () => Promise<ItemList>): Entity {
  const catalog = CATALOG_OF[kind];
  const { definition, projection } = CATALOGS[catalog];
  let opened: Promise<ItemList> | undefined;
  const listed = () => (opened ??= open());
  const pathOf = async (id: string) => `${collectionOf(await listed())}/${id}`;
  const call = async (path: string) => ({ actor, ...(await listed()), id: path.slice(path.lastIndexOf('/') + 1) });
  /** Place at the end of the list at the time the record was made. */
  const places = new Map<string, number>();
  return {
    projection,
    computed: kind === 'services' ? [] : ['parentId'],
    async create(change) {
      const list = await listed();
      const before = await documents.main.query({ collection: collectionOf(list), where: [{ field: 'isActive', op: '==', value: true }] });
      const { id } = await catalogs.createRecord({ actor, ...list, values: { ...SAMPLES[catalog], ...change }, formToken: '' });
      const path = await pathOf(id);
      places.set(path, before.length + 1);
      return path;
    },
    first: SAMPLES[catalog],
    writes: (path) => ({ orden: places.get(path) ?? null }),
    title: definition.titleField,
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo'],
    async find(params) {
      const { rows } = await catalogs.findRecords({ actor, ...(await listed()), params });
      return Promise.all(rows.map(({ id }) => pathOf(id)));
    },
    editing: {
      second: SECOND[catalog],
      version: async (path) => (await catalogs.getRecord(await call(path))).version,
      save: async (person, { path, version, values }) =>
        catalogs.updateRecord({ ...(await call(path)), actor: people[person], ifVersion: version, values }),
      conflict: ({ details }) => {
        const { stored, submitted, differing } = details as unknown as CatalogConflict;
        return { stored: stored.values, submitted, differing, version: stored.version };
      },
    },
    removing: {
      deactivate: async (path) => catalogs.deactivateRecord(await call(path)),
      restore: async (path) => catalogs.restoreRecord(await call(path)),
    },
    exported: async (params) => catalogs.exportRecords({ actor, ...(await listed()), params }),
    cells: (row) => ({
      Orden: row['orden'],
      ...Object.fromEntries(definition.fields.filter((field) => field.export).map((field) => [field.label, shown(field, row[field.name])])),
      ...(kind === 'services' ? { Productos: 0 } : {}),
      'Fecha de creación': row['createdAt'],
      'Última modificación': row['updatedAt'],
      Código: String(row['id']).split('/').at(-1),
    }),
  };
}
