CREATE TABLE vistas_guardadas (
  "id" text COLLATE "C" NOT NULL,
  "nombre" text NOT NULL DEFAULT '',
  "lista" text NOT NULL DEFAULT '',
  "consulta" text NOT NULL DEFAULT '',
  "columnas" text[] DEFAULT ARRAY[]::text[],
  "densidad" text NOT NULL DEFAULT 'normal',
  "inicio" boolean NOT NULL DEFAULT false,
  "roles" text[] DEFAULT ARRAY[]::text[],
  "agencias" text[] DEFAULT ARRAY[]::text[],
  "userId" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT vistas_guardadas_pkey PRIMARY KEY (id)
);
CREATE INDEX "vistas_guardadas_newest" ON vistas_guardadas ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "vistas_guardadas_inactive" ON vistas_guardadas ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "vistas_guardadas_search" ON vistas_guardadas USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('vistas_guardadas');

-- Asked at every request: whose views stand on Inicio.
CREATE INDEX vistas_guardadas_home ON vistas_guardadas ("userId") WHERE inicio AND "isActive" AND NOT source_deleted;
