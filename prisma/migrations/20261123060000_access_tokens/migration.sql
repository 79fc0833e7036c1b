-- Accesses that people give to their programs (collection accesos_programas).
CREATE TABLE accesos_programas (
  id text COLLATE "C" NOT NULL,
  nombre text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  huella text NOT NULL DEFAULT '',
  terminacion text NOT NULL DEFAULT '',
  "expiresAt" timestamptz(6),
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT accesos_programas_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('accesos_programas', ARRAY['nombre', 'expiresAt']);
-- Asked by every request of a program.
CREATE INDEX accesos_programas_by_hash ON accesos_programas (huella) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX accesos_programas_by_owner ON accesos_programas ("userId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

-- When each was used last, to the hour. No part of the read model: a rebuild leaves it alone, no document holds it.
CREATE TABLE identity.token_uses (
  token_id text NOT NULL,
  last_used_at timestamptz(6) NOT NULL,
  CONSTRAINT token_uses_pkey PRIMARY KEY (token_id)
);
