import { catalogTitle, maintainsOrder, type CatalogDefinition } from '../../catalogs/definition.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { FINDING_KINDS, SURE_PROBLEMS, type FindingKind } from '../../domain/content-findings.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { ADDRESS_FIELDS, addressRows } from './addresses.ts';
import { column, CONTENTS, literal, isOverCondition, shownRows, titleOf } from './shown-contents.ts';

/** Side of a square of the map in degrees: about 80 km. */
const SQUARE = 0.75;
/** With fewer agencies, none counts as far from the others. */
const CROWD = 5;

/** A finding about a record `t`. All SQL text comes from the source code. */
interface Found {
  kind: FindingKind;
  definition: CatalogDefinition;
  from?: string;
  where: string;
  fact?: string;
  about?: string;
  /** Tells findings of one record apart, where there can be several. */
  id?: string;
  /** The same finding may repeat in one record: a picture that is twice in a list. */
  isRepeated?: boolean;
}

const agencies: CatalogDefinition = CATALOGS.agencias.definition;
const services: CatalogDefinition = CATALOGS.productos_servicios.definition;
const promotions: CatalogDefinition = CATALOGS.promociones.definition;

function select({ kind, definition, from, where, fact = `''`, about = `''`, id = `''`, isRepeated = false }: Found): string {
  const shown = shownRows(definition);
  return `SELECT ${isRepeated ? 'DISTINCT ' : ''}${literal(`${kind}/${definition.id}/`)} || t.id || ${id} AS id, ${literal(kind)} AS kind, ${placeOf(kind)} AS place, ${literal(definition.menu)} AS menu,
    ${literal(definition.id)} AS catalog, t.id AS record, ${titleOf(definition)} AS title, ${fact} AS fact, ${about} AS about,
    t."createdAt" AS "createdAt", TRUE AS "isActive", FALSE AS source_deleted, t.search_text AS search_text
    FROM ${from ?? shown.from} WHERE ${where}`;
}

const placeOf = (kind: FindingKind) => FINDING_KINDS.findIndex(({ id }) => id === kind);

/** Records of a definition that members see. */
const shown = (found: Found): string => select({ ...found, where: `${shownRows(found.definition).where} AND ${found.where}` });

const AGENCIES = [
  shown({ kind: 'sin-coordenadas', definition: agencies, where: '(t.latitud IS NULL OR t.longitud IS NULL)' }),
  // Cash machines need no telephone.
  shown({ kind: 'sin-telefono', definition: agencies, fact: 'left(t.telefono, 60)', where: `t.tipo <> 'cajero' AND NOT t.phone_clear` }),
  shown({
    kind: 'horario-confuso',
    definition: agencies,
    where: 'NOT t.hours_clear',
    fact: `left(regexp_replace(t.horarios, '\\s+', ' ', 'g'), 120)`,
  }),
  select({ kind: 'coordenadas-dudosas', definition: agencies, ...farRows(agencies) }),
];

const SERVICES = shown({
  kind: 'servicio-vacio',
  definition: services,
  where: `NOT EXISTS (SELECT 1 FROM productos_servicios_productos p WHERE p."parentId" = t.id AND p."isActive" AND NOT p.source_deleted AND p.estado)
    AND NOT (t.galeria AND EXISTS (SELECT 1 FROM productos_servicios_fotos f WHERE f."parentId" = t.id AND f."isActive" AND NOT f.source_deleted))`,
});

/** Each kind of content that ends has a finding of its own for being over. */
const ENDED_KINDS: Readonly<Record<string, FindingKind>> = { plazas_vacantes: 'plaza-vencida', promociones: 'promocion-vencida' };

/** Contents that are switched on although their days are over. */
const ENDED = CONTENTS.flatMap((definition) => {
  const { publishing, id } = definition;
  if (publishing?.until === undefined) return [];
  const until = column(publishing.until);
  const where = `t."isActive" AND NOT t.source_deleted AND ${column(publishing.flag)} AND ${isOverCondition(publishing.until)}`;
  const kind = ENDED_KINDS[id];
  if (kind === undefined) throw new Error(`what is over of ${id} has no finding of its own (ENDED_KINDS)`);
  return [select({ kind, definition, where, fact: until })];
});

/** Addresses with a certain problem, found within the last day. */
const NOT_ANSWERING = `SELECT k.address, k.problem FROM checked_addresses k
  WHERE k.problem <> '' AND k.checked_at > now() - interval '1 day' AND (k.problem IN (${SURE_PROBLEMS.map(literal).join(', ')}) OR k.failures > 1)`;

const ADDRESSES = ADDRESS_FIELDS.map((one) => {
  const { from, where, address } = addressRows(one);
  return select({
    kind: one.kind === 'picture' ? 'imagen-caida' : 'video-caido',
    definition: one.definition,
    from: `${from} JOIN silent k ON k.address = ${address}`,
    where,
    fact: 'k.problem',
    about: address,
    id: `'/' || md5(${address})`,
    isRepeated: one.field.kind === 'links',
  });
});

/** Lists with an order of their own whose numbers do not follow each other: one finding per list, under each record above. */
const ORDERS = CONTENTS.flatMap((definition) => {
  const { id, menu, orderField, parent } = definition;
  if (orderField === undefined) return [];
  const order = column(orderField);
  const parentId = parent ? 't."parentId"' : `''::text`;
  const name = catalogTitle(definition);
  const title = parent
    ? `${literal(`${name} de `)} || coalesce((SELECT nullif(a.nombre, '') FROM ${quoteIdentifier(parent.definition.id)} a WHERE a.id = o.parent), o.parent)`
    : literal(name);
  const above = parent
    ? ` AND EXISTS (SELECT 1 FROM ${quoteIdentifier(parent.definition.id)} a WHERE a.id = t."parentId" AND a."isActive" AND NOT a.source_deleted)`
    : '';
  const first = maintainsOrder(definition) ? 'o.least <> 1' : 'o.least > 1';
  return [
    `SELECT ${literal(`orden-con-huecos/${id}/`)} || o.parent AS id, 'orden-con-huecos' AS kind, ${placeOf('orden-con-huecos')} AS place, ${literal(menu)} AS menu,
      ${literal(id)} AS catalog, o.parent AS record, ${title} AS title, (o.most - o.least + 1 - o.places)::text AS fact, (o.records - o.places)::text AS about,
      o.at AS "createdAt", TRUE AS "isActive", FALSE AS source_deleted, ${literal(normalizeForSearch(name))} AS search_text
      FROM (SELECT ${parentId} AS parent, count(*) AS records, count(DISTINCT ${order}) AS places, min(${order})::bigint AS least, max(${order})::bigint AS most, max(t."createdAt") AS at
        FROM ${quoteIdentifier(id)} t WHERE t."isActive" AND NOT t.source_deleted${above} GROUP BY 1) o
      WHERE o.places < o.records OR o.most - o.least + 1 <> o.places OR ${first}`,
  ];
});

const BRANCHES = [
  ...ENDED,
  ...ADDRESSES,
  shown({ kind: 'sin-imagen', definition: promotions, where: `t.image_url = ''` }),
  ...AGENCIES,
  SERVICES,
  ...ORDERS,
];

/** Every finding as a row, computed when it is read: what is fixed is gone at once. */
export const FINDINGS = `WITH silent AS MATERIALIZED (${NOT_ANSWERING})\n${BRANCHES.join('\nUNION ALL ')}`;

/**
 * Agencies outside Guatemala (the bounds of the form), and those alone in their square of the map with all eight squares around it empty,
 * so that no other is within a square's side. Counting by squares costs the same for any number of agencies.
 */
function farRows(agencies: CatalogDefinition): { from: string; where: string; fact: string } {
  const { from, where } = shownRows(agencies);
  const inside = `${within(agencies, 'latitud')} AND ${within(agencies, 'longitud')}`;
  // Other programs may store a number whose square is none.
  const square = (name: string) => `CASE WHEN ${within(agencies, name)} THEN floor(t.${name} / ${SQUARE})::int END`;
  return {
    from: `${from} LEFT JOIN (
      WITH squares AS MATERIALIZED (SELECT ${square('latitud')} AS y, ${square('longitud')} AS x, count(*) AS agencies FROM ${from} WHERE ${where} AND ${inside} GROUP BY 1, 2)
      SELECT s.y, s.x FROM squares s WHERE s.agencies = 1 AND (SELECT sum(agencies) FROM squares) >= ${CROWD}
        AND NOT EXISTS (SELECT 1 FROM squares n WHERE abs(n.y - s.y) <= 1 AND abs(n.x - s.x) <= 1 AND (n.y, n.x) <> (s.y, s.x))
    ) lonely ON ${inside} AND lonely.y = ${square('latitud')} AND lonely.x = ${square('longitud')}`,
    where: `${where} AND t.latitud IS NOT NULL AND t.longitud IS NOT NULL AND (lonely.y IS NOT NULL OR NOT (${inside}))`,
    fact: `CASE WHEN ${inside} THEN 'far' ELSE 'outside' END`,
  };
}

function within({ fields }: CatalogDefinition, name: string): string {
  const { min, max } = fields.find((field) => field.name === name) ?? {};
  if (min === undefined || max === undefined) throw new Error(`${name} has no bounds`);
  return `t.${name} BETWEEN ${min} AND ${max}`;
}
