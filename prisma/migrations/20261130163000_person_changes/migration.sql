-- Changes sent to a REST backend of another vendor that the audit does not have yet (docs/decisions/055-backend-of-another-make.md). No
-- projection: lost, a change whose process died in between has no audit entry.
CREATE TABLE person_changes (
  user_id text COLLATE "C" NOT NULL,
  given jsonb NOT NULL,
  changes jsonb NOT NULL,
  acting jsonb NOT NULL,
  sent_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT person_changes_pkey PRIMARY KEY (user_id)
);
