-- The audit entries of both databases.
CREATE TABLE auditoria (
  source_database text NOT NULL,
  id text COLLATE "C" NOT NULL,
  "user" text NOT NULL DEFAULT '',
  "userName" text NOT NULL DEFAULT '',
  action text NOT NULL DEFAULT '',
  "targetPath" text NOT NULL DEFAULT '',
  target_id text NOT NULL DEFAULT '',
  target_name text NOT NULL DEFAULT '',
  "requestId" text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT auditoria_pkey PRIMARY KEY (source_database, id)
);
SELECT keep_catalog('auditoria', ARRAY[]::text[]);
CREATE INDEX auditoria_by_user ON auditoria ("user", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_action ON auditoria (action, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_database ON auditoria (source_database, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_target ON auditoria ("targetPath" text_pattern_ops, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX auditoria_by_target_id ON auditoria (target_id, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
