-- Maintenance constants as rows (docs/decisions/070-constants-that-act.md). `items` holds {id, value, search_text} in the order of the screen, complete: see the projection.
CREATE TABLE constantes (
  id text COLLATE "C" NOT NULL,
  items jsonb NOT NULL DEFAULT '[]',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT constantes_pkey PRIMARY KEY (id)
);

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

-- Programs of managers say the same words as the screens.
CREATE OR REPLACE VIEW consulta.documentos AS
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

CREATE OR REPLACE VIEW consulta.paquetes AS
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
