import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';

const { sql } = await createTestDatabase();

/** Enough that a sequential scan costs more than any index. */
const ROWS = 30_000;
const DAY = `'2026-03-04'`;
const MONTH = `BETWEEN '2026-03-01' AND '2026-03-03'`;

/** Tables to fill: rows spread over three years and, where the columns exist, over 40 agencies and 1,000 people. */
const FILL = [
  `clientes (id, agencia, "fechaAsociacion", "createdAt", source_version) SELECT 'r' || n, 'a' || n % 40, to_char(timestamp '2024-01-01' + n * interval '40 min', 'YYYY-MM-DD')`,
  `cotizaciones (id, agencia, tipo, bitacora, waiting_since, "createdAt", source_version) SELECT 'r' || n, 'a' || n % 40, 't' || n % 30, '[{"fecha":"2026-03-04T12:00:00.000Z","etapa":"Visita"}]', now()`,
  `maletin_archivos (id, nombre, "userId", "createdAt", source_version) SELECT 'r' || n, 'Archivo', 'u' || n % 1000`,
  `eventos_archivos (id, kind, area, "fileId", "userId", at, source_version) SELECT 'r' || n, 'view', 'briefcase', 'r' || n % 500, 'u' || n % 1000`,
  `documentos (id, "documentId", status, "agencyId", "createdBy", "createdAt", source_version) SELECT 'r' || n, 't' || n % 40, 's' || n % 30, 'a' || n % 40, 'u' || n % 1000`,
  `packages (id, code, "from", "agencyId", "detailOfPackage", "sendedAt", "createdAt", source_version) SELECT 'r' || n, 'c' || n, 'u' || n % 1000, 'a' || n % 40, '[{"document":"Acta"}]', timestamptz '2024-01-01' + n * interval '40 min'`,
  `auditoria (source_database, id, "user", action, target_id, "createdAt", source_version) SELECT 'main', 'r' || n, 'u' || n % 1000, 'A' || n % 40, 'x' || n % 900`,
  `actividad_usuarios (id, "userId", day, "lastAt", "createdAt", source_version) SELECT 'r' || n, 'u' || n % 1000, date '2024-01-01' + n / 36, now()`,
];

/** Filters that people use in Excel or Power BI, by view. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  asociados: [
    'id',
    `dia_creado = ${DAY}`,
    `dia_creado ${MONTH}`,
    `dia_asociacion = ${DAY}`,
    `dia_asociacion ${MONTH}`,
    `agencia_id = 'a7'`,
  ],
  prospecciones: ['id', `dia_creado = ${DAY}`, `dia_creado ${MONTH}`, `agencia_id = 'a7'`, `tipo_id = 't7'`],
  seguimientos_de_prospecciones: [`prospeccion_id = 'r7'`, `dia_prospeccion = ${DAY}`, `dia_prospeccion ${MONTH}`],
  archivos: ['id', `dia_creado = ${DAY}`, `dia_creado ${MONTH}`],
  eventos_de_archivos: ['id', `dia = ${DAY}`, `dia ${MONTH}`],
  documentos: [
    'id',
    `dia_creado = ${DAY}`,
    `dia_creado ${MONTH}`,
    `tipo_id = 't7'`,
    `estado_id = 's7'`,
    `agencia_id = 'a7'`,
    `creado_por_id = 'u7'`,
  ],
  paquetes: ['id', `clave = 'c7'`, `dia_creado = ${DAY}`, `dia_enviado ${MONTH}`, `remitente_id = 'u7'`, `agencia_destino_id = 'a7'`],
  lineas_de_paquetes: [`paquete_id = 'r7'`, `dia_paquete = ${DAY}`],
  auditoria: [
    `base_de_datos_id = 'main' AND id = 'r7'`,
    `dia = ${DAY}`,
    `dia ${MONTH}`,
    `usuario_id = 'u7'`,
    `accion = 'A7'`,
    `registro_id = 'x7'`,
  ],
  actividad_por_dia: ['id', `dia = ${DAY}`, `dia ${MONTH}`, `usuario_id = 'u7'`],
};

const NEWEST = {
  asociados: 'momento_creado',
  prospecciones: 'momento_creado',
  archivos: 'momento_creado',
  documentos: 'momento_creado',
  auditoria: 'momento',
};

beforeAll(async () => {
  for (const table of FILL) {
    const times = table.startsWith('actividad') ? '' : `, timestamptz '2024-01-01' + n * interval '40 min'`;
    const created = table.startsWith('actividad') ? ', now()' : times;
    await sql.query(`INSERT INTO ${table}${created}, n FROM generate_series(1, ${ROWS}) n`);
  }
  await sql.query('ANALYZE');
});

async function planOf(query: string): Promise<string> {
  const { rows } = await sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** A sequential scan of a filled table; for the small tables with names it would be right. */
const WHOLE = new RegExp(`Seq Scan on (?:${FILL.map((table) => table.split(' ')[0]).join('|')})\\b`);

describe.each(Object.entries(FILTERS))('consulta.%s', (view, filters) => {
  it.each(filters.map((filter) => (filter === 'id' ? `id = 'r7'` : filter)))('finds %s by an index', async (filter) => {
    expect(await planOf(`SELECT * FROM consulta.${view} WHERE ${filter}`)).not.toMatch(WHOLE);
    expect((await sql.query(`SELECT 1 FROM consulta.${view} WHERE ${filter} LIMIT 1`)).rowCount).toBe(1);
  });
});

it.each(Object.entries(NEWEST))('reads the newest rows of %s without scanning the table', async (view, moment) => {
  expect(await planOf(`SELECT * FROM consulta.${view} ORDER BY ${moment} DESC LIMIT 100`)).not.toMatch(WHOLE);
});

it('counts the rows of a view without joining the tables of names', async () => {
  expect(await planOf(`SELECT count(*) FROM consulta.documentos WHERE dia_creado ${MONTH}`)).not.toMatch(/Join|Loop/);
});

it('scans the whole table for a filter by name, as docs/consulta.md says', async () => {
  expect(await planOf(`SELECT * FROM consulta.documentos WHERE agencia = 'Norte'`)).toMatch(WHOLE);
});
