ALTER TABLE permisos_rol ADD COLUMN "accionesNegadas" text[] DEFAULT ARRAY[]::text[];
