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
  -- Of the projection (server/read-model/projection-shape.ts) by which all rows of the table were last made; '': not known.
  shape text NOT NULL DEFAULT '',
  CONSTRAINT reconcile_results_pkey PRIMARY KEY (table_name)
);

-- Verifications and rebuilds of the read model that somebody asked for.
CREATE TABLE read_model_runs (
  id text NOT NULL,
  kind text NOT NULL,
  -- Name of a table, or of something computed from tables (a derived table).
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
