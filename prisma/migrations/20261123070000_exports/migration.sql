-- Large exports of people, kept for a day (docs/decisions/045-large-exports.md). No projection: what is lost here is asked for again.
CREATE TABLE exports (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  parent_id text NOT NULL DEFAULT '',
  params text NOT NULL DEFAULT '',
  format text NOT NULL,
  -- Digest of who asks for what: while one is under way it is made once.
  question text COLLATE "C" NOT NULL,
  title text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'ready', 'failed', 'expired')),
  rows_expected integer,
  rows_written integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  sha256 text NOT NULL DEFAULT '',
  -- Digest of what the person was allowed when the rows were read.
  rights text NOT NULL DEFAULT '',
  attempt integer NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  started_at timestamptz(6),
  finished_at timestamptz(6),
  expires_at timestamptz(6),
  told_at timestamptz(6),
  CONSTRAINT exports_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX exports_under_way ON exports (question) WHERE state IN ('waiting', 'working');
CREATE INDEX exports_of_person ON exports (user_id, created_at);
CREATE INDEX exports_untold ON exports (user_id) WHERE state IN ('ready', 'failed') AND told_at IS NULL;
CREATE INDEX exports_oldest ON exports (created_at);
