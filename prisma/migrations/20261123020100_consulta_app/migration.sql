-- Views of what members see and ask for. Days are the Guatemalan ones; the index by day is that of the view's own column.

-- Members are counted and named, not reached: DPI, telephone and e-mail stay in the portal, whose screens and files are audited.
CREATE VIEW consulta.asociados AS
  SELECT c.id, c.codigo, c.nombre, c.agencia AS agencia_id, coalesce(nullif(a.nombre, ''), c.agencia) AS agencia,
    written_day(c."fechaAsociacion") AS dia_asociacion, CASE WHEN c.estado THEN 'Activo' ELSE 'Inactivo' END AS estado,
    CASE WHEN c.dpi <> '' THEN 'Sí' ELSE 'No' END AS tiene_dpi, CASE WHEN c.telefono <> '' THEN 'Sí' ELSE 'No' END AS tiene_telefono,
    CASE WHEN c.correo <> '' THEN 'Sí' ELSE 'No' END AS tiene_correo,
    c."createdAt" AS momento_creado, guatemala_day(c."createdAt") AS dia_creado, c."updatedAt" AS momento_actualizado
  FROM clientes c LEFT JOIN agencias a ON a.id = c.agencia WHERE c."isActive" AND NOT c.source_deleted;
CREATE INDEX clientes_day ON clientes (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_association_day ON clientes (written_day("fechaAsociacion")) WHERE "isActive" AND NOT source_deleted;
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
CREATE INDEX cotizaciones_day ON cotizaciones (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
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
