-- Schema `consulta`: the read model as managers ask for it from Excel, Power BI or Metabase (docs/consulta.md, decision 041).
-- Views with Spanish names, active rows only. Nobody but the owner may look into it until `npm run bi-access` says so.
CREATE SCHEMA consulta;
COMMENT ON SCHEMA consulta IS 'Vistas del portal para consultas de la gerencia';

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

-- What states are called: the list that is stored, or the words of the standard where none is. The last row is what lists offer for
-- every other state. DISTINCT tells the planner that a join with it doubles nothing.
CREATE VIEW doc_states AS
  SELECT DISTINCT ON (i.item ->> 'id') i.item ->> 'id' AS id, i.item ->> 'value' AS name, i.item ->> 'search_text' AS search_text, i.place, true AS "isActive", false AS source_deleted
  FROM jsonb_array_elements(coalesce((SELECT c.items FROM constantes c WHERE c.id = 'docStates' AND NOT c.source_deleted),
    '[{"id": "INDEXED", "value": "Indexado", "search_text": "indexado"}, {"id": "ARCHIVED", "value": "Archivado", "search_text": "archivado"}, {"id": "ASSIGNED", "value": "Asignado", "search_text": "asignado"}, {"id": "RETURNED", "value": "Devuelto", "search_text": "devuelto"}]')
    || '[{"id": "OTHERS", "value": "Otros", "search_text": "otros"}]') WITH ORDINALITY AS i (item, place)
  ORDER BY i.item ->> 'id', i.place;
CREATE VIEW package_states AS
  SELECT DISTINCT ON (i.item ->> 'id') i.item ->> 'id' AS id, i.item ->> 'value' AS name, i.item ->> 'search_text' AS search_text, i.place, true AS "isActive", false AS source_deleted
  FROM jsonb_array_elements(coalesce((SELECT c.items FROM constantes c WHERE c.id = 'packageStatus' AND NOT c.source_deleted),
    '[{"id": "ENTERED", "value": "Ingresado", "search_text": "ingresado"}, {"id": "SENT", "value": "Enviado", "search_text": "enviado"}, {"id": "ACCEPTED", "value": "Aceptado", "search_text": "aceptado"}, {"id": "REJECTED", "value": "Rechazado", "search_text": "rechazado"}]')
    || '[{"id": "OTHERS", "value": "Otros", "search_text": "otros"}]') WITH ORDINALITY AS i (item, place)
  ORDER BY i.item ->> 'id', i.place;

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

-- Nothing that opens a door: no telephone, no folders, no permission set. The role as the portal names it, whether their document calls it by id, value or title, in any case (specification section 6).
CREATE VIEW consulta.usuarios AS
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

-- Days are the Guatemalan ones; the index by day is that of the view's own column.
-- Members are counted and named, not reached: DPI, telephone and e-mail stay in the portal, whose screens and files are audited.
CREATE VIEW consulta.asociados AS
  SELECT c.id, c.codigo, c.nombre, c.agencia AS agencia_id, coalesce(nullif(a.nombre, ''), c.agencia) AS agencia,
    written_day(c."fechaAsociacion") AS dia_asociacion, CASE WHEN c.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    CASE WHEN c.dpi <> '' THEN 'Sí' ELSE 'No' END AS tiene_dpi, CASE WHEN c.telefono <> '' THEN 'Sí' ELSE 'No' END AS tiene_telefono,
    CASE WHEN c.correo <> '' THEN 'Sí' ELSE 'No' END AS tiene_correo,
    c."createdAt" AS momento_creado, guatemala_day(c."createdAt") AS dia_creado, c."updatedAt" AS momento_actualizado
  FROM clientes c LEFT JOIN agencias a ON a.id = c.agencia WHERE c."isActive" AND NOT c.source_deleted;
SELECT describe_view('asociados', 'Asociados de la cooperativa, sin DPI, teléfono ni correo', '{"codigo": "Código de asociado", "nombre": "Nombre",
  "agencia_id": "Código de su agencia", "agencia": "Su agencia", "dia_asociacion": "Día en que se asoció; vacío si no se conoce", "estado": "Activo o Inactivo",
  "tiene_dpi": "Sí o No: hay un DPI registrado", "tiene_telefono": "Sí o No: hay un teléfono registrado", "tiene_correo": "Sí o No: hay un correo registrado"}');

CREATE VIEW consulta.prospecciones AS
  SELECT c.id, c.tipo AS tipo_id, CASE c.tipo WHEN 'ahorro_plazo' THEN 'Ahorro a plazo' WHEN 'prestamo' THEN 'Préstamo' WHEN 'ahorro_programado' THEN 'Ahorro programado'
      WHEN 'tarjeta_credito' THEN 'Tarjeta de crédito' WHEN '' THEN 'Sin tipo' ELSE c.tipo END AS tipo,
    CASE c."tipoPrestamo" WHEN 'fiduciario' THEN 'Fiduciario' WHEN 'hipotecario' THEN 'Hipotecario' WHEN 'prendario' THEN 'Prendario' WHEN 'vehiculo' THEN 'Vehículo'
      WHEN 'agricola' THEN 'Agrícola' WHEN 'microcredito' THEN 'Microcrédito' ELSE c."tipoPrestamo" END AS tipo_de_prestamo,
    c.nombre, c.monto, c."plazoMeses" AS plazo_meses, c.cuota, c.agencia AS agencia_id, coalesce(nullif(a.nombre, ''), c.agencia) AS agencia,
    CASE WHEN c.estado THEN 'Pendiente' ELSE 'Cerrada' END AS estado, c.last_stage AS ultima_etapa, c.follow_up_count AS seguimientos,
    c.last_follow_up_at AS momento_ultimo_seguimiento, guatemala_day(c.last_follow_up_at) AS dia_ultimo_seguimiento,
    c."createdAt" AS momento_creado, guatemala_day(c."createdAt") AS dia_creado, c."updatedAt" AS momento_actualizado
  FROM cotizaciones c LEFT JOIN agencias a ON a.id = c.agencia WHERE c."isActive" AND NOT c.source_deleted;
SELECT describe_view('prospecciones', 'Solicitudes que llegan por la aplicación móvil, sin teléfono ni correo', '{"tipo_id": "Código del tipo", "tipo": "Tipo de producto que interesa",
  "tipo_de_prestamo": "Tipo de préstamo; vacío si no es un préstamo", "nombre": "Nombre de la persona interesada", "monto": "Monto en quetzales; vacío si no lo dijo",
  "plazo_meses": "Plazo en meses; vacío si no lo dijo", "cuota": "Cuota en quetzales; vacío si no se calculó", "agencia_id": "Código de la agencia", "agencia": "Agencia",
  "estado": "Pendiente o Cerrada", "ultima_etapa": "Etapa del último seguimiento", "seguimientos": "Cantidad de seguimientos",
  "momento_ultimo_seguimiento": "Momento del último seguimiento; vacío si no hubo", "dia_ultimo_seguimiento": "Día del último seguimiento, en Guatemala"}');

-- The comments of the log are free text about a person: they stay in the portal.
CREATE VIEW consulta.seguimientos_de_prospecciones AS
  SELECT c.id AS prospeccion_id, entry.place::integer AS numero, written_moment(entry.value ->> 'fecha')::timestamptz(6) AS momento, guatemala_day(written_moment(entry.value ->> 'fecha')) AS dia,
    coalesce(CASE jsonb_typeof(entry.value -> 'usuario') WHEN 'object' THEN coalesce(nullif(btrim(entry.value #>> '{usuario,name}'), ''), nullif(btrim(entry.value #>> '{usuario,nombre}'), ''),
      nullif(btrim(entry.value #>> '{usuario,email}'), ''), btrim(entry.value #>> '{usuario,id}')) ELSE btrim(entry.value ->> 'usuario') END, '') AS usuario,
    coalesce(btrim(entry.value ->> 'etapa'), '') AS etapa,
    CASE WHEN btrim(CASE jsonb_typeof(entry.value) WHEN 'string' THEN entry.value #>> '{}' ELSE entry.value ->> 'comentario' END) <> '' THEN 'Sí' ELSE 'No' END AS tiene_comentario,
    c.tipo AS tipo_id, c.agencia AS agencia_id, guatemala_day(c."createdAt") AS dia_prospeccion
  FROM cotizaciones c CROSS JOIN LATERAL jsonb_array_elements(c.bitacora) WITH ORDINALITY AS entry (value, place)
  WHERE c."isActive" AND NOT c.source_deleted;
SELECT describe_view('seguimientos_de_prospecciones', 'Bitácora de las prospecciones: un renglón por seguimiento, sin sus comentarios', '{"prospeccion_id": "Código de la prospección",
  "numero": "Lugar en la bitácora, desde 1", "momento": "Momento del seguimiento; vacío si no se puede leer", "dia": "Día del seguimiento, en Guatemala", "usuario": "Quién dio seguimiento",
  "etapa": "Etapa", "tiene_comentario": "Sí o No: hay un comentario, que se lee en el portal", "tipo_id": "Código del tipo de la prospección",
  "agencia_id": "Código de la agencia de la prospección", "dia_prospeccion": "Día en que llegó la prospección, en Guatemala; filtre por él para que responda rápido"}');

CREATE VIEW consulta.promociones AS
  SELECT p.id, p.nombre, p.descripcion, CASE WHEN p.estado THEN 'Sí' ELSE 'No' END AS visible_en_app, written_day(p."vigenciaDesde") AS vigente_desde,
    written_day(p."vigenciaHasta") AS vigente_hasta, CASE WHEN p.image_url <> '' THEN 'Sí' ELSE 'No' END AS tiene_imagen,
    p."createdAt" AS momento_creado, guatemala_day(p."createdAt") AS dia_creado, p."updatedAt" AS momento_actualizado
  FROM promociones p WHERE p."isActive" AND NOT p.source_deleted;
SELECT describe_view('promociones', 'Promociones de la aplicación móvil', '{"nombre": "Nombre", "descripcion": "Descripción", "visible_en_app": "Sí o No: está encendida para la aplicación móvil",
  "vigente_desde": "Primer día; vacío: desde ya", "vigente_hasta": "Último día incluido; vacío: sin fin", "tiene_imagen": "Sí o No"}');

CREATE VIEW consulta.plazas_vacantes AS
  SELECT o.id, o.nombre, o.agencia AS agencia_id, coalesce(nullif(a.nombre, ''), o.agencia) AS agencia, o."nivelAcademico" AS nivel_academico, o."perfilDeseado" AS perfil_deseado,
    o."queOfrecemos" AS que_ofrecemos, written_day(o."fechaPapeleria") AS dia_papeleria, CASE WHEN o.estado THEN 'Sí' ELSE 'No' END AS visible_en_app,
    o."createdAt" AS momento_creado, guatemala_day(o."createdAt") AS dia_creado, o."updatedAt" AS momento_actualizado
  FROM plazas_vacantes o LEFT JOIN agencias a ON a.id = o.agencia WHERE o."isActive" AND NOT o.source_deleted;
SELECT describe_view('plazas_vacantes', 'Plazas vacantes de la aplicación móvil', '{"nombre": "Nombre de la plaza", "agencia_id": "Código de la agencia", "agencia": "Agencia",
  "nivel_academico": "Nivel académico", "perfil_deseado": "Perfil deseado", "que_ofrecemos": "Qué ofrecemos", "dia_papeleria": "Último día para entregar papelería; vacío si no hay",
  "visible_en_app": "Sí o No: está encendida para la aplicación móvil"}');

CREATE VIEW consulta.servicios AS
  SELECT s.id, s.nombre, s.descripcion, s.orden, CASE WHEN s.estado THEN 'Sí' ELSE 'No' END AS visible_en_app,
    s."createdAt" AS momento_creado, guatemala_day(s."createdAt") AS dia_creado, s."updatedAt" AS momento_actualizado
  FROM productos_servicios s WHERE s."isActive" AND NOT s.source_deleted;
SELECT describe_view('servicios', 'Servicios de la aplicación móvil', '{"nombre": "Nombre", "descripcion": "Descripción", "orden": "Lugar en la aplicación",
  "visible_en_app": "Sí o No: está encendido para la aplicación móvil"}');

CREATE VIEW consulta.productos AS
  SELECT p.id, p.nombre, p."parentId" AS servicio_id, coalesce(nullif(s.nombre, ''), p."parentId") AS servicio, p.descripcion, p.requisitos, p.tasa AS tasa_anual, p.orden,
    CASE WHEN p.estado THEN 'Sí' ELSE 'No' END AS visible_en_app,
    p."createdAt" AS momento_creado, guatemala_day(p."createdAt") AS dia_creado, p."updatedAt" AS momento_actualizado
  FROM productos_servicios_productos p LEFT JOIN productos_servicios s ON s.id = p."parentId" WHERE p."isActive" AND NOT p.source_deleted;
SELECT describe_view('productos', 'Productos de cada servicio', '{"nombre": "Nombre", "servicio_id": "Código del servicio", "servicio": "Servicio", "descripcion": "Descripción",
  "requisitos": "Requisitos, uno por línea", "tasa_anual": "Tasa anual en por ciento; vacío si no tiene", "orden": "Lugar dentro del servicio",
  "visible_en_app": "Sí o No: está encendido para la aplicación móvil"}');

CREATE VIEW consulta.educacion_cooperativista AS
  SELECT e.id, e.titulo, e.descripcion, e.orden, CASE WHEN e.image_url <> '' THEN 'Sí' ELSE 'No' END AS tiene_imagen, CASE WHEN e.video_url <> '' THEN 'Sí' ELSE 'No' END AS tiene_video,
    CASE WHEN e.estado THEN 'Sí' ELSE 'No' END AS visible_en_app,
    e."createdAt" AS momento_creado, guatemala_day(e."createdAt") AS dia_creado, e."updatedAt" AS momento_actualizado
  FROM educacion_cooperativista e WHERE e."isActive" AND NOT e.source_deleted;

CREATE VIEW consulta.pasos_para_asociarse AS
  SELECT e.id, e.titulo, e.descripcion, e.orden, CASE WHEN e.image_url <> '' THEN 'Sí' ELSE 'No' END AS tiene_imagen, CASE WHEN e.video_url <> '' THEN 'Sí' ELSE 'No' END AS tiene_video,
    CASE WHEN e.estado THEN 'Sí' ELSE 'No' END AS visible_en_app,
    e."createdAt" AS momento_creado, guatemala_day(e."createdAt") AS dia_creado, e."updatedAt" AS momento_actualizado
  FROM como_asociarse e WHERE e."isActive" AND NOT e.source_deleted;
SELECT describe_view(name, about, '{"titulo": "Título", "descripcion": "Descripción", "orden": "Lugar en la aplicación", "tiene_imagen": "Sí o No", "tiene_video": "Sí o No",
  "visible_en_app": "Sí o No: está encendido para la aplicación móvil"}')
FROM (VALUES ('educacion_cooperativista', 'Temas de educación cooperativista'), ('pasos_para_asociarse', 'Pasos para asociarse')) AS contents (name, about);

-- Addresses and fingerprints of files stay inside: nobody opens a file through a view.
CREATE VIEW consulta.carpetas AS
  SELECT c.id, c.nombre, c.descripcion, c.orden, CASE WHEN c.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    c."createdAt" AS momento_creado, guatemala_day(c."createdAt") AS dia_creado, c."updatedAt" AS momento_actualizado
  FROM maletin_carpetas c WHERE c."isActive" AND NOT c.source_deleted;
SELECT describe_view('carpetas', 'Carpetas del Maletín', '{"nombre": "Nombre", "descripcion": "Descripción", "orden": "Lugar entre las carpetas", "estado": "Activo o Inactivo"}');

CREATE VIEW consulta.tipos_de_archivo AS
  SELECT t.id, t.nombre, coalesce(array_to_string(t.extensiones, ', '), '') AS extensiones, t."tamanoMaximoMb" AS tamano_maximo_mb, CASE WHEN t.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    t."createdAt" AS momento_creado, guatemala_day(t."createdAt") AS dia_creado, t."updatedAt" AS momento_actualizado
  FROM maletin_tipos_documento t WHERE t."isActive" AND NOT t.source_deleted;
SELECT describe_view('tipos_de_archivo', 'Tipos de documento del Maletín', '{"nombre": "Nombre", "extensiones": "Extensiones que admite, separadas por comas",
  "tamano_maximo_mb": "Tamaño máximo en megabytes; vacío: el del portal", "estado": "Activo o Inactivo"}');

CREATE VIEW consulta.archivos AS
  SELECT f.id, f.nombre, f."carpetaId" AS carpeta_id, coalesce(nullif(c.nombre, ''), f."carpetaId") AS carpeta,
    f."tipoDocumentoId" AS tipo_id, coalesce(nullif(t.nombre, ''), f."tipoDocumentoId") AS tipo, f."agenciaId" AS agencia_id, coalesce(nullif(a.nombre, ''), f."agenciaId") AS agencia,
    f."userId" AS usuario_id, coalesce(nullif(u.name, ''), nullif(u.email, ''), f."userId") AS usuario, f.bytes,
    f."createdAt" AS momento_creado, guatemala_day(f."createdAt") AS dia_creado, f."updatedAt" AS momento_actualizado
  FROM maletin_archivos f
  LEFT JOIN maletin_carpetas c ON c.id = f."carpetaId" LEFT JOIN maletin_tipos_documento t ON t.id = f."tipoDocumentoId"
  LEFT JOIN agencias a ON a.id = f."agenciaId" LEFT JOIN usuarios u ON u.id = f."userId"
  WHERE f."isActive" AND NOT f.source_deleted;
SELECT describe_view('archivos', 'Archivos del Maletín, de todas las carpetas', '{"nombre": "Nombre", "carpeta_id": "Código de la carpeta", "carpeta": "Carpeta", "tipo_id": "Código del tipo de documento",
  "tipo": "Tipo de documento", "agencia_id": "Código de la agencia", "agencia": "Agencia", "usuario_id": "Código de quien lo subió", "usuario": "Quien lo subió", "bytes": "Tamaño en bytes"}');

CREATE VIEW consulta.eventos_de_archivos AS
  SELECT e.id, e.at AS momento, guatemala_day(e.at) AS dia, e.kind AS evento_id, CASE e.kind WHEN 'upload' THEN 'Carga' WHEN 'view' THEN 'Vista' WHEN 'print' THEN 'Impresión' WHEN 'download' THEN 'Descarga'
      ELSE e.kind END AS evento,
    e.area AS area_id, CASE e.area WHEN 'briefcase' THEN 'Maletín' WHEN 'digitalization' THEN 'Digitalización' ELSE e.area END AS area,
    e."fileId" AS archivo_id, e."fileName" AS archivo, e."folderId" AS carpeta_id, coalesce(nullif(c.nombre, ''), e."folderId") AS carpeta,
    e."userId" AS usuario_id, coalesce(nullif(u.name, ''), nullif(e."userName", ''), e."userId") AS usuario, e."agencyId" AS agencia_id, coalesce(nullif(a.nombre, ''), e."agencyId") AS agencia
  FROM eventos_archivos e
  LEFT JOIN maletin_carpetas c ON c.id = e."folderId" LEFT JOIN usuarios u ON u.id = e."userId" LEFT JOIN agencias a ON a.id = e."agencyId"
  WHERE NOT e.source_deleted;
SELECT describe_view('eventos_de_archivos', 'Cargas, vistas, impresiones y descargas de archivos del Maletín y de documentos digitalizados', '{"momento": "Momento del evento", "dia": "Día del evento, en Guatemala",
  "evento_id": "upload, view, print o download", "evento": "Carga, Vista, Impresión o Descarga", "area_id": "briefcase o digitalization", "area": "Maletín o Digitalización",
  "archivo_id": "Código del archivo o documento", "archivo": "Su nombre en ese momento", "carpeta_id": "Código de la carpeta; vacío en Digitalización", "carpeta": "Carpeta",
  "usuario_id": "Código de la persona", "usuario": "Persona", "agencia_id": "Código de la agencia de la persona en ese momento", "agencia": "Agencia de la persona en ese momento"}');

CREATE VIEW consulta.categorias AS
  SELECT c.id, c.nombre, c.descripcion, CASE WHEN c.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    c."createdAt" AS momento_creado, guatemala_day(c."createdAt") AS dia_creado, c."updatedAt" AS momento_actualizado
  FROM categorias c WHERE c."isActive" AND NOT c.source_deleted;
SELECT describe_view('categorias', 'Categorías de documentos digitalizados', '{"nombre": "Nombre", "descripcion": "Descripción", "estado": "Activo o Inactivo"}');

CREATE VIEW consulta.tipos_de_documento AS
  SELECT t.id, t.nombre, t."categoryId" AS categoria_id, coalesce(nullif(c.nombre, ''), t."categoryId") AS categoria, t.descripcion, coalesce(array_to_string(t.extensiones, ', '), '') AS extensiones,
    t."retencionAnios" AS retencion_anios, CASE WHEN t.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    t."createdAt" AS momento_creado, guatemala_day(t."createdAt") AS dia_creado, t."updatedAt" AS momento_actualizado
  FROM tipos_documento t LEFT JOIN categorias c ON c.id = t."categoryId" WHERE t."isActive" AND NOT t.source_deleted;
SELECT describe_view('tipos_de_documento', 'Tipos de documentos digitalizados', '{"nombre": "Nombre", "categoria_id": "Código de la categoría", "categoria": "Categoría", "descripcion": "Descripción",
  "extensiones": "Extensiones que admite, separadas por comas", "retencion_anios": "Años que se guarda; vacío: sin plazo", "estado": "Activo o Inactivo"}');

-- States have the same words as on the screens. The values of the extra fields hold a member's DPI or code: they stay in the portal, under
-- its permission sets.
CREATE VIEW consulta.documentos AS
  SELECT d.id, d."documentName" AS nombre, d."categoryId" AS categoria_id, coalesce(nullif(c.nombre, ''), d."categoryId") AS categoria,
    d."documentId" AS tipo_id, coalesce(nullif(t.nombre, ''), d."documentId") AS tipo,
    d.status AS estado_id, coalesce(e.name, nullif(d.status, ''), 'Sin estado') AS estado,
    d."agencyId" AS agencia_id, coalesce(nullif(a.nombre, ''), d."agencyId") AS agencia, d."agencyFromDoc" AS agencia_origen_id, coalesce(nullif(o.nombre, ''), d."agencyFromDoc") AS agencia_origen,
    d."userId" AS responsable_id, coalesce(nullif(h.name, ''), nullif(h.email, ''), d."userId") AS responsable,
    d."createdBy" AS creado_por_id, coalesce(nullif(m.name, ''), nullif(m.email, ''), d."createdBy") AS creado_por,
    CASE WHEN d.url <> '' THEN 'Sí' ELSE 'No' END AS tiene_archivo, d.pages AS paginas, d.bytes, jsonb_array_length(d.versions) AS versiones_anteriores,
    d."fromPackaging" AS llego_en_paquete_id, d."inPackage" AS va_en_paquete_id, d."returnReason" AS motivo_devolucion, d.ubicacion,
    d."createdAt" AS momento_creado, guatemala_day(d."createdAt") AS dia_creado, d."updatedAt" AS momento_actualizado
  FROM documentos d
  LEFT JOIN categorias c ON c.id = d."categoryId" LEFT JOIN tipos_documento t ON t.id = d."documentId"
  LEFT JOIN agencias a ON a.id = d."agencyId" LEFT JOIN agencias o ON o.id = d."agencyFromDoc"
  LEFT JOIN usuarios h ON h.id = d."userId" LEFT JOIN usuarios m ON m.id = d."createdBy"
  LEFT JOIN doc_states e ON e.id = d.status
  WHERE d."isActive" AND NOT d.source_deleted;
SELECT describe_view('documentos', 'Documentos digitalizados de todas las categorías, sin los valores de sus campos', '{"nombre": "Nombre", "categoria_id": "Código de la categoría", "categoria": "Categoría",
  "tipo_id": "Código del tipo", "tipo": "Tipo de documento", "estado_id": "INDEXED, ASSIGNED, RETURNED o ARCHIVED", "estado": "Indexado, Asignado, Devuelto o Archivado",
  "agencia_id": "Código de la agencia donde está", "agencia": "Agencia donde está", "agencia_origen_id": "Código de la agencia de donde viene", "agencia_origen": "Agencia de donde viene",
  "responsable_id": "Código de quien lo tiene; vacío: nadie", "responsable": "Quien lo tiene", "creado_por_id": "Código de quien lo digitalizó", "creado_por": "Quien lo digitalizó",
  "tiene_archivo": "Sí o No", "paginas": "Páginas; vacío si no se conocen", "bytes": "Tamaño en bytes", "versiones_anteriores": "Archivos anteriores que se guardan",
  "llego_en_paquete_id": "Código del paquete en que llegó; vacío si en ninguno", "va_en_paquete_id": "Código del paquete en que va; vacío si en ninguno",
  "motivo_devolucion": "Por qué se devolvió", "ubicacion": "Dónde se guarda el papel"}');

CREATE VIEW consulta.paquetes AS
  SELECT p.id, p.code AS clave, p.status AS estado_id, coalesce(e.name, nullif(p.status, ''), 'Sin estado') AS estado,
    CASE WHEN p."needReassign" THEN 'Documentos digitalizados' ELSE 'Papeles por digitalizar' END AS contenido,
    p."from" AS remitente_id, coalesce(nullif(s.name, ''), nullif(s.email, ''), p."from") AS remitente, p.from_agency AS agencia_origen_id, coalesce(nullif(o.nombre, ''), p.from_agency) AS agencia_origen,
    p."agencyId" AS agencia_destino_id, coalesce(nullif(a.nombre, ''), p."agencyId") AS agencia_destino,
    p."userAssign" AS destinatario_id, coalesce(nullif(u.name, ''), nullif(u.email, ''), p."userAssign") AS destinatario,
    p."resolvedBy" AS resuelto_por_id, coalesce(nullif(r.name, ''), nullif(r.email, ''), p."resolvedBy") AS resuelto_por,
    p."sendedAt" AS momento_enviado, guatemala_day(p."sendedAt") AS dia_enviado, p."resolutionAt" AS momento_resuelto, guatemala_day(p."resolutionAt") AS dia_resuelto,
    p.line_count AS lineas, p.checked_count AS lineas_revisadas, p.difference_count AS diferencias, p."rejectReason" AS motivo_rechazo,
    p."createdAt" AS momento_creado, guatemala_day(p."createdAt") AS dia_creado, p."updatedAt" AS momento_actualizado
  FROM packages p
  LEFT JOIN usuarios s ON s.id = p."from" LEFT JOIN usuarios u ON u.id = p."userAssign" LEFT JOIN usuarios r ON r.id = p."resolvedBy"
  LEFT JOIN agencias o ON o.id = p.from_agency LEFT JOIN agencias a ON a.id = p."agencyId"
  LEFT JOIN package_states e ON e.id = p.status
  WHERE p."isActive" AND NOT p.source_deleted;
SELECT describe_view('paquetes', 'Paquetes de documentos entre agencias; los anulados no están', '{"clave": "Clave con que se nombra el paquete", "estado_id": "ENTERED, SENT, ACCEPTED o REJECTED",
  "estado": "Ingresado, Enviado, Aceptado o Rechazado", "contenido": "Documentos digitalizados o Papeles por digitalizar", "remitente_id": "Código de quien lo envía", "remitente": "Quien lo envía",
  "agencia_origen_id": "Código de la agencia de origen", "agencia_origen": "Agencia de origen", "agencia_destino_id": "Código de la agencia de destino", "agencia_destino": "Agencia de destino",
  "destinatario_id": "Código de la persona a quien va; vacío: la agencia", "destinatario": "Persona a quien va", "resuelto_por_id": "Código de quien lo aceptó o rechazó",
  "resuelto_por": "Quien lo aceptó o rechazó", "momento_enviado": "Momento del envío; vacío si no se ha enviado", "dia_enviado": "Día del envío, en Guatemala",
  "momento_resuelto": "Momento en que se aceptó o rechazó; vacío si falta", "dia_resuelto": "Día en que se aceptó o rechazó, en Guatemala", "lineas": "Líneas del paquete",
  "lineas_revisadas": "Líneas ya revisadas", "diferencias": "Faltantes, dañados, que no corresponden y de más", "motivo_rechazo": "Por qué se rechazó"}');

CREATE VIEW consulta.lineas_de_paquetes AS
  SELECT p.id AS paquete_id, p.code AS clave, line.place::integer AS numero, coalesce(line.value ->> 'document', '') AS documento,
    coalesce(line.value ->> 'categoryId', '') AS categoria_id, coalesce(nullif(c.nombre, ''), line.value ->> 'categoryId', '') AS categoria,
    coalesce(line.value ->> 'documentId', '') AS tipo_id, coalesce(nullif(t.nombre, ''), line.value ->> 'documentId', '') AS tipo,
    coalesce(line.value ->> 'digitalizationId', '') AS documento_id, coalesce(line.value ->> 'verdict', '') AS revision_id,
    CASE line.value ->> 'verdict' WHEN 'RECEIVED' THEN 'Recibido' WHEN 'MISSING' THEN 'Faltante' WHEN 'DAMAGED' THEN 'Dañado' WHEN 'MISMATCH' THEN 'No corresponde' ELSE 'Sin revisar' END AS revision,
    coalesce(line.value ->> 'checkedBy', '') AS revisado_por_id, coalesce(nullif(u.name, ''), nullif(u.email, ''), line.value ->> 'checkedBy', '') AS revisado_por,
    written_moment(line.value ->> 'checkedAt')::timestamptz(6) AS momento_revisado, guatemala_day(written_moment(line.value ->> 'checkedAt')) AS dia_revisado, guatemala_day(p."createdAt") AS dia_paquete
  FROM packages p CROSS JOIN LATERAL jsonb_array_elements(p."detailOfPackage") WITH ORDINALITY AS line (value, place)
  LEFT JOIN categorias c ON c.id = line.value ->> 'categoryId' LEFT JOIN tipos_documento t ON t.id = line.value ->> 'documentId' LEFT JOIN usuarios u ON u.id = line.value ->> 'checkedBy'
  WHERE p."isActive" AND NOT p.source_deleted;
SELECT describe_view('lineas_de_paquetes', 'Lo que va en cada paquete y cómo llegó', '{"paquete_id": "Código del paquete", "clave": "Clave del paquete", "numero": "Lugar en el paquete, desde 1",
  "documento": "Nombre del documento o papel", "categoria_id": "Código de la categoría", "categoria": "Categoría", "tipo_id": "Código del tipo de documento", "tipo": "Tipo de documento",
  "documento_id": "Código del documento digitalizado; vacío si aún no hay", "revision_id": "RECEIVED, MISSING, DAMAGED, MISMATCH; vacío: sin revisar",
  "revision": "Recibido, Faltante, Dañado, No corresponde o Sin revisar", "revisado_por_id": "Código de quien lo revisó", "revisado_por": "Quien lo revisó",
  "momento_revisado": "Momento de la revisión; vacío si falta", "dia_revisado": "Día de la revisión, en Guatemala", "dia_paquete": "Día en que se creó el paquete, en Guatemala; filtre por él para que responda rápido"}');

-- Who did what to which record. What it said before and after is read in the portal, by whoever has its permission.
CREATE VIEW consulta.auditoria AS
  SELECT e.id, e."createdAt" AS momento, guatemala_day(e."createdAt") AS dia, e."user" AS usuario_id, coalesce(nullif(e."userName", ''), e."user") AS usuario,
    e.action AS accion, e.source_database AS base_de_datos_id, CASE e.source_database WHEN 'main' THEN 'Principal' WHEN 'digitalization' THEN 'Digitalización' ELSE e.source_database END AS base_de_datos,
    split_part(e."targetPath", '/', 1) AS coleccion, e.target_id AS registro_id, e.target_name AS registro
  FROM auditoria e WHERE e."isActive" AND NOT e.source_deleted;
SELECT describe_view('auditoria', 'Quién hizo qué y cuándo, sin los valores de antes y después', '{"id": "Código de la entrada en su base de datos", "momento": "Momento de la acción", "dia": "Día de la acción, en Guatemala",
  "usuario_id": "Código de la persona", "usuario": "Persona", "accion": "Acción, como se guarda", "base_de_datos_id": "main o digitalization", "base_de_datos": "Principal o Digitalización", "coleccion": "Colección del registro",
  "registro_id": "Código del registro", "registro": "Nombre del registro, si la entrada lo dice"}');
