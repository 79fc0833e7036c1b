-- What people are told of, one row a person and act (docs/decisions/107-alerts.md). No projection: lost rows that are younger than three
-- days are made again from the audit, unread.
CREATE TABLE alerts (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL DEFAULT '',
  -- Of the record, the last one where an act was done to many.
  path text NOT NULL,
  name text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  at timestamptz(6) NOT NULL,
  read_at timestamptz(6),
  -- When to send it, or to try again; NULL: not at all, or settled.
  mail_at timestamptz(6),
  mail_attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT alerts_pkey PRIMARY KEY (id)
);
CREATE INDEX alerts_of_person ON alerts (user_id, at DESC, id);
CREATE INDEX alerts_unread ON alerts (user_id) WHERE read_at IS NULL;
CREATE INDEX alerts_to_mail ON alerts (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX alerts_oldest ON alerts (at);

-- What was told, so that nothing is told twice.
CREATE TABLE alert_sources (
  kind text NOT NULL,
  source text COLLATE "C" NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT alert_sources_pkey PRIMARY KEY (kind, source)
);
CREATE INDEX alert_sources_oldest ON alert_sources (at);

-- By kind: 'now' or 'daily'; what is not there is not sent.
ALTER TABLE identity.preferences ADD COLUMN alert_mail jsonb NOT NULL DEFAULT '{}';

-- Notes are read by the record that they are about.
CREATE INDEX documents_notes ON documents.documents (database, (data -> 'record'::text)) WHERE collection_group = 'notas' AND NOT deleted;
