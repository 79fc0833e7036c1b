-- Collections of the database `digitalization`: categories and types by the catalog engine, documents and permission sets.
CREATE TABLE categorias (
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
  CONSTRAINT categorias_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('categorias', ARRAY['nombre', 'estado']);

CREATE TABLE tipos_documento (
  id text COLLATE "C" NOT NULL,
  nombre text NOT NULL DEFAULT '',
  "categoryId" text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  extensiones text[] DEFAULT ARRAY[]::text[],
  "retencionAnios" integer,
  campos jsonb NOT NULL DEFAULT '[]',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT tipos_documento_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('tipos_documento', ARRAY['nombre', 'estado', 'retencionAnios']);
CREATE INDEX tipos_documento_by_category ON tipos_documento ("categoryId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE TABLE permisos_documentos (
  id text COLLATE "C" NOT NULL,
  title text NOT NULL DEFAULT '',
  permissions jsonb NOT NULL DEFAULT '{}',
  "agencyScope" text NOT NULL DEFAULT 'all',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT permisos_documentos_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('permisos_documentos', ARRAY['title']);

CREATE TABLE documentos (
  id text COLLATE "C" NOT NULL,
  "categoryId" text NOT NULL DEFAULT '',
  "documentId" text NOT NULL DEFAULT '',
  "documentName" text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "agencyId" text NOT NULL DEFAULT '',
  "agencyFromDoc" text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  "fileName" text NOT NULL DEFAULT '',
  "contentType" text NOT NULL DEFAULT '',
  bytes bigint NOT NULL DEFAULT 0,
  sha256 text NOT NULL DEFAULT '',
  pages integer,
  versions jsonb NOT NULL DEFAULT '[]',
  campos jsonb NOT NULL DEFAULT '{}',
  "fromPackaging" text NOT NULL DEFAULT '',
  "inPackage" text NOT NULL DEFAULT '',
  "returnReason" text NOT NULL DEFAULT '',
  ubicacion text NOT NULL DEFAULT '',
  "createdBy" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT documentos_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('documentos', ARRAY['documentName']);
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
