ALTER TABLE maletin_carpetas ADD COLUMN "lecturaDias" integer;

CREATE INDEX "maletin_carpetas_sort_lecturaDias" ON maletin_carpetas ("lecturaDias", "createdAt", id) WHERE "isActive" AND NOT source_deleted;

ALTER TABLE maletin_lecturas ADD COLUMN "carpeta" text NOT NULL DEFAULT '';
