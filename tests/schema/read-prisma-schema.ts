/** One column as either side describes it, in the database's own words. */
interface Column {
  /** As `format_type` writes it: `timestamp(6) with time zone`. */
  type: string;
  required: boolean;
  /** Normalised (`normalizeDefault`); null when there is none. */
  default: string | null;
}

export interface Table {
  columns: Record<string, Column>;
  /** In the order of the key. */
  primaryKey: string[];
}

const SCALARS: Readonly<Record<string, string>> = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  DateTime: 'timestamp(3) without time zone',
  Json: 'jsonb',
};
const NATIVE: Readonly<Record<string, string>> = { 'Timestamptz(6)': 'timestamp(6) with time zone', Date: 'date' };

const BLOCK = /^(\w+)\s+(\w+)\s*\{\n([\s\S]*?)^\}/gm;
const FIELD = /^(\w+)\s+(\w+)(\[\]|\?)?((?:\s+@[\w.]+(?:\((?:[^()"]|"[^"]*"|\(\))*\))?)*)$/;
const ATTRIBUTE = /@([\w.]+)(?:\(((?:[^()"]|"[^"]*"|\(\))*)\))?/g;

/**
 * The tables and views that schema.prisma describes; those outside the schema `public` by `schema.name`. It reads what our schema uses and nothing more.
 * @throws on any line it does not understand: a new kind of line must not pass unchecked.
 */
export function readPrismaSchema(text: string): Record<string, Table> {
  const tables: Record<string, Table> = {};
  const withoutComments = text.replace(/^\s*\/\/.*\n/gm, '');
  const rest = withoutComments.replace(BLOCK, (_block, kind: string, name: string, body: string) => {
    if (kind === 'model') Object.assign(tables, readModel(name, body));
    else if (kind === 'view') Object.assign(tables, withoutNullability(readModel(name, body)));
    else if (kind !== 'generator' && kind !== 'datasource') throw new Error(`schema.prisma: ${kind} ${name} is not understood`);
    return '';
  });
  if (rest.trim() !== '') throw new Error(`schema.prisma: not understood: ${rest.trim()}`);
  return tables;
}

function readModel(model: string, body: string): Record<string, Table> {
  const table: Table = { columns: {}, primaryKey: [] };
  let name = model;
  let schema = 'public';
  for (const line of body
    .split('\n')
    .map((entry) => entry.trim())
    // Indexes are compared by Prisma's own engine (migrate-engine.test.ts).
    .filter((entry) => entry !== '' && !entry.startsWith('@@index('))) {
    const mapped = /^@@map\("(\w+)"\)$/.exec(line)?.[1];
    const placed = /^@@schema\("(\w+)"\)$/.exec(line)?.[1];
    const key = /^@@id\(\[([\w, ]+)\]\)$/.exec(line)?.[1];
    if (mapped !== undefined) name = mapped;
    else if (placed !== undefined) schema = placed;
    else if (key !== undefined) table.primaryKey = key.split(',').map((entry) => entry.trim());
    else readField(`${model}: ${line}`, line, table);
  }
  return { [schema === 'public' ? name : `${schema}.${name}`]: table };
}

/** The database does not know which columns of a view are never empty. */
function withoutNullability(tables: Record<string, Table>): Record<string, Table> {
  for (const { columns } of Object.values(tables)) for (const column of Object.values(columns)) column.required = false;
  return tables;
}

function readField(where: string, line: string, table: Table): void {
  const [, name, scalar, arity, attributeText] = FIELD.exec(line) ?? [];
  const base = SCALARS[scalar ?? ''];
  if (name === undefined || base === undefined) throw new Error(`schema.prisma, ${where}: not understood`);
  const column: Column = { type: base, required: arity === undefined, default: null };
  for (const [, attribute, argument = ''] of (attributeText ?? '').matchAll(ATTRIBUTE)) {
    const native = NATIVE[`${attribute?.replace(/^db\./, '')}${argument === '' ? '' : `(${argument})`}`];
    if (attribute === 'id') table.primaryKey = [name];
    else if (attribute === 'default') column.default = normalizeDefault(argument);
    else if (attribute?.startsWith('db.') && native !== undefined) column.type = native;
    else throw new Error(`schema.prisma, ${where}: @${attribute} is not understood`);
  }
  if (arity === '[]') column.type += '[]';
  table.columns[name] = column;
}

/** `""`, `''::text`, `[]`, `ARRAY[]::text[]`, `"{}"`, `'{}'::jsonb`: the same value in one writing. */
export function normalizeDefault(expression: string): string {
  const bare = expression.replace(/::[\w ]+(\[\])?$/, '');
  if (bare === '[]' || bare === 'ARRAY[]') return 'empty list';
  return bare.replace(/^"(.*)"$/, "'$1'");
}
