-- What roles are called, as other programs and the portal store it.
CREATE TABLE roles (
  id text NOT NULL,
  title text NOT NULL DEFAULT '',
  value text NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT roles_pkey PRIMARY KEY (id)
);

-- People are found by the name of their role and of their position, whose ids these columns hold.
CREATE INDEX usuarios_by_role ON usuarios (role);
CREATE INDEX usuarios_by_position ON usuarios (position);
