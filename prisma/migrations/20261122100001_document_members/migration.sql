-- Documents by the values of their extra fields: which ones name a member.
CREATE INDEX documentos_by_campos ON documentos USING gin (campos jsonb_path_ops) WHERE "isActive" AND NOT source_deleted;
