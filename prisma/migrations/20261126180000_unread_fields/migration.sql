-- What documents hold and their rows cannot show, with the reason, and what they name where the portal keeps ids: written with the row, gone
-- once the document reads well (docs/decisions/139-nothing-unknown.md). It is a list, with the columns that every list reads.
CREATE TABLE unread_fields (
  -- Of the document, the field and its stored value together.
  id text COLLATE "C" NOT NULL,
  database text NOT NULL,
  table_name text NOT NULL,
  path text COLLATE "C" NOT NULL,
  row_id text COLLATE "C" NOT NULL,
  field text NOT NULL,
  source_version bigint NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  reason text NOT NULL,
  -- Of a reference: the table to which it leads, what the document says, and the one record of that name.
  target text NOT NULL DEFAULT '',
  raw text NOT NULL DEFAULT '',
  resolved text NOT NULL DEFAULT '',
  search_text text NOT NULL DEFAULT '',
  "createdAt" timestamptz(6) NOT NULL DEFAULT now(),
  "isActive" boolean NOT NULL DEFAULT true,
  source_deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT unread_fields_pkey PRIMARY KEY (database, path, field)
);
CREATE INDEX unread_fields_id ON unread_fields (id);
CREATE INDEX unread_fields_table ON unread_fields (database, table_name);
CREATE INDEX unread_fields_target ON unread_fields (target, raw) WHERE target <> '';
