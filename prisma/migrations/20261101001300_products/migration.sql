-- Services of the app, the products of each and the photos of the extraordinary assets. Rows of the two sub-collections
-- carry their parent in the id (`service/product`): equal ids under different services are different rows.
CREATE TABLE productos_servicios (
  id text COLLATE "C" NOT NULL,
  nombre text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  icono text NOT NULL DEFAULT '',
  orden integer NOT NULL DEFAULT 0,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT productos_servicios_pkey PRIMARY KEY (id)
);
CREATE INDEX productos_servicios_newest ON productos_servicios ("createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX productos_servicios_inactive ON productos_servicios ("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted;
CREATE INDEX productos_servicios_in_order ON productos_servicios (orden, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX productos_servicios_search ON productos_servicios USING gin (search_text gin_trgm_ops);
SELECT keep_row_totals('productos_servicios');

CREATE TABLE productos_servicios_productos (
  id text COLLATE "C" NOT NULL,
  "parentId" text COLLATE "C" NOT NULL DEFAULT '',
  nombre text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  requisitos text NOT NULL DEFAULT '',
  tasa double precision,
  image_url text NOT NULL DEFAULT '',
  orden integer NOT NULL DEFAULT 0,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT productos_servicios_productos_pkey PRIMARY KEY (id)
);
CREATE INDEX productos_servicios_productos_in_order ON productos_servicios_productos ("parentId", orden, "createdAt", id) WHERE NOT source_deleted;
CREATE INDEX productos_servicios_productos_search ON productos_servicios_productos USING gin (search_text gin_trgm_ops);

CREATE TABLE productos_servicios_fotos (
  id text COLLATE "C" NOT NULL,
  "parentId" text COLLATE "C" NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  orden integer NOT NULL DEFAULT 0,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT productos_servicios_fotos_pkey PRIMARY KEY (id)
);
CREATE INDEX productos_servicios_fotos_in_order ON productos_servicios_fotos ("parentId", orden, "createdAt", id) WHERE NOT source_deleted;
CREATE INDEX productos_servicios_fotos_search ON productos_servicios_fotos USING gin (search_text gin_trgm_ops);
