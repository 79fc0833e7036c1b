-- Acts of people on many records of a list, kept for a week (docs/decisions/093-bulk-acts.md). No projection: what is lost here can no
-- more be taken back at once, and the audit tells it all the same.
CREATE TABLE bulk_runs (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  -- What the list was asked: where its owner goes back to.
  search text NOT NULL DEFAULT '',
  act text NOT NULL,
  asked jsonb NOT NULL DEFAULT '{}',
  chosen text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'done', 'undoing', 'undone')),
  total integer NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  finished_at timestamptz(6),
  CONSTRAINT bulk_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX bulk_runs_under_way ON bulk_runs (user_id) WHERE state IN ('waiting', 'working', 'undoing');
CREATE INDEX bulk_runs_oldest ON bulk_runs (created_at);

CREATE TABLE bulk_items (
  run_id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  -- {"value": what the record held}; NULL as long as nobody has looked.
  before jsonb,
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'same', 'refused', 'undone', 'kept')),
  reason text NOT NULL DEFAULT '',
  CONSTRAINT bulk_items_pkey PRIMARY KEY (run_id, record_id)
);
CREATE INDEX bulk_items_next ON bulk_items (run_id, outcome, place);
