-- Spreadsheets that people bring for a list, row by row, kept for a week (docs/decisions/140-imports.md). No projection: what is lost
-- here is brought again. What was applied is a run of bulk_runs with the same id.
CREATE TABLE imports (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  file_name text NOT NULL,
  request_id text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('reading', 'checking', 'ready', 'applied')),
  -- Rows of records, once all of them are here.
  total integer NOT NULL DEFAULT 0,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT imports_pkey PRIMARY KEY (id)
);
CREATE INDEX imports_of_person ON imports (user_id, url);
CREATE INDEX imports_oldest ON imports (created_at);

CREATE TABLE import_rows (
  import_id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  sheet text NOT NULL,
  row_number integer NOT NULL,
  name text NOT NULL,
  -- By what it finds its record: the name as names are compared, or id:<id>.
  key text COLLATE "C" NOT NULL,
  record_id text COLLATE "C" NOT NULL DEFAULT '',
  -- Records of that name.
  matches integer NOT NULL DEFAULT 0,
  -- The cells by the names of their fields.
  given jsonb NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('unchecked', 'new', 'changed', 'same', 'wrong', 'note')),
  version text NOT NULL DEFAULT '',
  -- Canonical JSON, compared as text.
  wanted text,
  before text,
  changes jsonb NOT NULL DEFAULT '[]',
  problems jsonb NOT NULL DEFAULT '[]',
  note text NOT NULL DEFAULT '',
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, place)
);
CREATE INDEX import_rows_next ON import_rows (import_id, outcome, place);
CREATE INDEX import_rows_key ON import_rows (import_id, key, place);
