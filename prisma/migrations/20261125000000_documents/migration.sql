-- The embedded document store (server/ports/documents/embedded/embedded.ts, docs/decisions/002-embedded-document-store.md).
CREATE SCHEMA documents;

CREATE TABLE documents.documents (
  database text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  collection text COLLATE "C" NOT NULL,
  -- Last segment of the collection path: what a group query asks for.
  collection_group text COLLATE "C" NOT NULL,
  -- Encoded by server/ports/documents/embedded/values.ts; empty once deleted.
  data jsonb NOT NULL,
  -- Microseconds since 1970.
  created_version bigint NOT NULL,
  version bigint NOT NULL,
  -- A deleted document stays for a while, so that its version keeps growing when it is created again.
  deleted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (database, path)
);

-- Documents sort by path segment, not by path text ('a-b/c' after 'a/b'): the separator becomes the lowest character.
CREATE INDEX documents_by_group ON documents.documents (database, collection_group, replace(path, '/', E'\x01')) WHERE NOT deleted;

CREATE TABLE documents.changes (
  database text COLLATE "C" NOT NULL,
  -- Transactions commit out of order: readers stop before the oldest one still running, so that none is skipped.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  path text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  deleted boolean NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (database, xid, seq)
);

-- Up to where changes were pruned: a reader that stands before it has missed some and must be told.
CREATE TABLE documents.pruned_changes (
  database text COLLATE "C" PRIMARY KEY,
  xid xid8 NOT NULL,
  seq bigint NOT NULL
);

CREATE FUNCTION documents.now_micros() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

-- Seals go through the audit in the order of its creation (server/ports/documents/embedded/creation-order.ts, decision 034).
CREATE INDEX documents_audit_by_creation ON documents.documents (database, created_version, path) WHERE collection = 'auditoria' AND NOT deleted;

-- The history of a record asks for the audit entries about it.
CREATE INDEX documents_audit_target ON documents.documents (database, (data -> 'targetPath'::text)) WHERE collection_group = 'auditoria' AND NOT deleted;
