ALTER TABLE roles ADD COLUMN "segundoFactor" boolean NOT NULL DEFAULT false;
