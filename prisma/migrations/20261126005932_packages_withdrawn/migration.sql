ALTER TABLE packages ADD COLUMN "withdrawnAt" timestamptz(6);

ALTER TABLE packages ADD COLUMN "withdrawnFrom" text NOT NULL DEFAULT '';
