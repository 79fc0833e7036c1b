ALTER TABLE roles ADD COLUMN "soloAgencia" boolean NOT NULL DEFAULT false;
