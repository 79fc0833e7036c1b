-- Who sees to a prospect, when, and what became of it (decision 101), as managers ask for it. At the end: who reads the view keeps their queries.
CREATE OR REPLACE VIEW consulta.prospecciones AS
  SELECT c.id, c.tipo AS tipo_id, CASE c.tipo WHEN 'ahorro_plazo' THEN 'Ahorro a plazo' WHEN 'prestamo' THEN 'Préstamo' WHEN 'ahorro_programado' THEN 'Ahorro programado'
      WHEN 'tarjeta_credito' THEN 'Tarjeta de crédito' WHEN '' THEN 'Sin tipo' ELSE c.tipo END AS tipo,
    CASE c."tipoPrestamo" WHEN 'fiduciario' THEN 'Fiduciario' WHEN 'hipotecario' THEN 'Hipotecario' WHEN 'prendario' THEN 'Prendario' WHEN 'vehiculo' THEN 'Vehículo'
      WHEN 'agricola' THEN 'Agrícola' WHEN 'microcredito' THEN 'Microcrédito' ELSE c."tipoPrestamo" END AS tipo_de_prestamo,
    c.nombre, c.monto, c."plazoMeses" AS plazo_meses, c.cuota, c.agencia AS agencia_id, coalesce(nullif(a.nombre, ''), c.agencia) AS agencia,
    CASE WHEN c.estado THEN 'Pendiente' ELSE 'Cerrada' END AS estado, c.last_stage AS ultima_etapa, c.follow_up_count AS seguimientos,
    c.last_follow_up_at AS momento_ultimo_seguimiento, guatemala_day(c.last_follow_up_at) AS dia_ultimo_seguimiento,
    c."createdAt" AS momento_creado, guatemala_day(c."createdAt") AS dia_creado, c."updatedAt" AS momento_actualizado,
    c.responsable AS responsable_id, coalesce(nullif(o.name, ''), nullif(o.email, ''), c.responsable) AS responsable,
    CASE WHEN c.estado THEN written_day(c."proximoContacto") END AS dia_proximo_contacto,
    CASE c.outcome WHEN 'ganada' THEN 'Ganada' WHEN 'asociado' THEN 'Se hizo asociado' WHEN 'perdida' THEN 'Perdida' ELSE c.outcome END AS resultado,
    c."motivoPerdida" AS motivo_perdida, c."asociadoId" AS asociado_id, coalesce(nullif(m.nombre, ''), c."asociadoId") AS asociado,
    c."registradaPor" AS registrada_por_id, coalesce(nullif(w.name, ''), nullif(w.email, ''), c."registradaPor") AS registrada_por
  FROM cotizaciones c LEFT JOIN agencias a ON a.id = c.agencia LEFT JOIN usuarios o ON o.id = c.responsable LEFT JOIN clientes m ON m.id = c."asociadoId"
  LEFT JOIN usuarios w ON w.id = c."registradaPor" WHERE c."isActive" AND NOT c.source_deleted;
SELECT describe_view('prospecciones', 'Solicitudes que llegan por la aplicación móvil o registra el personal, sin teléfono ni correo', '{"tipo_id": "Código del tipo", "tipo": "Tipo de producto que interesa",
  "tipo_de_prestamo": "Tipo de préstamo; vacío si no es un préstamo", "nombre": "Nombre de la persona interesada", "monto": "Monto en quetzales; vacío si no lo dijo",
  "plazo_meses": "Plazo en meses; vacío si no lo dijo", "cuota": "Cuota en quetzales; vacío si no se calculó", "agencia_id": "Código de la agencia", "agencia": "Agencia",
  "estado": "Pendiente o Cerrada", "ultima_etapa": "Etapa del último seguimiento", "seguimientos": "Cantidad de seguimientos",
  "momento_ultimo_seguimiento": "Momento del último seguimiento; vacío si no hubo", "dia_ultimo_seguimiento": "Día del último seguimiento, en Guatemala",
  "responsable_id": "Código de quien la tiene a cargo; vacío: nadie", "responsable": "Quien la tiene a cargo", "dia_proximo_contacto": "Día del próximo contacto; vacío si no hay o está cerrada",
  "resultado": "Ganada, Se hizo asociado o Perdida; vacío si está pendiente o se cerró sin decirlo", "motivo_perdida": "Por qué se perdió",
  "asociado_id": "Código del registro del asociado en que se convirtió", "asociado": "Asociado en que se convirtió",
  "registrada_por_id": "Código de quien la registró; vacío: llegó por la aplicación", "registrada_por": "Quien la registró"}');
