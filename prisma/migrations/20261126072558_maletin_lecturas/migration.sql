CREATE TABLE maletin_lecturas (
  "id" text COLLATE "C" NOT NULL,
  "roles" text[] DEFAULT ARRAY[]::text[],
  "agencias" text[] DEFAULT ARRAY[]::text[],
  "departamentos" text[] DEFAULT ARRAY[]::text[],
  "personas" text[] DEFAULT ARRAY[]::text[],
  "hasta" text NOT NULL DEFAULT '',
  "motivo" text NOT NULL DEFAULT '',
  "pedidaPor" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT maletin_lecturas_pkey PRIMARY KEY (id)
);
CREATE INDEX "maletin_lecturas_newest" ON maletin_lecturas ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_lecturas_inactive" ON maletin_lecturas ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_lecturas_search" ON maletin_lecturas USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('maletin_lecturas');
