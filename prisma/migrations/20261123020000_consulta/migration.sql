-- Schema `consulta`: the read model as managers ask for it from Excel, Power BI or Metabase (docs/consulta.md, decision 041).
-- Views with Spanish names, active rows only. Nobody but the owner may look into it until `npm run bi-access` says so.
CREATE SCHEMA consulta;
COMMENT ON SCHEMA consulta IS 'Vistas del portal para consultas de la gerencia';

-- A day as documents write it, YYYY-MM-DD of the years 1900 to 2999; null for what is none. Of immutable parts only, so that an
-- index can hold it and a view never fails on a row.
CREATE FUNCTION written_day(written text) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN written ~ '^((19|2\d)\d\d-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))|((19|2\d)(0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)$'
    THEN make_date(substr(written, 1, 4)::int, substr(written, 6, 2)::int, substr(written, 9, 2)::int) END;

-- A moment as the log of a quote writes it: ISO text of UTC, or a day, which begins at midnight in Guatemala; null for what is none.
CREATE FUNCTION written_moment(written text) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN written_day(left(written, 10)) IS NULL THEN NULL
    WHEN length(written) = 10 THEN (written_day(written) + time '06:00') AT TIME ZONE 'UTC'
    WHEN substr(written, 11) ~ '^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$' THEN written::timestamptz
  END;

-- What a view and each of its columns mean, in one call per view; refuses a column without words and words without a column.
-- Columns that most views have are described here.
CREATE FUNCTION describe_view(name text, about text, columns jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  generic constant jsonb := '{"id": "Código del registro", "momento_creado": "Momento en que se creó", "dia_creado": "Día en que se creó, en Guatemala",
    "momento_actualizado": "Momento del último cambio; vacío si no hubo"}';
  present text[];
  one text;
BEGIN
  SELECT array_agg(attname::text) INTO STRICT present FROM pg_attribute
    WHERE attrelid = format('consulta.%I', name)::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format('COMMENT ON VIEW consulta.%I IS %L', name, about);
  FOREACH one IN ARRAY present LOOP
    IF coalesce(columns ->> one, generic ->> one) IS NULL THEN RAISE EXCEPTION 'consulta.%.% is not described', name, one; END IF;
    EXECUTE format('COMMENT ON COLUMN consulta.%I.%I IS %L', name, one, coalesce(columns ->> one, generic ->> one));
  END LOOP;
  FOR one IN SELECT jsonb_object_keys(columns) EXCEPT SELECT unnest(present) LOOP
    RAISE EXCEPTION 'consulta.% has no column %', name, one;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION describe_view(text, text, jsonb) FROM PUBLIC;

-- A name stands beside each id: that of today, also of a record that was deleted; the id itself where nothing is called so.
CREATE VIEW consulta.agencias AS
  SELECT a.id, a.nombre, CASE a.tipo WHEN 'agencia' THEN 'Agencia' WHEN 'cajero' THEN 'Cajero automático' WHEN 'agente' THEN 'Agente' ELSE a.tipo END AS tipo,
    a.direccion, a.telefono, a.horarios, a.latitud, a.longitud, CASE WHEN a.estado THEN 'Sí' ELSE 'No' END AS visible_en_app,
    a."createdAt" AS momento_creado, guatemala_day(a."createdAt") AS dia_creado, a."updatedAt" AS momento_actualizado
  FROM agencias a WHERE a."isActive" AND NOT a.source_deleted;
SELECT describe_view('agencias', 'Agencias, cajeros automáticos y agentes', '{"nombre": "Nombre", "tipo": "Agencia, Cajero automático o Agente",
  "direccion": "Dirección", "telefono": "Teléfono de atención", "horarios": "Horarios de atención", "latitud": "Grados al norte; vacío si no se conoce",
  "longitud": "Grados al este (negativo); vacío si no se conoce", "visible_en_app": "Sí o No: la aplicación móvil la muestra"}');

CREATE VIEW consulta.departamentos AS
  SELECT d.id, d.nombre, d.descripcion, CASE WHEN d.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    d."createdAt" AS momento_creado, guatemala_day(d."createdAt") AS dia_creado, d."updatedAt" AS momento_actualizado
  FROM departamentos d WHERE d."isActive" AND NOT d.source_deleted;
SELECT describe_view('departamentos', 'Departamentos internos', '{"nombre": "Nombre", "descripcion": "Descripción", "estado": "Activo o Inactivo"}');

CREATE VIEW consulta.puestos AS
  SELECT p.id, p.nombre, p.descripcion, CASE WHEN p.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    p."createdAt" AS momento_creado, guatemala_day(p."createdAt") AS dia_creado, p."updatedAt" AS momento_actualizado
  FROM puestos p WHERE p."isActive" AND NOT p.source_deleted;
SELECT describe_view('puestos', 'Puestos de trabajo', '{"nombre": "Nombre", "descripcion": "Descripción", "estado": "Activo o Inactivo"}');

-- Nothing that opens a door: no telephone, no folders, no permission set.
CREATE VIEW consulta.usuarios AS
  SELECT u.id, u.name AS nombre, u.email AS correo, u.role AS rol_id, coalesce(r.title,
      CASE lower(u.role) WHEN 'admin' THEN 'Administrador' WHEN 'editor' THEN 'Editor' WHEN 'user' THEN 'Reportes' ELSE u.role END) AS rol,
    u.agency AS agencia_id, coalesce(nullif(a.nombre, ''), u.agency) AS agencia,
    coalesce(u.department ->> 'id', '') AS departamento_id, coalesce(nullif(d.nombre, ''), u.department ->> 'name', u.department ->> 'id', '') AS departamento,
    u.position AS puesto_id, coalesce(nullif(p.nombre, ''), u.position) AS puesto,
    CASE WHEN u.state THEN 'Activo' ELSE 'Inactivo' END AS estado, u.clicks,
    u."createdAt" AS momento_creado, guatemala_day(u."createdAt") AS dia_creado, u."updatedAt" AS momento_actualizado
  FROM usuarios u
  -- Of two labels with one value it belongs to the one whose own id it is, else to the first.
  LEFT JOIN LATERAL (SELECT nullif(btrim(l.title), '') AS title FROM roles l WHERE (l.value = u.role OR l.id = u.role) AND NOT l.source_deleted
    ORDER BY l.id = u.role AND l.value = u.role DESC, l.value = u.role DESC, l."createdAt", l.id LIMIT 1) r ON TRUE
  LEFT JOIN agencias a ON a.id = u.agency
  LEFT JOIN departamentos d ON d.id = u.department ->> 'id'
  LEFT JOIN puestos p ON p.id = u.position
  WHERE u."isActive" AND NOT u.source_deleted;
SELECT describe_view('usuarios', 'Personal con cuenta en el portal', '{"nombre": "Nombre", "correo": "Correo de trabajo", "rol_id": "Código del rol",
  "rol": "Rol", "agencia_id": "Código de su agencia", "agencia": "Su agencia", "departamento_id": "Código de su departamento", "departamento": "Su departamento",
  "puesto_id": "Código de su puesto", "puesto": "Su puesto", "estado": "Activo o Inactivo: si puede entrar", "clicks": "Clics en el portal desde siempre"}');

CREATE VIEW consulta.actividad_por_dia AS
  SELECT t.id, t.day AS dia, t."userId" AS usuario_id, coalesce(nullif(u.name, ''), nullif(u.email, ''), t."userId") AS usuario,
    coalesce(u.agency, '') AS agencia_id, coalesce(nullif(a.nombre, ''), u.agency, '') AS agencia, t.clicks, t."lastAt" AS momento_ultimo
  FROM actividad_usuarios t LEFT JOIN usuarios u ON u.id = t."userId" LEFT JOIN agencias a ON a.id = u.agency
  WHERE t."isActive" AND NOT t.source_deleted;
SELECT describe_view('actividad_por_dia', 'Clics de cada persona en cada día', '{"dia": "Día en Guatemala", "usuario_id": "Código de la persona",
  "usuario": "Persona", "agencia_id": "Código de su agencia de hoy", "agencia": "Su agencia de hoy", "clicks": "Clics en ese día", "momento_ultimo": "Momento del último clic de ese día"}');
