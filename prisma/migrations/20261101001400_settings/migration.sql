-- Rows per page: null until the person chooses, so that the portal's own setting counts.
ALTER TABLE identity.preferences ALTER COLUMN page_size DROP NOT NULL, ALTER COLUMN page_size DROP DEFAULT;

-- Verifications and rebuilds of the read model that somebody asked for.
CREATE TABLE read_model_runs (
  id text NOT NULL,
  kind text NOT NULL,
  -- Name of a table, or of something computed from tables (server/derived-tables.ts).
  target text NOT NULL,
  status text NOT NULL DEFAULT 'waiting',
  requested_by text NOT NULL,
  requested_by_name text NOT NULL,
  requested_at timestamptz(6) NOT NULL DEFAULT now(),
  started_at timestamptz(6),
  finished_at timestamptz(6),
  -- When the run was last heard of: one that falls silent does not block the next for ever.
  heartbeat_at timestamptz(6) NOT NULL DEFAULT now(),
  documents_done bigint NOT NULL DEFAULT 0,
  documents_expected bigint NOT NULL DEFAULT 0,
  result jsonb,
  error text,
  CONSTRAINT read_model_runs_pkey PRIMARY KEY (id),
  CONSTRAINT read_model_runs_kind_check CHECK (kind IN ('verify', 'rebuild')),
  CONSTRAINT read_model_runs_status_check CHECK (status IN ('waiting', 'running', 'done', 'failed'))
);
-- One at a time per target, however many people press the button.
CREATE UNIQUE INDEX read_model_runs_unfinished ON read_model_runs (target) WHERE finished_at IS NULL;
CREATE INDEX read_model_runs_newest ON read_model_runs (target, requested_at DESC);
