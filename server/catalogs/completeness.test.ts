import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { menuHref } from '../domain/menu.ts';
import { PROJECTIONS } from '../registries.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { GENERIC_COLUMNS, maintainsOrder, type CatalogDefinition } from './definition.ts';
import { creationValues, readStoredValues, validateNewValues } from './record-values.ts';
import { CATALOGS, type CatalogId } from './registry.ts';

const root = path.join(import.meta.dirname, '..', '..');
const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8');
const entityFiles = readdirSync(path.join(import.meta.dirname, 'entities'));
const routeFiles = readdirSync(path.join(root, 'app', 'routes'));
const { sql } = await createTestDatabase();

/** A reference offers its records, a picture whether there is one. */
const FILTERS_WITHOUT_OPTIONS: ReadonlySet<string> = new Set(['reference', 'image']);

/** `/locations/list-agencies` is `_shell.locations.list-agencies` in the names of route files. */
const routePrefix = (listUrl: string) => `_shell.${listUrl.slice(1).replaceAll('/', '.')}`;

describe.each(Object.keys(CATALOGS) as CatalogId[])('the catalog %s', (id) => {
  const { definition, projection } = CATALOGS[id];
  const names = definition.fields.map((field) => field.name);

  it('is registered under its own id', () => {
    expect(definition.id).toBe(id);
  });

  it('has a menu entry with the address of its list', () => {
    const { listUrl } = definition.parent?.definition ?? definition;
    expect(menuHref(definition.menu)).toBe(listUrl);
  });

  it('has a projection of the same collection, which fills every field and the search text', () => {
    const collection = definition.parent?.collection ?? id;
    expect(projection).toMatchObject({ database: definition.database, collection, table: id });
    const columns = Object.keys(projection.columns);
    for (const name of [...names, ...GENERIC_COLUMNS, 'search_text']) expect(columns, `projection of ${id}`).toContain(name);
    const searched = Object.fromEntries(
      definition.fields
        .filter((field) => ['text', 'long-text', 'phone', 'words', 'link', 'reference'].includes(field.kind))
        .map((field) => [field.name, field.kind === 'words' ? [`busca${field.name}`] : `busca${field.name}`]),
    );
    const row = projection.project({ path: `${id}/x`, id: 'x', collection, data: searched, version: 1n, createdVersion: 1n }) as {
      search_text: string;
    };
    for (const name of Object.keys(searched)) expect(row.search_text, `search text of ${id}`).toContain(`busca${name.toLowerCase()}`);
  });

  // A catalog with a parent is listed on the parent's page.
  if (!definition.parent)
    it('has its screens: at an address of two parts the shared routes, else two thin ones that export those or name the catalog', () => {
      for (const mode of ['', '_.$id.($mode)']) {
        const file = `${routePrefix(definition.listUrl)}${mode}.tsx`;
        if (!routeFiles.includes(file)) {
          expect(definition.listUrl, `no shared route fits, ${file} is missing`).toMatch(/^\/[^/]+\/[^/]+$/);
          expect(routeFiles).toContain(`_shell.$section.$list${mode}.tsx`);
          continue;
        }
        const route = read('app', 'routes', file);
        if (route.includes(`from './_shell.$section.$list${mode}.tsx'`)) continue;
        const ofScreen = [...route.matchAll(/from '\.\.\/(screens\/[^']+)'/g)].map(([, name = '']) => read('app', ...name.split('/')));
        expect(
          [route, ...ofScreen].some((text) => text.includes(`'${id}'`)),
          `${file} and what it shows name ${id}`,
        ).toBe(true);
      }
    });

  it('is consistent: a title field that the list shows, filters with options, names used once', () => {
    expect(names).toContain(definition.titleField);
    const titleIsRequired = id !== 'productos_servicios_fotos';
    expect(definition.fields.find((field) => field.name === definition.titleField)).toMatchObject({
      list: 'shown',
      required: titleIsRequired,
    });
    expect(
      definition.fields
        .filter((field) => field.filter && !field.options && !FILTERS_WITHOUT_OPTIONS.has(field.kind))
        .map((field) => field.name),
      'filterOf (catalog-list.ts) makes no filter of this kind of field',
    ).toEqual([]);
    for (const field of definition.fields.filter(({ kind }) => kind === 'reference'))
      expect(CATALOGS, `catalog of ${field.name}`).toHaveProperty([field.catalog ?? '', 'definition', 'database'], definition.database);
    if (definition.orderField && !maintainsOrder(definition))
      expect(definition.fields.find((field) => field.name === definition.orderField)).toMatchObject({ kind: 'integer', required: true });
    expect(new Set(names).size).toBe(names.length);
    const reserved = [
      ...GENERIC_COLUMNS,
      'q',
      'page',
      'cursor',
      'pageSize',
      'sort',
      'dir',
      'columns',
      'back',
      'index',
      'format',
      'formToken',
      'version',
      'intent',
      'ids',
      'move',
    ];
    expect(names.filter((name) => reserved.includes(name))).toEqual([]);
  });
});

it('every projection of the registry is in the read model', () => {
  for (const { projection } of Object.values(CATALOGS)) expect(PROJECTIONS, `projection of ${projection.table}`).toContain(projection);
});

it('the demo data keeps the rules of its catalogs, so that every record of it can be edited and saved', () => {
  const catalogs: Readonly<Record<string, { definition: CatalogDefinition } | undefined>> = CATALOGS;
  const checked = makeDemoData(new Date('2026-11-19T00:00:00Z')).documents.flatMap(({ path: documentPath, data }) => {
    const [above = '', , below] = documentPath.split('/');
    const definition = catalogs[below ? `${above}_${below}` : above]?.definition;
    if (!definition) return [];
    const written = new Set(Object.keys(creationValues(definition, new Date())));
    const values = Object.fromEntries(Object.entries(readStoredValues(definition, data)).filter(([name]) => !written.has(name)));
    expect(validateNewValues(definition, values), documentPath).toEqual(values);
    return [definition.id];
  });
  expect(checked).toEqual(expect.arrayContaining(['agencias', 'productos_servicios_productos']));
});

it('every definition file of the folder is in the registry', () => {
  const registry = read('server', 'catalogs', 'registry.ts');
  const definitions = entityFiles.filter((file) => read('server', 'catalogs', 'entities', file).includes(': CatalogDefinition = {'));
  for (const file of definitions) expect(registry, `registry line of ${file}`).toContain(`'./entities/${file}'`);
  expect(definitions).toHaveLength(Object.keys(CATALOGS).length);
});

it('stores a row whose text fields hold 4,000 emoji each', async () => {
  const { projection } = CATALOGS.agencias;
  const noise = Array.from({ length: 4_000 }, (_unused, index) => String.fromCodePoint(0x1f300 + ((index * 7_919) % 600))).join('');
  const data = { nombre: noise, tipo: noise, telefono: noise, direccion: noise, horarios: noise };
  const row = projection.project({ path: 'agencias/x', id: 'x', collection: 'agencias', data, version: 1n, createdVersion: 1n });
  const columns = Object.keys(projection.columns);
  const insert = `INSERT INTO agencias (id, source_version, ${columns.map((column) => `"${column}"`).join(', ')})
    VALUES ('x', 1, ${columns.map((_column, index) => `$${index + 1}`).join(', ')})`;
  await sql.query(
    insert,
    columns.map((column) => (row as Record<string, unknown>)[column]),
  );
  expect((await sql.query('SELECT id FROM agencias')).rows).toEqual([{ id: 'x' }]);
});
