ALTER TABLE roles ADD COLUMN stated_id text NOT NULL DEFAULT '';

-- The role of a person as the portal names it, whether their document calls it by id, value or title, in any case (specification section 6).
CREATE OR REPLACE VIEW consulta.usuarios AS
  SELECT u.id, u.name AS nombre, u.email AS correo, u.role AS rol_id, coalesce(r.title, known.title, u.role) AS rol,
    u.agency AS agencia_id, coalesce(nullif(a.nombre, ''), u.agency) AS agencia,
    coalesce(u.department ->> 'id', '') AS departamento_id, coalesce(nullif(d.nombre, ''), u.department ->> 'name', u.department ->> 'id', '') AS departamento,
    u.position AS puesto_id, coalesce(nullif(p.nombre, ''), u.position) AS puesto,
    CASE WHEN u.state THEN 'Activo' ELSE 'Inactivo' END AS estado, u.clicks,
    u."createdAt" AS momento_creado, guatemala_day(u."createdAt") AS dia_creado, u."updatedAt" AS momento_actualizado
  FROM usuarios u
  LEFT JOIN LATERAL (SELECT d.id, d.title FROM (VALUES ('admin', 'Administrador', 'administrador'), ('editor', 'Editor', 'editor'),
    ('user', 'Reportes', 'usuario')) d (id, title, value) WHERE lower(btrim(u.role)) IN (d.id, d.value, lower(d.title))) known ON TRUE
  -- Of two labels with one value it belongs to the one whose own id it is, else to the first.
  LEFT JOIN LATERAL (SELECT nullif(btrim(l.title), '') AS title FROM roles l
    WHERE NOT l.source_deleted AND (lower(btrim(u.role)) IN (lower(l.value), lower(l.stated_id), lower(l.id), lower(btrim(l.title))) OR known.id IN (l.value, l.stated_id, l.id))
    ORDER BY coalesce(known.id IN (l.value, l.stated_id, l.id), FALSE) DESC, l.id = u.role AND l.value = u.role DESC, l.value = u.role DESC, l."createdAt", l.id LIMIT 1) r ON TRUE
  LEFT JOIN agencias a ON a.id = u.agency
  LEFT JOIN departamentos d ON d.id = u.department ->> 'id'
  LEFT JOIN puestos p ON p.id = u.position
  WHERE u."isActive" AND NOT u.source_deleted;
