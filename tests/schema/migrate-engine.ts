import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { __wbg_set_wasm, SchemaEngine, type MigrationList, type SchemaFilter } from '@prisma/schema-engine-wasm/schema_engine_bg';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const PRISMA = path.resolve(import.meta.dirname, '../../prisma');
const SCHEMA = path.join(PRISMA, 'schema.prisma');
const NO_FILTERS: SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Prisma's own migrate engine, of the same commit as our Prisma, over our connections: works like `prisma migrate`, but without its
 * download.
 */
export interface MigrateEngine {
  /** Releases its connections, and with them the lock that deploying takes. */
  close(): Promise<void>;
  /** `prisma migrate deploy`: names of the newly applied migrations. */
  deploy(): Promise<string[]>;
  /** `prisma migrate status`. */
  status(): ReturnType<SchemaEngine['diagnoseMigrationHistory']>;
  /** `prisma migrate diff` from the database to schema.prisma: the script for the changes; '' when they agree. */
  diff(): Promise<string>;
}

/** @param migrations from `readMigrations`, possibly changed */
export async function openMigrateEngine(databaseUrl: string, migrations: MigrationList): Promise<MigrateEngine> {
  await loadEngine();
  const content = await readFile(SCHEMA, 'utf8');
  const files = [{ path: SCHEMA, content }];
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFor(pool));
  const engine = await SchemaEngine.new({ datamodels: [[SCHEMA, content]] }, () => undefined, adapter);
  const migrationsList = migrations;
  const filters = NO_FILTERS;
  return {
    close: () => pool.end(),
    deploy: async () => (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames,
    status: () => engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: false }),
    async diff() {
      const from = { tag: 'schemaDatasource' as const, files, configDir: PRISMA };
      const { stdout } = await engine.diff({ from, to: { tag: 'schemaDatamodel', files }, script: true, exitCode: true, filters });
      return stdout?.includes('-- This is an empty migration.') ? '' : (stdout ?? '');
    },
  };
}

/** What `prisma migrate` reads from prisma/migrations. */
export async function readMigrations(): Promise<MigrationList> {
  const baseDir = path.join(PRISMA, 'migrations');
  const folders = (await readdir(baseDir, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const read = async (name: string) => ({ tag: 'ok' as const, value: await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8') });
  return {
    baseDir,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: await readFile(path.join(baseDir, 'migration_lock.toml'), 'utf8') },
    migrationDirectories: await Promise.all(
      folders.sort().map(async (name) => ({ path: name, migrationFile: { path: 'migration.sql', content: await read(name) } })),
    ),
  };
}

let loaded: Promise<void> | null = null;

/** Node does not import .wasm files by itself: this repeats the package's own loader code. */
function loadEngine(): Promise<void> {
  loaded ??= (async () => {
    const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const module = await WebAssembly.compile(await readFile(path.join(folder, 'schema_engine_bg.wasm')));
    const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': { ...bindings } });
    __wbg_set_wasm(exports);
    const start = exports['__wbindgen_start'];
    if (typeof start === 'function') Reflect.apply(start, undefined, []);
  })();
  return loaded;
}

function adapterFor(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => forMigrations(await factory.connect(), pool),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

/**
 * The adapter splits scripts at every semicolon, even inside functions: here a script is one query, as in Prisma's binary engine. Also, the
 * adapter does not know PostgreSQL's internal type "char", which the catalogs use for kinds of constraints.
 */
function forMigrations(adapter: SqlDriverAdapter, pool: pg.Pool): SqlDriverAdapter {
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    getConnectionInfo: () => adapter.getConnectionInfo?.() ?? { supportsRelationJoins: true },
    executeRaw: (query) => adapter.executeRaw(query),
    startTransaction: (level) => adapter.startTransaction(level),
    dispose: () => adapter.dispose(),
    executeScript: async (script) => void (await pool.query(script)),
    queryRaw: (query) =>
      adapter.queryRaw(query).catch((error: unknown) => {
        if (isDriverAdapterError(error) && error.cause.kind === 'UnsupportedNativeDataType') return readCatalog(pool, query);
        throw error;
      }),
  };
}

/** Column types in the catalogs other than text. */
const CATALOG_TYPES: Readonly<Record<number, SqlResultSet['columnTypes'][number]>> = {
  [pg.types.builtins.BOOL]: ColumnTypeEnum.Boolean,
  [pg.types.builtins.CHAR]: ColumnTypeEnum.Character,
  [pg.types.builtins.INT2]: ColumnTypeEnum.Int32,
  [pg.types.builtins.INT4]: ColumnTypeEnum.Int32,
  [pg.types.builtins.OID]: ColumnTypeEnum.Int64,
};

async function readCatalog(pool: pg.Pool, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const { fields, rows } = await pool.query<unknown[]>({ text: sql, values: args, rowMode: 'array' });
  const columnTypes = fields.map(({ dataTypeID }) => CATALOG_TYPES[dataTypeID] ?? ColumnTypeEnum.Text);
  return { columnNames: fields.map(({ name }) => name), columnTypes, rows };
}
