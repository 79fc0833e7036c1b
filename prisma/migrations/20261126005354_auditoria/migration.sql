ALTER TABLE auditoria ADD COLUMN "changes" text NOT NULL DEFAULT '';
