-- Seals go through the audit in the order of its creation (server/documents/embedded/creation-order.ts, decision 034).
CREATE INDEX documents_audit_by_creation ON documents.documents (database, created_version, path) WHERE collection = 'auditoria' AND NOT deleted;

-- What sealing and proving said last, for screens.
CREATE TABLE audit_state (
  database text NOT NULL,
  sealed_until timestamptz(6),
  sealed_at timestamptz(6),
  announced_at timestamptz(6),
  checked_at timestamptz(6),
  checked_until timestamptz(6),
  problem text NOT NULL DEFAULT '',
  CONSTRAINT audit_state_pkey PRIMARY KEY (database)
);
