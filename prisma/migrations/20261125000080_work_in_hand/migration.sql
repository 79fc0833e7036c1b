-- Work that processes share and what it found. None of it is a projection, no document holds it: a rebuild leaves it alone.

-- Uploads that arrive in parts and are no files yet (docs/decisions/029-uploads-in-parts.md). No projection: what is lost here is sent again.
CREATE TABLE unfinished_uploads (
  id text COLLATE "C" NOT NULL,
  area text NOT NULL,
  user_id text NOT NULL,
  upload_key text NOT NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  part_bytes integer NOT NULL,
  sha256 text NOT NULL DEFAULT '',
  fields jsonb NOT NULL,
  parts integer[] DEFAULT ARRAY[]::integer[],
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  touched_at timestamptz(6) NOT NULL DEFAULT now(),
  -- One request at a time puts an upload together (docs/decisions/059-bounds-of-one-person.md).
  completing_at timestamptz(6),
  CONSTRAINT unfinished_uploads_pkey PRIMARY KEY (id)
);
CREATE INDEX unfinished_uploads_of_person ON unfinished_uploads (user_id, area);
CREATE INDEX unfinished_uploads_oldest ON unfinished_uploads (touched_at);

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

-- Whether pictures and links of contents answer, as the job that asks them found (docs/decisions/040-content-health.md); '' where they do.
CREATE TABLE checked_addresses (
  address text COLLATE "C" NOT NULL,
  problem text NOT NULL DEFAULT '',
  failures integer NOT NULL DEFAULT 0,
  checked_at timestamptz(6) NOT NULL,
  CONSTRAINT checked_addresses_pkey PRIMARY KEY (address)
);
CREATE INDEX checked_addresses_oldest ON checked_addresses (checked_at);
CREATE INDEX checked_addresses_silent ON checked_addresses (checked_at) WHERE problem <> '';

-- Who works on a run, and how often somebody has begun. Not part of the read model: lost, a run is only begun again.
CREATE TABLE snapshot_work (
  run_id text COLLATE "C" PRIMARY KEY,
  worker text NOT NULL,
  lease_until timestamptz(6) NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  next_at timestamptz(6) NOT NULL DEFAULT now()
);

-- The outbox: what each person is told of a run. A row says how far its sending got, so that no crash sends it twice.
CREATE TABLE snapshot_mails (
  run_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('report', 'failure')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'handing', 'sent', 'failed', 'unknown', 'refused')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz(6) NOT NULL DEFAULT now(),
  lease_until timestamptz(6) NOT NULL DEFAULT now(),
  reason text NOT NULL DEFAULT '',
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  settled_at timestamptz(6),
  PRIMARY KEY (run_id, user_id)
);
CREATE INDEX snapshot_mails_open ON snapshot_mails (next_at) WHERE state IN ('waiting', 'handing');

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
  -- What a person finds their own large exports by.
  search_text text NOT NULL DEFAULT '',
  -- What it was narrowed to, in words: the audit says it when the file leaves (docs/decisions/049-audit-of-exports.md).
  filters text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT exports_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX exports_under_way ON exports (question) WHERE state IN ('waiting', 'working');
CREATE INDEX exports_of_person ON exports (user_id, created_at);
CREATE INDEX exports_untold ON exports (user_id) WHERE state IN ('ready', 'failed') AND told_at IS NULL;
CREATE INDEX exports_oldest ON exports (created_at);

-- What drawn pages of each content take and when it was last opened (docs/decisions/059-bounds-of-one-person.md). No projection: what
-- no row names is removed, and drawn again when somebody opens it.
CREATE TABLE drawn_documents (
  identity text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  used_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT drawn_documents_pkey PRIMARY KEY (identity)
);

-- Who opened which run of a report: what was sent to a person and never opened is news to them (docs/decisions/074-reports-of-ones-own.md).
-- No projection: it may be lost, and then what is new counts as such once more.
CREATE TABLE run_openings (
  run_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  opened_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT run_openings_pkey PRIMARY KEY (run_id, user_id)
);
