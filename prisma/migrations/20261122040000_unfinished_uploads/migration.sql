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
  CONSTRAINT unfinished_uploads_pkey PRIMARY KEY (id)
);
CREATE INDEX unfinished_uploads_of_person ON unfinished_uploads (user_id, area);
CREATE INDEX unfinished_uploads_oldest ON unfinished_uploads (touched_at);
