-- The read model's tables: column names are the stored field names (see schema.prisma).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE agencias (
  id text NOT NULL,
  nombre text NOT NULL DEFAULT '',
  direccion text NOT NULL DEFAULT '',
  horarios text NOT NULL DEFAULT '',
  latitud double precision,
  longitud double precision,
  estado boolean NOT NULL DEFAULT true,
  operaciones text NOT NULL DEFAULT '',
  tipo text NOT NULL DEFAULT '',
  telefono text NOT NULL DEFAULT '',
  fotos text[] DEFAULT ARRAY[]::text[],
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT agencias_pkey PRIMARY KEY (id)
);

CREATE TABLE departamentos (
  id text NOT NULL,
  nombre text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT departamentos_pkey PRIMARY KEY (id)
);

CREATE TABLE maletin_carpetas (
  id text NOT NULL,
  nombre text NOT NULL DEFAULT '',
  descripcion text NOT NULL DEFAULT '',
  orden integer NOT NULL DEFAULT 0,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT maletin_carpetas_pkey PRIMARY KEY (id)
);

CREATE TABLE maletin_tipos_documento (
  id text NOT NULL,
  nombre text NOT NULL DEFAULT '',
  extensiones text[] DEFAULT ARRAY[]::text[],
  "tamanoMaximoMb" double precision,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT maletin_tipos_documento_pkey PRIMARY KEY (id)
);

CREATE TABLE maletin_archivos (
  id text NOT NULL,
  nombre text NOT NULL DEFAULT '',
  "carpetaId" text NOT NULL DEFAULT '',
  "tipoDocumentoId" text NOT NULL DEFAULT '',
  "agenciaId" text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  "contentType" text NOT NULL DEFAULT '',
  bytes bigint NOT NULL DEFAULT 0,
  sha256 text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT maletin_archivos_pkey PRIMARY KEY (id)
);

CREATE TABLE eventos_archivos (
  id text NOT NULL,
  kind text NOT NULL DEFAULT '',
  "fileId" text NOT NULL DEFAULT '',
  "fileName" text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  "folderId" text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  "userName" text NOT NULL DEFAULT '',
  "agencyId" text NOT NULL DEFAULT '',
  at timestamptz(6) NOT NULL,
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT eventos_archivos_pkey PRIMARY KEY (id)
);

CREATE TABLE usuarios (
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  agency text NOT NULL DEFAULT '',
  state boolean NOT NULL DEFAULT true,
  briefcase_permissions jsonb NOT NULL DEFAULT '{}',
  clicks integer NOT NULL DEFAULT 0,
  digitalization_permission_id text NOT NULL DEFAULT '',
  department jsonb NOT NULL DEFAULT '{}',
  position text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT usuarios_pkey PRIMARY KEY (id)
);

CREATE TABLE permisos_rol (
  id text NOT NULL,
  menus text[] DEFAULT ARRAY[]::text[],
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT permisos_rol_pkey PRIMARY KEY (id)
);
