import type pg from 'pg';

/** Relations without a model: Prisma's table of migrations, and a view for a list. */
const INTERNAL = ['_prisma_migrations', 'file_events'];

const TYPES: Readonly<Record<string, string>> = {
  text: 'String',
  boolean: 'Boolean',
  integer: 'Int',
  bigint: 'BigInt',
  'double precision': 'Float',
  jsonb: 'Json',
  'timestamp(6) with time zone': 'DateTime @db.Timestamptz(6)',
  date: 'DateTime @db.Date',
  'text[]': 'String[]',
  'integer[]': 'Int[]',
};

interface Relation {
  schema: string;
  name: string;
  isView: boolean;
  columns: { name: string; type: string; required: boolean; default: string | null; identity: boolean }[];
  key: string[] | null;
  indexes: { name: string; method: string; columns: { name: string; down: boolean }[] }[] | null;
}

/**
 * schema.prisma for a migrated database, keeping the file's head and model names. Lists only indexes that Prisma knows: over all rows, and
 * without expressions.
 */
export async function prismaSchema(client: pg.ClientBase, current: string): Promise<string> {
  const head = current.slice(0, current.search(/^(?:model|view) /m));
  const names = new Map(
    [...current.matchAll(/^(?:model|view) (\w+) \{\n[^]*?@@map\("(\w+)"\)\n {2}@@schema\("(\w+)"\)/gm)].map(
      ([, model = '', table, schema]) => [`${schema}.${table}`, model],
    ),
  );
  const { rows } = await client.query<Relation>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS name, c.relkind = 'v' AS "isView",
       (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
          'default', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity <> '') ORDER BY a.attnum)
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
       (SELECT json_agg(a.attname ORDER BY part.place) FROM pg_constraint k, unnest(k.conkey) WITH ORDINALITY AS part (number, place),
          pg_attribute a WHERE k.conrelid = c.oid AND k.contype = 'p' AND a.attrelid = c.oid AND a.attnum = part.number) AS key,
       (SELECT json_agg(json_build_object('name', i.indexrelid::regclass, 'method', m.amname, 'columns',
          (SELECT json_agg(json_build_object('name', a.attname, 'down', coalesce(i.indoption[part.place - 1], 0) & 1 = 1) ORDER BY part.place)
           FROM unnest(i.indkey) WITH ORDINALITY AS part (number, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.number))
          ORDER BY i.indexrelid::regclass::text)
        FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
        WHERE i.indrelid = c.oid AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL) AS indexes
     FROM pg_class c WHERE c.relnamespace::regnamespace::text IN ('public', 'consulta') AND c.relkind IN ('r', 'v') AND c.relname <> ALL ($1)
     ORDER BY c.relnamespace::regnamespace::text DESC, c.relkind, c.relname`,
    [INTERNAL],
  );
  return head + rows.map((relation) => modelOf(relation, names.get(`${relation.schema}.${relation.name}`))).join('\n');
}

function modelOf({ schema, name, isView, columns, key, indexes }: Relation, model = pascal(name)): string {
  const fields = columns.map((column) => {
    const [type = '', ...attributes] = prismaType(name, column).split(' ');
    const optional = column.required || type.endsWith('[]') ? '' : '?';
    const isKey = key?.length === 1 && key[0] === column.name;
    const value = column.identity ? 'autoincrement()' : column.default === null ? null : prismaDefault(column.default);
    return [column.name, `${type}${optional}`, ...(isKey ? ['@id'] : []), ...(value === null ? [] : [`@default(${value})`]), ...attributes];
  });
  const width = (place: number) => Math.max(...fields.map((field) => field[place]?.length ?? 0));
  const lines = fields.map(([field = '', type = '', ...rest]) =>
    `  ${field.padEnd(width(0))} ${type.padEnd(width(1))} ${rest.join(' ')}`.trimEnd(),
  );
  const blocks = [
    ...(key && key.length > 1 ? [`  @@id([${key.join(', ')}])`] : []),
    ...(indexes ?? []).map(
      (index) =>
        `  @@index([${index.columns.map((column) => indexed(column, index.method)).join(', ')}]${index.method === 'gin' ? ', type: Gin' : ''}, map: "${index.name}")`,
    ),
    `  @@map("${name}")`,
    `  @@schema("${schema}")`,
  ];
  return `${isView ? 'view' : 'model'} ${model} {\n${[...lines, '', ...blocks].join('\n')}\n}\n`;
}

/** @throws on a type that no model uses yet */
function prismaType(relation: string, { name, type }: Relation['columns'][number]): string {
  const known = TYPES[type];
  if (known === undefined) throw new Error(`${relation}.${name}: ${type} is no type of schema.prisma yet`);
  return known;
}

/** `''::text`, `ARRAY[]::text[]`, `'{}'::jsonb`, `now()`, `0`, `true`. */
function prismaDefault(expression: string): string {
  if (expression.startsWith('ARRAY[]')) return '[]';
  const text = /^'(.*)'::\w+$/.exec(expression)?.[1];
  return text === undefined ? expression : JSON.stringify(text.replaceAll("''", "'"));
}

function indexed({ name, down }: { name: string; down: boolean }, method: string): string {
  if (method === 'gin') return `${name}(ops: raw("gin_trgm_ops"))`;
  return down ? `${name}(sort: Desc)` : name;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}
