-- Views of the Maletín: what lies in it and what happened to it. Addresses and fingerprints of files stay inside: nobody opens a file through a view.
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
CREATE INDEX maletin_archivos_day ON maletin_archivos (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
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
-- Of the whole ledger; those of the reports hold one kind of one area.
CREATE INDEX eventos_archivos_day ON eventos_archivos (guatemala_day(at)) WHERE NOT source_deleted;
SELECT describe_view('eventos_de_archivos', 'Cargas, vistas, impresiones y descargas de archivos del Maletín y de documentos digitalizados', '{"momento": "Momento del evento", "dia": "Día del evento, en Guatemala",
  "evento_id": "upload, view, print o download", "evento": "Carga, Vista, Impresión o Descarga", "area_id": "briefcase o digitalization", "area": "Maletín o Digitalización",
  "archivo_id": "Código del archivo o documento", "archivo": "Su nombre en ese momento", "carpeta_id": "Código de la carpeta; vacío en Digitalización", "carpeta": "Carpeta",
  "usuario_id": "Código de la persona", "usuario": "Persona", "agencia_id": "Código de la agencia de la persona en ese momento", "agencia": "Agencia de la persona en ese momento"}');
