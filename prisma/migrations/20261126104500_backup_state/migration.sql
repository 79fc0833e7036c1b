-- What is known of backups without opening their folder, which only workers may reach (docs/decisions/118-nightly-backup.md). One row;
-- the folder's manifests say the same and more, and the worker writes it again within the hour.
CREATE TABLE backup_state (
  id integer NOT NULL DEFAULT 1 CHECK (id = 1),
  -- Of the worker's own backups; '' where it makes none.
  folder text NOT NULL DEFAULT '',
  kept integer NOT NULL DEFAULT 0,
  -- Of the newest one that is finished.
  moment timestamptz(6),
  finished_at timestamptz(6),
  bytes bigint NOT NULL DEFAULT 0,
  documents bigint NOT NULL DEFAULT 0,
  files bigint NOT NULL DEFAULT 0,
  encrypted boolean NOT NULL DEFAULT false,
  -- The last one that failed, until one is finished.
  failed_at timestamptz(6),
  failure text NOT NULL DEFAULT '',
  CONSTRAINT backup_state_pkey PRIMARY KEY (id)
);
