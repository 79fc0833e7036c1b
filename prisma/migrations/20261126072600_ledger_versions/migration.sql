-- Which of a document's files was opened; null for events from before the ledger told.
ALTER TABLE eventos_archivos ADD COLUMN "version" integer;

CREATE OR REPLACE VIEW file_events AS
  SELECT e.id, e.kind, e.area, e."fileId", e."fileName", e."folderId",
    CASE WHEN e.area <> 'digitalization' THEN ''
      WHEN e.document_type_key NOT IN ('', '/') THEN split_part(e.document_type_key, '/', 1)
      ELSE coalesce((SELECT d."categoryId" FROM documentos d WHERE d.id = e."fileId"), '') END AS "categoryId",
    e."userId", e."userName", e."agencyId", e.at AS "createdAt", NOT e.source_deleted AS "isActive", e.source_deleted, ''::text AS search_text,
    e.document_type_key, e.version
  FROM eventos_archivos e;

CREATE OR REPLACE VIEW consulta.eventos_de_archivos AS
  SELECT e.id, e.at AS momento, guatemala_day(e.at) AS dia, e.kind AS evento_id, CASE e.kind WHEN 'upload' THEN 'Carga' WHEN 'view' THEN 'Vista' WHEN 'print' THEN 'Impresión' WHEN 'download' THEN 'Descarga'
      WHEN 'confirm' THEN 'Confirmación de lectura' ELSE e.kind END AS evento,
    e.area AS area_id, CASE e.area WHEN 'briefcase' THEN 'Maletín' WHEN 'digitalization' THEN 'Digitalización' ELSE e.area END AS area,
    e."fileId" AS archivo_id, e."fileName" AS archivo, e."folderId" AS carpeta_id, coalesce(nullif(c.nombre, ''), e."folderId") AS carpeta,
    e."userId" AS usuario_id, coalesce(nullif(u.name, ''), nullif(e."userName", ''), e."userId") AS usuario, e."agencyId" AS agencia_id, coalesce(nullif(a.nombre, ''), e."agencyId") AS agencia,
    e.version
  FROM eventos_archivos e
  LEFT JOIN maletin_carpetas c ON c.id = e."folderId" LEFT JOIN usuarios u ON u.id = e."userId" LEFT JOIN agencias a ON a.id = e."agencyId"
  WHERE NOT e.source_deleted;
SELECT describe_view('eventos_de_archivos', 'Cargas, vistas, impresiones, descargas y lecturas confirmadas de archivos del Maletín y de documentos digitalizados', '{"momento": "Momento del evento", "dia": "Día del evento, en Guatemala",
  "evento_id": "upload, view, print, download o confirm", "evento": "Carga, Vista, Impresión, Descarga o Confirmación de lectura", "area_id": "briefcase o digitalization", "area": "Maletín o Digitalización",
  "archivo_id": "Código del archivo o documento", "archivo": "Su nombre en ese momento", "carpeta_id": "Código de la carpeta; vacío en Digitalización", "carpeta": "Carpeta",
  "usuario_id": "Código de la persona", "usuario": "Persona", "agencia_id": "Código de la agencia de la persona en ese momento", "agencia": "Agencia de la persona en ese momento",
  "version": "Versión del archivo; vacía en lo que pasó antes de anotarla"}');
