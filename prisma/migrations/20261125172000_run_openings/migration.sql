-- Who opened which run of a report: what was sent to a person and never opened is news to them (docs/decisions/074-reports-of-ones-own.md).
-- No projection: it may be lost, and then what is new counts as such once more.
CREATE TABLE run_openings (
  run_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  opened_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT run_openings_pkey PRIMARY KEY (run_id, user_id)
);
