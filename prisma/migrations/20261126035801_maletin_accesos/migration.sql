CREATE TABLE maletin_accesos (
  "id" text COLLATE "C" NOT NULL,
  "roles" text[] DEFAULT ARRAY[]::text[],
  "agencias" text[] DEFAULT ARRAY[]::text[],
  "departamentos" text[] DEFAULT ARRAY[]::text[],
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  "search_text" text NOT NULL DEFAULT '',
  "source_version" bigint NOT NULL,
  "source_deleted" boolean NOT NULL DEFAULT false,
  CONSTRAINT maletin_accesos_pkey PRIMARY KEY (id)
);
CREATE INDEX "maletin_accesos_newest" ON maletin_accesos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_accesos_inactive" ON maletin_accesos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX "maletin_accesos_search" ON maletin_accesos USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('maletin_accesos');
