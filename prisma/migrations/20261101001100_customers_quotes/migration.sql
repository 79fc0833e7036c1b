-- Customers (clientes, read-only here) and quotes (cotizaciones).
CREATE TABLE clientes (
  id text COLLATE "C" NOT NULL,
  codigo text NOT NULL DEFAULT '',
  nombre text NOT NULL DEFAULT '',
  dpi text NOT NULL DEFAULT '',
  telefono text NOT NULL DEFAULT '',
  correo text NOT NULL DEFAULT '',
  agencia text NOT NULL DEFAULT '',
  -- Day of the Guatemalan calendar as YYYY-MM-DD, '' when the document has none that can be read.
  "fechaAsociacion" text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT clientes_pkey PRIMARY KEY (id)
);

CREATE INDEX clientes_newest ON clientes ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_inactive ON clientes ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX clientes_by_name ON clientes (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_by_code ON clientes (codigo COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_by_association ON clientes ("fechaAsociacion" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_by_agency ON clientes (agencia, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX clientes_search ON clientes USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('clientes');

CREATE TABLE cotizaciones (
  id text COLLATE "C" NOT NULL,
  tipo text NOT NULL DEFAULT '',
  "tipoPrestamo" text NOT NULL DEFAULT '',
  nombre text NOT NULL DEFAULT '',
  telefono text NOT NULL DEFAULT '',
  correo text NOT NULL DEFAULT '',
  monto double precision,
  "plazoMeses" integer,
  cuota double precision,
  agencia text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  bitacora jsonb NOT NULL DEFAULT '[]',
  -- Of the bitácora: its newest readable time, how many entries, and since when nobody has followed up (else creation).
  last_follow_up_at timestamptz(6),
  last_stage text NOT NULL DEFAULT '',
  follow_up_count integer NOT NULL DEFAULT 0,
  waiting_since timestamptz(6) NOT NULL,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT cotizaciones_pkey PRIMARY KEY (id)
);

CREATE INDEX cotizaciones_newest ON cotizaciones ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_inactive ON cotizaciones ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_kind ON cotizaciones (tipo, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_name ON cotizaciones (nombre COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_agency ON cotizaciones (agencia, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_loan_type ON cotizaciones ("tipoPrestamo" COLLATE "C") WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_waiting ON cotizaciones (waiting_since, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_search ON cotizaciones USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('cotizaciones');
