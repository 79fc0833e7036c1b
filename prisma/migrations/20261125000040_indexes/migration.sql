-- Indexes of the read model that no declaration says: what lists are narrowed by, what other records and programs ask for.
-- Those of all rows, newest first, and those of the columns by which lists sort are written with their tables.

CREATE INDEX maletin_archivos_by_folder ON maletin_archivos ("carpetaId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_agency ON maletin_archivos ("agenciaId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_user ON maletin_archivos ("userId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_type ON maletin_archivos ("tipoDocumentoId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_content ON maletin_archivos (sha256) WHERE NOT source_deleted;
CREATE INDEX maletin_archivos_day ON maletin_archivos (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX usuarios_by_email ON usuarios (lower(email)) WHERE NOT source_deleted;
CREATE INDEX usuarios_by_agency ON usuarios (agency, id) WHERE NOT source_deleted;
-- People are found by the name of their role and of their position, whose ids these columns hold.
CREATE INDEX usuarios_by_role ON usuarios (role);
CREATE INDEX usuarios_by_position ON usuarios (position);

CREATE INDEX actividad_usuarios_by_user ON actividad_usuarios ("userId", "lastAt" DESC) WHERE NOT source_deleted;
CREATE INDEX actividad_usuarios_by_day ON actividad_usuarios (day, "userId") INCLUDE (clicks, "lastAt") WHERE NOT source_deleted;

CREATE INDEX clientes_by_agency ON clientes (agencia, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_day ON clientes (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_association_day ON clientes (written_day("fechaAsociacion")) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX cotizaciones_by_kind ON cotizaciones (tipo, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_agency ON cotizaciones (agencia, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_loan_type ON cotizaciones ("tipoPrestamo" COLLATE "C") WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_day ON cotizaciones (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX plazas_vacantes_by_agency ON plazas_vacantes (agencia, "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX productos_servicios_in_order ON productos_servicios (orden, "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX productos_servicios_productos_in_order ON productos_servicios_productos ("parentId", orden, "createdAt", id) WHERE NOT source_deleted;

CREATE INDEX productos_servicios_fotos_in_order ON productos_servicios_fotos ("parentId", orden, "createdAt", id) WHERE NOT source_deleted;

CREATE INDEX tipos_documento_by_category ON tipos_documento ("categoryId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

-- A million rows: every way to narrow the list, newest first within it.
CREATE INDEX documentos_by_status ON documentos (status, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_type ON documentos ("documentId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_category ON documentos ("categoryId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_agency ON documentos ("agencyId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_origin ON documentos ("agencyFromDoc", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_creator ON documentos ("createdBy", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
-- Most documents have no holder, no package and a file: only the others stand in these.
CREATE INDEX documentos_by_holder ON documentos ("userId", "createdAt", id) WHERE "userId" <> '' AND "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_package ON documentos ("fromPackaging", "createdAt", id) WHERE "fromPackaging" <> '' AND "isActive" AND NOT source_deleted;
CREATE INDEX documentos_on_the_way ON documentos ("inPackage", id) WHERE "inPackage" <> '' AND NOT source_deleted;
CREATE INDEX documentos_without_file ON documentos ("createdAt", id) WHERE url = '' AND "isActive" AND NOT source_deleted;
CREATE INDEX documentos_by_fingerprint ON documentos (sha256) WHERE sha256 <> '' AND NOT source_deleted;
-- Documents by the values of their extra fields: which ones name a member.
CREATE INDEX documentos_by_campos ON documentos USING gin (campos jsonb_path_ops) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX documentos_day ON documentos (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX auditoria_by_user ON auditoria ("user", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_action ON auditoria (action, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_database ON auditoria (source_database, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_target ON auditoria ("targetPath" text_pattern_ops, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_target_id ON auditoria (target_id, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_day ON auditoria (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;

-- Mine, and those of my agency; by code; those under way.
CREATE INDEX packages_by_sender ON packages ("from", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_by_agency ON packages ("agencyId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_by_person ON packages ("userAssign", "createdAt", id) WHERE "userAssign" <> '' AND "isActive" AND NOT source_deleted;
CREATE INDEX packages_by_code ON packages (code);
CREATE INDEX packages_under_way ON packages (from_agency, "agencyId", "sendedAt") WHERE status = 'SENT' AND "isActive" AND NOT source_deleted;
CREATE INDEX packages_day ON packages (guatemala_day("createdAt")) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_day_sent ON packages (guatemala_day("sendedAt")) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX reportes_programados_by_owner ON reportes_programados ("userId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX reportes_ejecuciones_by_schedule ON reportes_ejecuciones ("scheduleId", "dueAt") WHERE NOT source_deleted;
CREATE INDEX reportes_ejecuciones_by_owner ON reportes_ejecuciones ("userId", "dueAt") WHERE "isActive" AND NOT source_deleted;
CREATE INDEX reportes_ejecuciones_open ON reportes_ejecuciones ("dueAt") WHERE status IN ('pendiente', 'en_proceso') AND "isActive" AND NOT source_deleted;
CREATE INDEX reportes_ejecuciones_failed ON reportes_ejecuciones ("dueAt") WHERE status = 'fallida' AND "isActive" AND NOT source_deleted;

-- Asked by every request of a program.
CREATE INDEX accesos_programas_by_hash ON accesos_programas (huella) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX accesos_programas_by_owner ON accesos_programas ("userId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
