ALTER TABLE cotizaciones ADD COLUMN "responsable" text NOT NULL DEFAULT '';

ALTER TABLE cotizaciones ADD COLUMN "proximoContacto" text;

ALTER TABLE cotizaciones ADD COLUMN "resultado" text NOT NULL DEFAULT '';

ALTER TABLE cotizaciones ADD COLUMN "motivoPerdida" text NOT NULL DEFAULT '';

ALTER TABLE cotizaciones ADD COLUMN "asociadoId" text NOT NULL DEFAULT '';

ALTER TABLE cotizaciones ADD COLUMN "registradaPor" text NOT NULL DEFAULT '';

ALTER TABLE cotizaciones ADD COLUMN "outcome" text NOT NULL DEFAULT '';

CREATE INDEX "cotizaciones_sort_proximoContacto" ON cotizaciones ("proximoContacto" COLLATE "es-x-icu", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

CREATE INDEX "cotizaciones_sort_proximoContacto_down" ON cotizaciones ("proximoContacto" COLLATE "es-x-icu" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;

-- Search finds a prospect by who sees to it, and a member's page theirs.
CREATE INDEX cotizaciones_by_owner ON cotizaciones (responsable, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_member ON cotizaciones ("asociadoId") WHERE "asociadoId" <> '';
