-- Contents of the mobile app and job positions: one table per collection, with the indexes that lists read by.

CREATE TABLE plazas_vacantes (
  id text COLLATE "C" NOT NULL,
  nombre text NOT NULL DEFAULT '',
  "queOfrecemos" text NOT NULL DEFAULT '',
  "nivelAcademico" text NOT NULL DEFAULT '',
  "perfilDeseado" text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  fecha text NOT NULL DEFAULT '',
  agencia text NOT NULL DEFAULT '',
  "fechaPapeleria" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT plazas_vacantes_pkey PRIMARY KEY (id)
);
CREATE INDEX plazas_vacantes_newest ON plazas_vacantes ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX plazas_vacantes_inactive ON plazas_vacantes ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX plazas_vacantes_by_name ON plazas_vacantes (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX plazas_vacantes_search ON plazas_vacantes USING gin (search_text gin_trgm_ops);
CREATE INDEX plazas_vacantes_by_agency ON plazas_vacantes (agencia, "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE TABLE promociones (
  id text COLLATE "C" NOT NULL,
  nombre text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  image_url text NOT NULL DEFAULT '',
  "vigenciaDesde" text NOT NULL DEFAULT '',
  "vigenciaHasta" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT promociones_pkey PRIMARY KEY (id)
);
CREATE INDEX promociones_newest ON promociones ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX promociones_inactive ON promociones ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX promociones_by_name ON promociones (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX promociones_search ON promociones USING gin (search_text gin_trgm_ops);

CREATE TABLE educacion_cooperativista (
  id text COLLATE "C" NOT NULL,
  titulo text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  image_url text NOT NULL DEFAULT '',
  video_url text NOT NULL DEFAULT '',
  orden integer NOT NULL DEFAULT 0,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT educacion_cooperativista_pkey PRIMARY KEY (id)
);
CREATE INDEX educacion_cooperativista_newest ON educacion_cooperativista ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX educacion_cooperativista_inactive ON educacion_cooperativista ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX educacion_cooperativista_by_name ON educacion_cooperativista (titulo COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX educacion_cooperativista_search ON educacion_cooperativista USING gin (search_text gin_trgm_ops);
CREATE INDEX educacion_cooperativista_by_order ON educacion_cooperativista (orden, "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE TABLE como_asociarse (
  id text COLLATE "C" NOT NULL,
  titulo text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  image_url text NOT NULL DEFAULT '',
  video_url text NOT NULL DEFAULT '',
  orden integer NOT NULL DEFAULT 0,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT como_asociarse_pkey PRIMARY KEY (id)
);
CREATE INDEX como_asociarse_newest ON como_asociarse ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX como_asociarse_inactive ON como_asociarse ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX como_asociarse_by_name ON como_asociarse (titulo COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX como_asociarse_search ON como_asociarse USING gin (search_text gin_trgm_ops);
CREATE INDEX como_asociarse_by_order ON como_asociarse (orden, "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE TABLE puestos (
  id text COLLATE "C" NOT NULL,
  nombre text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT puestos_pkey PRIMARY KEY (id)
);
CREATE INDEX puestos_newest ON puestos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX puestos_inactive ON puestos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX puestos_by_name ON puestos (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX puestos_search ON puestos USING gin (search_text gin_trgm_ops);

SELECT keep_row_totals(target) FROM unnest(ARRAY['plazas_vacantes', 'promociones', 'educacion_cooperativista', 'como_asociarse', 'puestos']) AS target;
