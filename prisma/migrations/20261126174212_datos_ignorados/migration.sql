CREATE TABLE datos_ignorados (
  "id" text COLLATE "C" NOT NULL,
  "base" text NOT NULL DEFAULT '',
  "documento" text NOT NULL DEFAULT '',
  "campo" text NOT NULL DEFAULT '',
  "valor" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT datos_ignorados_pkey PRIMARY KEY (id)
);
CREATE INDEX "datos_ignorados_newest" ON datos_ignorados ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "datos_ignorados_inactive" ON datos_ignorados ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "datos_ignorados_search" ON datos_ignorados USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('datos_ignorados');
