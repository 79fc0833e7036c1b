import { createHmac } from 'node:crypto';
import express from 'express';
import pg from 'pg';

// The data request of the Maletín's list as bare JSON: the session, the person and their menus, how fresh the data is, whether uploads are
// possible, the number of files and one page of them. Express and pg, one statement after another. Prints its port.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });
const SESSION = `SELECT s.uid FROM identity.sessions s JOIN identity.accounts a ON a.uid = s.uid
  WHERE s.token_hash = $1 AND s.expires_at > now() AND NOT a.disabled`;
const PERSON = `SELECT u.id, u.name, u.email, u.role, u.agency, u.briefcase_permissions, r.menus, p.theme, p.page_size,
    (SELECT min(fresh_at) FROM sync_streams) AS as_of
  FROM usuarios u LEFT JOIN permisos_rol r ON r.id = u.role LEFT JOIN identity.preferences p ON p.uid = u.id
  WHERE u.id = $1 AND u.state AND u."isActive" AND NOT u.source_deleted`;
const PLACES = `SELECT EXISTS (SELECT 1 FROM maletin_carpetas WHERE "isActive" AND NOT source_deleted AND estado) AS folders,
  EXISTS (SELECT 1 FROM maletin_tipos_documento WHERE "isActive" AND NOT source_deleted AND estado) AS "documentTypes"`;
// Counting a million rows would take as long as fifty pages.
const TOTAL = `SELECT sum(active)::int AS total FROM row_totals WHERE table_name = 'maletin_archivos'`;
const PAGE = `SELECT t.id, t.nombre, t."contentType", t.bytes, t."createdAt", f.nombre AS "folderName", d.nombre AS "documentTypeName",
    a.nombre AS "agencyName", u.name AS "userName"
  FROM maletin_archivos t LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId" LEFT JOIN maletin_tipos_documento d ON d.id = t."tipoDocumentoId"
    LEFT JOIN agencias a ON a.id = t."agenciaId" LEFT JOIN usuarios u ON u.id = t."userId"
  WHERE t."isActive" AND NOT t.source_deleted ORDER BY t."createdAt" DESC, t.id DESC LIMIT 25`;

const tokenHash = (cookie: string) =>
  createHmac('sha256', process.env['SESSION_SECRET'] ?? '')
    .update(/portal_session=([^;]+)/.exec(cookie)?.[1] ?? '')
    .digest();

async function read(cookie: string): Promise<object | null> {
  const session = await pool.query<{ uid: string }>(SESSION, [tokenHash(cookie)]);
  const person = await pool.query<object>(PERSON, [session.rows[0]?.uid]);
  if (!person.rows[0]) return null;
  const places = await pool.query<object>(PLACES);
  const total = await pool.query<object>(TOTAL);
  const page = await pool.query<object>(PAGE);
  return { person: person.rows[0], places: places.rows[0], total: total.rows[0], rows: page.rows };
}

const server = express()
  .get('/', (req, res, next) => {
    read(req.headers.cookie ?? '').then((answer) => (answer ? res.json(answer) : res.sendStatus(401)), next);
  })
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${address && typeof address === 'object' ? address.port : 0}\n`);
  });
process.on('disconnect', () => process.exit(0));
