CREATE TABLE agencias (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "tipo" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "direccion" text NOT NULL DEFAULT '',
  "latitud" double precision,
  "longitud" double precision,
  "telefono" text NOT NULL DEFAULT '',
  "horarios" text NOT NULL DEFAULT '',
  "operaciones" text NOT NULL DEFAULT '',
  "fotos" text[] DEFAULT ARRAY[]::text[],
  "hours_clear" boolean NOT NULL DEFAULT false,
  "phone_clear" boolean NOT NULL DEFAULT false,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT agencias_pkey PRIMARY KEY (id)
);
CREATE INDEX "agencias_newest" ON agencias ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_inactive" ON agencias ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_search" ON agencias USING gin (search_text gin_trgm_ops);
CREATE INDEX "agencias_sort_nombre" ON agencias ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_tipo" ON agencias ("tipo" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_estado" ON agencias ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_direccion" ON agencias ("direccion" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_latitud" ON agencias ("latitud", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_longitud" ON agencias ("longitud", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_telefono" ON agencias ("telefono" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "agencias_sort_updatedAt" ON agencias ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('agencias');

CREATE TABLE categorias (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT categorias_pkey PRIMARY KEY (id)
);
CREATE INDEX "categorias_newest" ON categorias ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "categorias_inactive" ON categorias ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "categorias_search" ON categorias USING gin (search_text gin_trgm_ops);
CREATE INDEX "categorias_sort_nombre" ON categorias ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "categorias_sort_estado" ON categorias ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "categorias_sort_updatedAt" ON categorias ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('categorias');

CREATE TABLE como_asociarse (
  "id" text COLLATE "C" NOT NULL,
  "titulo" text NOT NULL DEFAULT '',
  "image_url" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "video_url" text NOT NULL DEFAULT '',
  "orden" integer NOT NULL DEFAULT 0,
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT como_asociarse_pkey PRIMARY KEY (id)
);
CREATE INDEX "como_asociarse_newest" ON como_asociarse ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "como_asociarse_inactive" ON como_asociarse ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "como_asociarse_search" ON como_asociarse USING gin (search_text gin_trgm_ops);
CREATE INDEX "como_asociarse_sort_titulo" ON como_asociarse ("titulo" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "como_asociarse_sort_orden" ON como_asociarse ("orden", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "como_asociarse_sort_estado" ON como_asociarse ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "como_asociarse_sort_updatedAt" ON como_asociarse ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('como_asociarse');

CREATE TABLE departamentos (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT departamentos_pkey PRIMARY KEY (id)
);
CREATE INDEX "departamentos_newest" ON departamentos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "departamentos_inactive" ON departamentos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "departamentos_search" ON departamentos USING gin (search_text gin_trgm_ops);
CREATE INDEX "departamentos_sort_nombre" ON departamentos ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "departamentos_sort_estado" ON departamentos ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "departamentos_sort_updatedAt" ON departamentos ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('departamentos');

CREATE TABLE educacion_cooperativista (
  "id" text COLLATE "C" NOT NULL,
  "titulo" text NOT NULL DEFAULT '',
  "image_url" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "video_url" text NOT NULL DEFAULT '',
  "orden" integer NOT NULL DEFAULT 0,
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT educacion_cooperativista_pkey PRIMARY KEY (id)
);
CREATE INDEX "educacion_cooperativista_newest" ON educacion_cooperativista ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "educacion_cooperativista_inactive" ON educacion_cooperativista ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "educacion_cooperativista_search" ON educacion_cooperativista USING gin (search_text gin_trgm_ops);
CREATE INDEX "educacion_cooperativista_sort_titulo" ON educacion_cooperativista ("titulo" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "educacion_cooperativista_sort_orden" ON educacion_cooperativista ("orden", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "educacion_cooperativista_sort_estado" ON educacion_cooperativista ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "educacion_cooperativista_sort_updatedAt" ON educacion_cooperativista ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('educacion_cooperativista');

CREATE TABLE maletin_carpetas (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "orden" integer NOT NULL DEFAULT 0,
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT maletin_carpetas_pkey PRIMARY KEY (id)
);
CREATE INDEX "maletin_carpetas_newest" ON maletin_carpetas ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_carpetas_inactive" ON maletin_carpetas ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_carpetas_search" ON maletin_carpetas USING gin (search_text gin_trgm_ops);
CREATE INDEX "maletin_carpetas_sort_nombre" ON maletin_carpetas ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_carpetas_sort_orden" ON maletin_carpetas ("orden", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_carpetas_sort_estado" ON maletin_carpetas ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_carpetas_sort_updatedAt" ON maletin_carpetas ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('maletin_carpetas');

CREATE TABLE maletin_tipos_documento (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "extensiones" text[] DEFAULT ARRAY[]::text[],
  "tamanoMaximoMb" double precision,
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT maletin_tipos_documento_pkey PRIMARY KEY (id)
);
CREATE INDEX "maletin_tipos_documento_newest" ON maletin_tipos_documento ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_tipos_documento_inactive" ON maletin_tipos_documento ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_tipos_documento_search" ON maletin_tipos_documento USING gin (search_text gin_trgm_ops);
CREATE INDEX "maletin_tipos_documento_sort_nombre" ON maletin_tipos_documento ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_tipos_documento_sort_tamanoMaximoMb" ON maletin_tipos_documento ("tamanoMaximoMb", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_tipos_documento_sort_estado" ON maletin_tipos_documento ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_tipos_documento_sort_updatedAt" ON maletin_tipos_documento ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('maletin_tipos_documento');

CREATE TABLE plazas_vacantes (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "agencia" text NOT NULL DEFAULT '',
  "fechaPapeleria" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "fecha" text NOT NULL DEFAULT '',
  "nivelAcademico" text NOT NULL DEFAULT '',
  "perfilDeseado" text NOT NULL DEFAULT '',
  "queOfrecemos" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT plazas_vacantes_pkey PRIMARY KEY (id)
);
CREATE INDEX "plazas_vacantes_newest" ON plazas_vacantes ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "plazas_vacantes_inactive" ON plazas_vacantes ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "plazas_vacantes_search" ON plazas_vacantes USING gin (search_text gin_trgm_ops);
CREATE INDEX "plazas_vacantes_sort_nombre" ON plazas_vacantes ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "plazas_vacantes_sort_fechaPapeleria" ON plazas_vacantes ("fechaPapeleria" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "plazas_vacantes_sort_estado" ON plazas_vacantes ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "plazas_vacantes_sort_nivelAcademico" ON plazas_vacantes ("nivelAcademico" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "plazas_vacantes_sort_updatedAt" ON plazas_vacantes ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('plazas_vacantes');

CREATE TABLE productos_servicios (
  "id" text COLLATE "C" NOT NULL,
  "orden" integer NOT NULL DEFAULT 0,
  "nombre" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "icono" text NOT NULL DEFAULT '',
  "galeria" boolean NOT NULL DEFAULT false,
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT productos_servicios_pkey PRIMARY KEY (id)
);
CREATE INDEX "productos_servicios_newest" ON productos_servicios ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "productos_servicios_inactive" ON productos_servicios ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "productos_servicios_search" ON productos_servicios USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('productos_servicios');

CREATE TABLE productos_servicios_productos (
  "id" text COLLATE "C" NOT NULL,
  "parentId" text COLLATE "C" NOT NULL,
  "orden" integer NOT NULL DEFAULT 0,
  "nombre" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "requisitos" text NOT NULL DEFAULT '',
  "tasa" double precision,
  "image_url" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT productos_servicios_productos_pkey PRIMARY KEY (id)
);
CREATE INDEX "productos_servicios_productos_search" ON productos_servicios_productos USING gin (search_text gin_trgm_ops);

CREATE TABLE productos_servicios_fotos (
  "id" text COLLATE "C" NOT NULL,
  "parentId" text COLLATE "C" NOT NULL,
  "orden" integer NOT NULL DEFAULT 0,
  "url" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT productos_servicios_fotos_pkey PRIMARY KEY (id)
);
CREATE INDEX "productos_servicios_fotos_search" ON productos_servicios_fotos USING gin (search_text gin_trgm_ops);

CREATE TABLE promociones (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "image_url" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "vigenciaDesde" text NOT NULL DEFAULT '',
  "vigenciaHasta" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT promociones_pkey PRIMARY KEY (id)
);
CREATE INDEX "promociones_newest" ON promociones ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "promociones_inactive" ON promociones ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "promociones_search" ON promociones USING gin (search_text gin_trgm_ops);
CREATE INDEX "promociones_sort_nombre" ON promociones ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "promociones_sort_estado" ON promociones ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "promociones_sort_vigenciaDesde" ON promociones ("vigenciaDesde" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "promociones_sort_vigenciaHasta" ON promociones ("vigenciaHasta" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "promociones_sort_updatedAt" ON promociones ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('promociones');

CREATE TABLE puestos (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT puestos_pkey PRIMARY KEY (id)
);
CREATE INDEX "puestos_newest" ON puestos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "puestos_inactive" ON puestos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "puestos_search" ON puestos USING gin (search_text gin_trgm_ops);
CREATE INDEX "puestos_sort_nombre" ON puestos ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "puestos_sort_estado" ON puestos ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "puestos_sort_updatedAt" ON puestos ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('puestos');

CREATE TABLE tipos_documento (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "categoryId" text NOT NULL DEFAULT '',
  "descripcion" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "extensiones" text[] DEFAULT ARRAY[]::text[],
  "retencionAnios" integer,
  "campos" jsonb NOT NULL DEFAULT '[]',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT tipos_documento_pkey PRIMARY KEY (id)
);
CREATE INDEX "tipos_documento_newest" ON tipos_documento ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "tipos_documento_inactive" ON tipos_documento ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "tipos_documento_search" ON tipos_documento USING gin (search_text gin_trgm_ops);
CREATE INDEX "tipos_documento_sort_nombre" ON tipos_documento ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "tipos_documento_sort_estado" ON tipos_documento ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "tipos_documento_sort_retencionAnios" ON tipos_documento ("retencionAnios", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "tipos_documento_sort_updatedAt" ON tipos_documento ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('tipos_documento');

CREATE TABLE actividad_usuarios (
  "id" text COLLATE "C" NOT NULL,
  "userId" text NOT NULL DEFAULT '',
  "clicks" integer NOT NULL DEFAULT 0,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "day" date NOT NULL,
  "lastAt" timestamptz(6) NOT NULL,
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT actividad_usuarios_pkey PRIMARY KEY (id)
);

CREATE TABLE cotizaciones (
  "id" text COLLATE "C" NOT NULL,
  "tipo" text NOT NULL DEFAULT '',
  "tipoPrestamo" text NOT NULL DEFAULT '',
  "nombre" text NOT NULL DEFAULT '',
  "telefono" text NOT NULL DEFAULT '',
  "correo" text NOT NULL DEFAULT '',
  "monto" double precision,
  "plazoMeses" integer,
  "cuota" double precision,
  "agencia" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "bitacora" jsonb NOT NULL DEFAULT '[]',
  "first_follow_up_at" timestamptz(6),
  "last_follow_up_at" timestamptz(6),
  "last_stage" text NOT NULL DEFAULT '',
  "follow_up_count" integer NOT NULL DEFAULT 0,
  "waiting_since" timestamptz(6) NOT NULL,
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT cotizaciones_pkey PRIMARY KEY (id)
);
CREATE INDEX "cotizaciones_newest" ON cotizaciones ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_inactive" ON cotizaciones ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_search" ON cotizaciones USING gin (search_text gin_trgm_ops);
CREATE INDEX "cotizaciones_sort_nombre" ON cotizaciones ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_waiting_since" ON cotizaciones ("waiting_since", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_monto" ON cotizaciones ("monto", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_monto_down" ON cotizaciones ("monto" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_cuota" ON cotizaciones ("cuota", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_cuota_down" ON cotizaciones ("cuota" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_plazoMeses" ON cotizaciones ("plazoMeses", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "cotizaciones_sort_plazoMeses_down" ON cotizaciones ("plazoMeses" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('cotizaciones');

CREATE TABLE clientes (
  "id" text COLLATE "C" NOT NULL,
  "codigo" text NOT NULL DEFAULT '',
  "nombre" text NOT NULL DEFAULT '',
  "dpi" text NOT NULL DEFAULT '',
  "telefono" text NOT NULL DEFAULT '',
  "correo" text NOT NULL DEFAULT '',
  "agencia" text NOT NULL DEFAULT '',
  "fechaAsociacion" text NOT NULL DEFAULT '',
  "estado" boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT clientes_pkey PRIMARY KEY (id)
);
CREATE INDEX "clientes_newest" ON clientes ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "clientes_inactive" ON clientes ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "clientes_search" ON clientes USING gin (search_text gin_trgm_ops);
CREATE INDEX "clientes_sort_nombre" ON clientes ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "clientes_sort_codigo" ON clientes ("codigo" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "clientes_sort_fechaAsociacion" ON clientes ("fechaAsociacion" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('clientes');

CREATE TABLE documentos (
  "id" text COLLATE "C" NOT NULL,
  "categoryId" text NOT NULL DEFAULT '',
  "documentId" text NOT NULL DEFAULT '',
  "documentName" text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "agencyId" text NOT NULL DEFAULT '',
  "agencyFromDoc" text NOT NULL DEFAULT '',
  "status" text NOT NULL DEFAULT '',
  "url" text NOT NULL DEFAULT '',
  "fileName" text NOT NULL DEFAULT '',
  "contentType" text NOT NULL DEFAULT '',
  "bytes" bigint NOT NULL DEFAULT 0,
  "sha256" text NOT NULL DEFAULT '',
  "pages" integer,
  "versions" jsonb NOT NULL DEFAULT '[]',
  "campos" jsonb NOT NULL DEFAULT '{}',
  "fromPackaging" text NOT NULL DEFAULT '',
  "inPackage" text NOT NULL DEFAULT '',
  "returnReason" text NOT NULL DEFAULT '',
  "ubicacion" text NOT NULL DEFAULT '',
  "createdBy" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT documentos_pkey PRIMARY KEY (id)
);
CREATE INDEX "documentos_newest" ON documentos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "documentos_inactive" ON documentos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "documentos_search" ON documentos USING gin (search_text gin_trgm_ops);
CREATE INDEX "documentos_sort_documentName" ON documentos ("documentName" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "documentos_sort_updatedAt" ON documentos ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "documentos_sort_updatedAt_down" ON documentos ("updatedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('documentos');

CREATE TABLE packages (
  "id" text COLLATE "C" NOT NULL,
  "from" text NOT NULL DEFAULT '',
  "from_agency" text NOT NULL DEFAULT '',
  "agencyId" text NOT NULL DEFAULT '',
  "userAssign" text NOT NULL DEFAULT '',
  "status" text NOT NULL DEFAULT '',
  "sended" boolean NOT NULL DEFAULT false,
  "sendedAt" timestamptz(6),
  "resolutionAt" timestamptz(6),
  "needReassign" boolean NOT NULL DEFAULT false,
  "digitalizationId" text NOT NULL DEFAULT '',
  "detailOfPackage" jsonb NOT NULL DEFAULT '[]',
  "extras" jsonb NOT NULL DEFAULT '[]',
  "note" text NOT NULL DEFAULT '',
  "rejectReason" text NOT NULL DEFAULT '',
  "resolvedBy" text NOT NULL DEFAULT '',
  "differencesSeenAt" timestamptz(6),
  "line_count" integer NOT NULL DEFAULT 0,
  "checked_count" integer NOT NULL DEFAULT 0,
  "difference_count" integer NOT NULL DEFAULT 0,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "code" text NOT NULL,
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT packages_pkey PRIMARY KEY (id)
);
CREATE INDEX "packages_newest" ON packages ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "packages_inactive" ON packages ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "packages_search" ON packages USING gin (search_text gin_trgm_ops);
CREATE INDEX "packages_sort_line_count" ON packages ("line_count", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "packages_sort_sendedAt" ON packages ("sendedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "packages_sort_sendedAt_down" ON packages ("sendedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "packages_sort_updatedAt" ON packages ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "packages_sort_updatedAt_down" ON packages ("updatedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('packages');

CREATE TABLE auditoria (
  "source_database" text NOT NULL,
  "id" text COLLATE "C" NOT NULL,
  "user" text NOT NULL DEFAULT '',
  "userName" text NOT NULL DEFAULT '',
  "action" text NOT NULL DEFAULT '',
  "targetPath" text NOT NULL DEFAULT '',
  "requestId" text NOT NULL DEFAULT '',
  "target_id" text NOT NULL DEFAULT '',
  "target_name" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT auditoria_pkey PRIMARY KEY (source_database, id)
);
CREATE INDEX "auditoria_newest" ON auditoria ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "auditoria_inactive" ON auditoria ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "auditoria_search" ON auditoria USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('auditoria');

CREATE TABLE maletin_archivos (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "carpetaId" text NOT NULL DEFAULT '',
  "tipoDocumentoId" text NOT NULL DEFAULT '',
  "agenciaId" text NOT NULL DEFAULT '',
  "url" text NOT NULL DEFAULT '',
  "contentType" text NOT NULL DEFAULT '',
  "bytes" bigint NOT NULL DEFAULT 0,
  "sha256" text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT maletin_archivos_pkey PRIMARY KEY (id)
);
CREATE INDEX "maletin_archivos_newest" ON maletin_archivos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_archivos_inactive" ON maletin_archivos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_archivos_search" ON maletin_archivos USING gin (search_text gin_trgm_ops);
CREATE INDEX "maletin_archivos_sort_nombre" ON maletin_archivos ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_archivos_sort_bytes" ON maletin_archivos ("bytes", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('maletin_archivos');

CREATE TABLE eventos_archivos (
  "id" text COLLATE "C" NOT NULL,
  "kind" text NOT NULL DEFAULT '',
  "fileId" text NOT NULL DEFAULT '',
  "fileName" text NOT NULL DEFAULT '',
  "area" text NOT NULL DEFAULT '',
  "folderId" text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "userName" text NOT NULL DEFAULT '',
  "agencyId" text NOT NULL DEFAULT '',
  "at" timestamptz(6) NOT NULL,
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT eventos_archivos_pkey PRIMARY KEY (id)
);

CREATE TABLE roles (
  "id" text COLLATE "C" NOT NULL,
  "title" text NOT NULL DEFAULT '',
  "value" text NOT NULL DEFAULT '',
  "stated_id" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT roles_pkey PRIMARY KEY (id)
);

CREATE TABLE permisos_rol (
  "id" text COLLATE "C" NOT NULL,
  "menus" text[] DEFAULT ARRAY[]::text[],
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT permisos_rol_pkey PRIMARY KEY (id)
);

CREATE TABLE permisos_documentos (
  "id" text COLLATE "C" NOT NULL,
  "title" text NOT NULL DEFAULT '',
  "permissions" jsonb NOT NULL DEFAULT '{}',
  "agencyScope" text NOT NULL DEFAULT 'all',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT permisos_documentos_pkey PRIMARY KEY (id)
);
CREATE INDEX "permisos_documentos_newest" ON permisos_documentos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "permisos_documentos_inactive" ON permisos_documentos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "permisos_documentos_search" ON permisos_documentos USING gin (search_text gin_trgm_ops);
CREATE INDEX "permisos_documentos_sort_title" ON permisos_documentos ("title" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "permisos_documentos_sort_updatedAt" ON permisos_documentos ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "permisos_documentos_sort_updatedAt_down" ON permisos_documentos ("updatedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('permisos_documentos');

CREATE TABLE usuarios (
  "id" text COLLATE "C" NOT NULL,
  "name" text NOT NULL DEFAULT '',
  "email" text NOT NULL DEFAULT '',
  "role" text NOT NULL DEFAULT '',
  "phone" text NOT NULL DEFAULT '',
  "agency" text NOT NULL DEFAULT '',
  "state" boolean NOT NULL DEFAULT true,
  "briefcase_permissions" jsonb NOT NULL DEFAULT '{}',
  "clicks" integer NOT NULL DEFAULT 0,
  "digitalization_permission_id" text NOT NULL DEFAULT '',
  "department" jsonb NOT NULL DEFAULT '{}',
  "position" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT usuarios_pkey PRIMARY KEY (id)
);
CREATE INDEX "usuarios_newest" ON usuarios ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "usuarios_inactive" ON usuarios ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "usuarios_search" ON usuarios USING gin (search_text gin_trgm_ops);
CREATE INDEX "usuarios_sort_name" ON usuarios ("name" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "usuarios_sort_email" ON usuarios ("email" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "usuarios_sort_clicks" ON usuarios ("clicks", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('usuarios');

CREATE TABLE constantes (
  "id" text COLLATE "C" NOT NULL,
  "items" jsonb NOT NULL DEFAULT '[]',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT constantes_pkey PRIMARY KEY (id)
);

CREATE TABLE reportes_programados (
  "id" text COLLATE "C" NOT NULL,
  "reportId" text NOT NULL DEFAULT '',
  "title" text NOT NULL DEFAULT '',
  "params" jsonb NOT NULL DEFAULT '{}',
  "frequency" text NOT NULL DEFAULT 'diaria',
  "hora" text NOT NULL DEFAULT '',
  "cron" text NOT NULL DEFAULT '',
  "everyDueTime" boolean NOT NULL DEFAULT false,
  "recipients" text[] DEFAULT ARRAY[]::text[],
  "format" text NOT NULL DEFAULT 'xlsx',
  "delivery" text NOT NULL DEFAULT 'enlace',
  "retentionRuns" integer NOT NULL DEFAULT 12,
  "estado" boolean NOT NULL DEFAULT true,
  "userId" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT reportes_programados_pkey PRIMARY KEY (id)
);
CREATE INDEX "reportes_programados_newest" ON reportes_programados ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_programados_inactive" ON reportes_programados ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_programados_search" ON reportes_programados USING gin (search_text gin_trgm_ops);
CREATE INDEX "reportes_programados_sort_title" ON reportes_programados ("title" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_programados_sort_estado" ON reportes_programados ("estado", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_programados_sort_updatedAt" ON reportes_programados ("updatedAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_programados_sort_updatedAt_down" ON reportes_programados ("updatedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('reportes_programados');

CREATE TABLE reportes_ejecuciones (
  "id" text COLLATE "C" NOT NULL,
  "scheduleId" text NOT NULL DEFAULT '',
  "reportId" text NOT NULL DEFAULT '',
  "params" jsonb NOT NULL DEFAULT '{}',
  "dueAt" timestamptz(6),
  "startedAt" timestamptz(6),
  "finishedAt" timestamptz(6),
  "asOf" timestamptz(6),
  "status" text NOT NULL DEFAULT '',
  "progress" integer NOT NULL DEFAULT 0,
  "rows" integer NOT NULL DEFAULT 0,
  "dataSha256" text NOT NULL DEFAULT '',
  "fileSha256" text NOT NULL DEFAULT '',
  "url" text NOT NULL DEFAULT '',
  "bytes" bigint NOT NULL DEFAULT 0,
  "userId" text NOT NULL DEFAULT '',
  "error" text NOT NULL DEFAULT '',
  "notSentTo" jsonb NOT NULL DEFAULT '[]',
  "readers" jsonb NOT NULL DEFAULT '{}',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "is_due" boolean NOT NULL DEFAULT false,
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT reportes_ejecuciones_pkey PRIMARY KEY (id)
);
CREATE INDEX "reportes_ejecuciones_newest" ON reportes_ejecuciones ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_ejecuciones_inactive" ON reportes_ejecuciones ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_ejecuciones_search" ON reportes_ejecuciones USING gin (search_text gin_trgm_ops);
CREATE INDEX "reportes_ejecuciones_sort_dueAt" ON reportes_ejecuciones ("dueAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_ejecuciones_sort_dueAt_down" ON reportes_ejecuciones ("dueAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "reportes_ejecuciones_sort_rows" ON reportes_ejecuciones ("rows", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('reportes_ejecuciones');

CREATE TABLE accesos_programas (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "huella" text NOT NULL DEFAULT '',
  "terminacion" text NOT NULL DEFAULT '',
  "expiresAt" timestamptz(6),
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT accesos_programas_pkey PRIMARY KEY (id)
);
CREATE INDEX "accesos_programas_newest" ON accesos_programas ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "accesos_programas_inactive" ON accesos_programas ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "accesos_programas_search" ON accesos_programas USING gin (search_text gin_trgm_ops);
CREATE INDEX "accesos_programas_sort_nombre" ON accesos_programas ("nombre" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "accesos_programas_sort_expiresAt" ON accesos_programas ("expiresAt", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
SELECT keep_row_totals('accesos_programas');
