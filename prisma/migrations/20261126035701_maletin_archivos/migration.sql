ALTER TABLE maletin_archivos ADD COLUMN "fileName" text NOT NULL DEFAULT '';

ALTER TABLE maletin_archivos ADD COLUMN "versions" jsonb NOT NULL DEFAULT '[]';
