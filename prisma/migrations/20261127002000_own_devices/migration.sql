ALTER TABLE roles ADD COLUMN "equipoPropio" boolean NOT NULL DEFAULT false;

-- So long this session may rest, on a device that its person called their own (decision 151); null: as long as the portal's sessions do.
ALTER TABLE identity.sessions ADD COLUMN rest_minutes smallint;
