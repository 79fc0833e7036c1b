-- Views of Digitalización and of the audit. States have the words of the standard; those that the constants of the portal say instead are only on its screens.
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

-- The values of the extra fields hold a member's DPI or code: they stay in the portal, under its permission sets.
CREATE VIEW consulta.documentos AS
  SELECT d.id, d."documentName" AS nombre, d."categoryId" AS categoria_id, coalesce(nullif(c.nombre, ''), d."categoryId") AS categoria,
    d."documentId" AS tipo_id, coalesce(nullif(t.nombre, ''), d."documentId") AS tipo,
    d.status AS estado_id, CASE d.status WHEN 'INDEXED' THEN 'Indexado' WHEN 'ASSIGNED' THEN 'Asignado' WHEN 'RETURNED' THEN 'Devuelto' WHEN 'ARCHIVED' THEN 'Archivado'
      WHEN '' THEN 'Sin estado' ELSE d.status END AS estado,
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
  WHERE d."isActive" AND NOT d.source_deleted;
CREATE INDEX documentos_day ON documentos (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
SELECT describe_view('documentos', 'Documentos digitalizados de todas las categorías, sin los valores de sus campos', '{"nombre": "Nombre", "categoria_id": "Código de la categoría", "categoria": "Categoría",
  "tipo_id": "Código del tipo", "tipo": "Tipo de documento", "estado_id": "INDEXED, ASSIGNED, RETURNED o ARCHIVED", "estado": "Indexado, Asignado, Devuelto o Archivado",
  "agencia_id": "Código de la agencia donde está", "agencia": "Agencia donde está", "agencia_origen_id": "Código de la agencia de donde viene", "agencia_origen": "Agencia de donde viene",
  "responsable_id": "Código de quien lo tiene; vacío: nadie", "responsable": "Quien lo tiene", "creado_por_id": "Código de quien lo digitalizó", "creado_por": "Quien lo digitalizó",
  "tiene_archivo": "Sí o No", "paginas": "Páginas; vacío si no se conocen", "bytes": "Tamaño en bytes", "versiones_anteriores": "Archivos anteriores que se guardan",
  "llego_en_paquete_id": "Código del paquete en que llegó; vacío si en ninguno", "va_en_paquete_id": "Código del paquete en que va; vacío si en ninguno",
  "motivo_devolucion": "Por qué se devolvió", "ubicacion": "Dónde se guarda el papel"}');

CREATE VIEW consulta.paquetes AS
  SELECT p.id, p.code AS clave, p.status AS estado_id, CASE p.status WHEN 'ENTERED' THEN 'Ingresado' WHEN 'SENT' THEN 'Enviado' WHEN 'ACCEPTED' THEN 'Aceptado' WHEN 'REJECTED' THEN 'Rechazado'
      WHEN '' THEN 'Sin estado' ELSE p.status END AS estado,
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
  WHERE p."isActive" AND NOT p.source_deleted;
CREATE INDEX packages_day ON packages (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_day_sent ON packages (guatemala_day("sendedAt")) WHERE "isActive" AND NOT source_deleted;
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
CREATE INDEX auditoria_day ON auditoria (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
SELECT describe_view('auditoria', 'Quién hizo qué y cuándo, sin los valores de antes y después', '{"id": "Código de la entrada en su base de datos", "momento": "Momento de la acción", "dia": "Día de la acción, en Guatemala",
  "usuario_id": "Código de la persona", "usuario": "Persona", "accion": "Acción, como se guarda", "base_de_datos_id": "main o digitalization", "base_de_datos": "Principal o Digitalización", "coleccion": "Colección del registro",
  "registro_id": "Código del registro", "registro": "Nombre del registro, si la entrada lo dice"}');
