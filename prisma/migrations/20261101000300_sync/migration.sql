-- What keeps the read model and what makes its lists fast (docs/decisions/004-paging.md, 005-sync.md).

-- Ids are opaque: byte order is the document store's own order (reconciling compares ranges) and the cheapest.
ALTER TABLE agencias ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE departamentos ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE maletin_carpetas ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE maletin_tipos_documento ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE maletin_archivos ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE eventos_archivos ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE usuarios ALTER COLUMN id TYPE text COLLATE "C";
ALTER TABLE permisos_rol ALTER COLUMN id TYPE text COLLATE "C";

-- Lists: newest first, and by name as Spanish speakers sort; only rows that lists show.
CREATE INDEX agencias_newest ON agencias ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX agencias_inactive ON agencias ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX agencias_by_name ON agencias (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX agencias_by_kind ON agencias (tipo, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX agencias_search ON agencias USING gin (search_text gin_trgm_ops);

CREATE INDEX departamentos_newest ON departamentos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX departamentos_inactive ON departamentos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX departamentos_by_name ON departamentos (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX departamentos_search ON departamentos USING gin (search_text gin_trgm_ops);

CREATE INDEX maletin_carpetas_newest ON maletin_carpetas ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_carpetas_inactive ON maletin_carpetas ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX maletin_carpetas_by_name ON maletin_carpetas (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_carpetas_search ON maletin_carpetas USING gin (search_text gin_trgm_ops);

CREATE INDEX maletin_tipos_documento_newest ON maletin_tipos_documento ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_tipos_documento_inactive ON maletin_tipos_documento ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX maletin_tipos_documento_by_name ON maletin_tipos_documento (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_tipos_documento_search ON maletin_tipos_documento USING gin (search_text gin_trgm_ops);

CREATE INDEX maletin_archivos_newest ON maletin_archivos ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_inactive ON maletin_archivos ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_name ON maletin_archivos (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_size ON maletin_archivos (bytes, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_folder ON maletin_archivos ("carpetaId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_agency ON maletin_archivos ("agenciaId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_user ON maletin_archivos ("userId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_type ON maletin_archivos ("tipoDocumentoId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX maletin_archivos_by_content ON maletin_archivos (sha256) WHERE NOT source_deleted;
CREATE INDEX maletin_archivos_search ON maletin_archivos USING gin (search_text gin_trgm_ops);

CREATE INDEX usuarios_newest ON usuarios ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX usuarios_inactive ON usuarios ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX usuarios_by_name ON usuarios (name COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX usuarios_by_email ON usuarios (lower(email)) WHERE NOT source_deleted;
CREATE INDEX usuarios_by_agency ON usuarios (agency, id) WHERE NOT source_deleted;
CREATE INDEX usuarios_search ON usuarios USING gin (search_text gin_trgm_ops);

-- How many rows a table has, without counting them: each statement adds its difference as a row of its own, so that
-- writers never wait for one another; the sweep folds them. Read as sum().
CREATE TABLE row_totals (
  id bigint GENERATED ALWAYS AS IDENTITY,
  table_name text NOT NULL,
  active bigint NOT NULL,
  present bigint NOT NULL,
  CONSTRAINT row_totals_pkey PRIMARY KEY (id)
);
CREATE INDEX row_totals_by_table ON row_totals (table_name) INCLUDE (active, present);

CREATE FUNCTION add_row_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  active_change bigint := 0;
  present_change bigint := 0;
  counted record;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM row_totals WHERE table_name = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT count(*) FILTER (WHERE "isActive" AND NOT source_deleted) AS active, count(*) FILTER (WHERE NOT source_deleted) AS present INTO counted FROM new_rows;
    active_change := counted.active;
    present_change := counted.present;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT count(*) FILTER (WHERE "isActive" AND NOT source_deleted) AS active, count(*) FILTER (WHERE NOT source_deleted) AS present INTO counted FROM old_rows;
    active_change := active_change - counted.active;
    present_change := present_change - counted.present;
  END IF;
  IF active_change <> 0 OR present_change <> 0 THEN
    INSERT INTO row_totals (table_name, active, present) VALUES (TG_TABLE_NAME, active_change, present_change);
  END IF;
  RETURN NULL;
END $$;

-- Counts what a table holds already and keeps its total from now on: call it for each new entity table.
CREATE FUNCTION keep_row_totals(target text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO row_totals (table_name, active, present)
    SELECT %L, count(*) FILTER (WHERE "isActive" AND NOT source_deleted), count(*) FILTER (WHERE NOT source_deleted) FROM %I', target, target);
  EXECUTE format('CREATE TRIGGER row_totals_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
END $$;

SELECT keep_row_totals(target) FROM unnest(ARRAY['agencias', 'departamentos', 'maletin_carpetas', 'maletin_tipos_documento', 'maletin_archivos', 'usuarios']) AS target;

-- How far each change stream of the document store is applied.
CREATE TABLE sync_streams (
  name text NOT NULL,
  -- The store's own position after the last change that is in the tables; null: none yet.
  position text,
  -- Grows with every (re)start of the stream: work of an earlier epoch no longer counts.
  epoch bigint NOT NULL DEFAULT 0,
  -- Batches of this epoch that are applied without a gap.
  finished_sequence bigint NOT NULL DEFAULT 0,
  moved_at timestamptz(6),
  -- The one worker that watches, and until when unless it renews.
  holder text,
  lease_until timestamptz(6),
  -- Everything written up to here is in the tables, as the watcher last found.
  fresh_at timestamptz(6),
  pending_changes integer NOT NULL DEFAULT 0,
  last_error text,
  last_error_at timestamptz(6),
  CONSTRAINT sync_streams_pkey PRIMARY KEY (name)
);

-- Batches applied out of turn, kept until the gap before them closes.
CREATE TABLE sync_ranges (
  stream text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position text NOT NULL,
  CONSTRAINT sync_ranges_pkey PRIMARY KEY (stream, epoch, sequence)
);

-- Documents that could not be projected or stored, with the reason; gone once they can.
CREATE TABLE sync_failures (
  database text NOT NULL,
  path text NOT NULL,
  table_name text NOT NULL,
  source_version bigint NOT NULL,
  reason text NOT NULL,
  failed_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT sync_failures_pkey PRIMARY KEY (database, path)
);

-- What the last sweep found per table.
CREATE TABLE reconcile_results (
  table_name text NOT NULL,
  database text NOT NULL,
  documents bigint NOT NULL,
  equal bigint NOT NULL,
  missing bigint NOT NULL,
  stale bigint NOT NULL,
  extra bigint NOT NULL,
  failed bigint NOT NULL,
  started_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6) NOT NULL,
  CONSTRAINT reconcile_results_pkey PRIMARY KEY (table_name)
);
