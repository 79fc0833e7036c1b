-- Documents are found by the member whom they name, deleted ones too.
DROP INDEX documentos_by_campos;
CREATE INDEX documentos_by_campos ON documentos USING gin (campos jsonb_path_ops) WHERE NOT source_deleted;
