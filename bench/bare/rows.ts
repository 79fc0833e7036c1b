import express from 'express';
import pg from 'pg';

// A page of files as bare JSON from the same tables: Express, pg, one statement; no session, no permission, no count. Prints its port.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });
const PAGE = `SELECT t.id, t.nombre, t."contentType", t.bytes, t."createdAt", f.nombre AS "folderName", d.nombre AS "documentTypeName",
    a.nombre AS "agencyName", u.name AS "userName"
  FROM maletin_archivos t LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId" LEFT JOIN maletin_tipos_documento d ON d.id = t."tipoDocumentoId"
    LEFT JOIN agencias a ON a.id = t."agenciaId" LEFT JOIN usuarios u ON u.id = t."userId"
  WHERE t."isActive" AND NOT t.source_deleted ORDER BY t."createdAt" DESC, t.id DESC LIMIT 25`;
const server = express()
  .get('/', (_req, res, next) => {
    pool.query(PAGE).then(({ rows }) => res.json(rows), next);
  })
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${address && typeof address === 'object' ? address.port : 0}\n`);
  });
process.on('disconnect', () => process.exit(0));
