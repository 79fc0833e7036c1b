-- Scheduled reports and their runs: collections reportes_programados and reportes_ejecuciones of the database `main`.
CREATE TABLE reportes_programados (
  id text COLLATE "C" NOT NULL,
  "reportId" text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  params jsonb NOT NULL DEFAULT '{}',
  frequency text NOT NULL DEFAULT '',
  cron text NOT NULL DEFAULT '',
  hora text NOT NULL DEFAULT '',
  "userId" text NOT NULL DEFAULT '',
  recipients text[] DEFAULT ARRAY[]::text[],
  format text NOT NULL DEFAULT '',
  delivery text NOT NULL DEFAULT '',
  "everyDueTime" boolean NOT NULL DEFAULT false,
  "retentionRuns" integer NOT NULL DEFAULT 0,
  estado boolean NOT NULL DEFAULT true,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT reportes_programados_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('reportes_programados', ARRAY['title', 'estado']);
CREATE INDEX reportes_programados_by_owner ON reportes_programados ("userId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE TABLE reportes_ejecuciones (
  id text COLLATE "C" NOT NULL,
  "scheduleId" text NOT NULL DEFAULT '',
  "reportId" text NOT NULL DEFAULT '',
  params jsonb NOT NULL DEFAULT '{}',
  "dueAt" timestamptz(6),
  "startedAt" timestamptz(6),
  "finishedAt" timestamptz(6),
  "asOf" timestamptz(6),
  status text NOT NULL DEFAULT '',
  progress integer NOT NULL DEFAULT 0,
  rows integer NOT NULL DEFAULT 0,
  "dataSha256" text NOT NULL DEFAULT '',
  "fileSha256" text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  bytes bigint NOT NULL DEFAULT 0,
  "userId" text NOT NULL DEFAULT '',
  error text NOT NULL DEFAULT '',
  "notSentTo" jsonb NOT NULL DEFAULT '[]',
  -- Whether its id is that of a due time of its schedule; nobody asked for it by hand.
  is_due boolean NOT NULL DEFAULT false,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT reportes_ejecuciones_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('reportes_ejecuciones', ARRAY['dueAt', 'rows', 'bytes']);
CREATE INDEX reportes_ejecuciones_sort_due_down ON reportes_ejecuciones ("dueAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX reportes_ejecuciones_sort_updated_down ON reportes_ejecuciones ("updatedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX reportes_ejecuciones_by_schedule ON reportes_ejecuciones ("scheduleId", "dueAt") WHERE NOT source_deleted;
CREATE INDEX reportes_ejecuciones_by_owner ON reportes_ejecuciones ("userId", "dueAt") WHERE "isActive" AND NOT source_deleted;
CREATE INDEX reportes_ejecuciones_open ON reportes_ejecuciones ("dueAt") WHERE status IN ('pendiente', 'en_proceso') AND "isActive" AND NOT source_deleted;
CREATE INDEX reportes_ejecuciones_failed ON reportes_ejecuciones ("dueAt") WHERE status = 'fallida' AND "isActive" AND NOT source_deleted;

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
