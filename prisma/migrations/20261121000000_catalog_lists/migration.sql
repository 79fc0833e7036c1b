-- What the list of a catalog needs beside its table, in one call per table: the newest and the deactivated records, an
-- index for every column by which the list sorts (text as Spanish speakers expect it), search, and its kept total.
CREATE FUNCTION keep_catalog(target text, sorted text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  present constant text := 'NOT source_deleted';
  name text;
  collated text;
BEGIN
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I ("createdAt", id) WHERE "isActive" AND %s', target || '_newest', target, present);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I ("createdAt", id) WHERE NOT "isActive" AND %s', target || '_inactive', target, present);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (search_text gin_trgm_ops)', target || '_search', target);
  FOREACH name IN ARRAY sorted || 'updatedAt'::text LOOP
    SELECT CASE WHEN atttypid = 'text'::regtype THEN ' COLLATE "es-x-icu"' ELSE '' END INTO STRICT collated
      FROM pg_attribute WHERE attrelid = format('%I', target)::regclass AND attname = name;
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (%I%s, "createdAt", id) WHERE "isActive" AND %s',
      target || '_sort_' || name, target, name, collated, present);
  END LOOP;
  IF NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = format('%I', target)::regclass AND tgname = 'row_totals_insert') THEN
    PERFORM keep_row_totals(target);
  END IF;
END $$;

-- The same under other names, some without the collation of the sort.
DROP INDEX agencias_by_name, agencias_by_kind, departamentos_by_name, maletin_carpetas_by_name, maletin_tipos_documento_by_name,
  plazas_vacantes_by_name, promociones_by_name, educacion_cooperativista_by_name, educacion_cooperativista_by_order,
  como_asociarse_by_name, como_asociarse_by_order, puestos_by_name;

SELECT keep_catalog('agencias', ARRAY['nombre', 'tipo', 'estado', 'direccion', 'latitud', 'longitud', 'telefono']);
SELECT keep_catalog('como_asociarse', ARRAY['titulo', 'orden', 'estado']);
SELECT keep_catalog('departamentos', ARRAY['nombre', 'estado']);
SELECT keep_catalog('educacion_cooperativista', ARRAY['titulo', 'orden', 'estado']);
SELECT keep_catalog('maletin_carpetas', ARRAY['nombre', 'orden', 'estado']);
SELECT keep_catalog('maletin_tipos_documento', ARRAY['nombre', 'tamanoMaximoMb', 'estado']);
SELECT keep_catalog('plazas_vacantes', ARRAY['nombre', 'fechaPapeleria', 'estado', 'nivelAcademico']);
SELECT keep_catalog('promociones', ARRAY['nombre', 'estado', 'vigenciaDesde', 'vigenciaHasta']);
SELECT keep_catalog('puestos', ARRAY['nombre', 'estado']);
