-- Clicks per person and day: the list of users shows the newest, the activity report adds them up.
CREATE TABLE actividad_usuarios (
  id text COLLATE "C" NOT NULL,
  "userId" text NOT NULL DEFAULT '',
  day date NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  "lastAt" timestamptz(6) NOT NULL,
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT actividad_usuarios_pkey PRIMARY KEY (id)
);
CREATE INDEX actividad_usuarios_by_user ON actividad_usuarios ("userId", "lastAt" DESC) WHERE NOT source_deleted;
CREATE INDEX actividad_usuarios_by_day ON actividad_usuarios (day, "userId") INCLUDE (clicks, "lastAt") WHERE NOT source_deleted;

-- Orders that the list of users offers beside name and creation.
CREATE INDEX usuarios_email_order ON usuarios (email COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX usuarios_by_clicks ON usuarios (clicks, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
