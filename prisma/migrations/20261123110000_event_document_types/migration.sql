-- What kind of document a line of the ledger is about, beside the line: whoever may view few types finds theirs by an index, in
-- lists and in reports (docs/decisions/050-types-of-events.md). Kept by triggers in the transactions that write events or
-- documents. '-' for files of the Maletín; '' where no type is known: it is looked up then, so '' is always right and anything
-- else must be.
ALTER TABLE eventos_archivos ADD COLUMN document_type_key text NOT NULL DEFAULT '-';

-- As documents are compared with permissions. '/' for one that is gone, which no permission names; '' for ids of other programs
-- that are longer than an index takes.
CREATE FUNCTION document_type_key(category text, type text, is_gone boolean) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN is_gone THEN '/' WHEN octet_length(category) + octet_length(type) > 500 THEN '' ELSE category || '/' || type END;

-- An event that meets no document yet keeps '' until the document comes, and for good if both come at the same moment.
CREATE FUNCTION take_document_type_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.document_type_key := '-';
  IF NEW.area = 'digitalization' THEN
    NEW.document_type_key := coalesce(
      (SELECT document_type_key(d."categoryId", d."documentId", d.source_deleted) FROM documentos d WHERE d.id = NEW."fileId"), '');
  END IF;
  RETURN NEW;
END $$;

-- Documents that are new, all of a statement at once: their lines, of which there are hardly any, by the index,
-- whose collation is not that of ids.
CREATE FUNCTION give_new_document_type_keys() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE eventos_archivos e SET document_type_key =
    (SELECT document_type_key(d."categoryId", d."documentId", d.source_deleted) FROM documentos d WHERE d.id = e."fileId")
    WHERE e.area = 'digitalization' AND e."fileId" = ANY(ARRAY(SELECT id COLLATE "default" FROM new_documents));
  RETURN NULL;
END $$;

-- A document that changed its type or went away: its lines must not keep what they had. The lock waits for writers that may
-- have read the type of before and makes the next ones read the new one; types change rarely.
CREATE FUNCTION change_document_type_key() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  key text := CASE WHEN TG_OP = 'DELETE' THEN '' ELSE document_type_key(NEW."categoryId", NEW."documentId", NEW.source_deleted) END;
BEGIN
  LOCK TABLE eventos_archivos IN SHARE ROW EXCLUSIVE MODE;
  UPDATE eventos_archivos e SET document_type_key = key
    WHERE e.area = 'digitalization' AND e."fileId" = OLD.id COLLATE "default" AND e.document_type_key <> key;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_document_type_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE eventos_archivos IN SHARE ROW EXCLUSIVE MODE;
  UPDATE eventos_archivos SET document_type_key = '' WHERE area = 'digitalization' AND document_type_key <> '';
  RETURN NULL;
END $$;

-- The statement triggers of the roll-ups would add nothing up, for every line there is.
ALTER TABLE eventos_archivos DISABLE TRIGGER eventos_archivos_roll_up_update;
UPDATE eventos_archivos e SET document_type_key = coalesce(
    (SELECT document_type_key(d."categoryId", d."documentId", d.source_deleted) FROM documentos d WHERE d.id = e."fileId"), '')
  WHERE e.area = 'digitalization';
ALTER TABLE eventos_archivos ENABLE TRIGGER eventos_archivos_roll_up_update;

-- A line of a document that passed for one of the Maletín would be everybody's.
ALTER TABLE eventos_archivos ADD CONSTRAINT eventos_archivos_document_type_key CHECK ((area = 'digitalization') = (document_type_key <> '-'));

CREATE TRIGGER eventos_archivos_take_type BEFORE INSERT OR UPDATE OF "fileId", area ON eventos_archivos FOR EACH ROW
  WHEN (NEW.area = 'digitalization' OR NEW.document_type_key <> '-') EXECUTE FUNCTION take_document_type_key();
CREATE TRIGGER documentos_give_types AFTER INSERT ON documentos REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT
  EXECUTE FUNCTION give_new_document_type_keys();
CREATE TRIGGER documentos_change_type AFTER UPDATE ON documentos FOR EACH ROW
  WHEN ((OLD."categoryId", OLD."documentId", OLD.source_deleted) IS DISTINCT FROM (NEW."categoryId", NEW."documentId", NEW.source_deleted))
  EXECUTE FUNCTION change_document_type_key();
CREATE TRIGGER documentos_lose_type AFTER DELETE ON documentos FOR EACH ROW EXECUTE FUNCTION change_document_type_key();
CREATE TRIGGER documentos_lose_types AFTER TRUNCATE ON documentos FOR EACH STATEMENT EXECUTE FUNCTION forget_document_type_keys();

-- All that lists and reports of one type ask of a line, so that they read no row.
CREATE INDEX eventos_archivos_by_document_type ON eventos_archivos (document_type_key, at, id)
  INCLUDE (kind, "fileId", "userId", "agencyId") WHERE area = 'digitalization' AND NOT source_deleted;
-- The lines of a document whose type changes, and those that wait for their document.
CREATE INDEX eventos_archivos_of_documents ON eventos_archivos ("fileId") WHERE area = 'digitalization';

-- Lines of documents have one of the many types, all others have none: apart, the two columns would say otherwise.
CREATE STATISTICS eventos_archivos_types (mcv) ON area, document_type_key FROM eventos_archivos;

-- As before, with the type; the category of a line is that of its type.
CREATE OR REPLACE VIEW file_events AS
  SELECT e.id, e.kind, e.area, e."fileId", e."fileName", e."folderId",
    CASE WHEN e.area <> 'digitalization' THEN ''
      WHEN e.document_type_key NOT IN ('', '/') THEN split_part(e.document_type_key, '/', 1)
      ELSE coalesce((SELECT d."categoryId" FROM documentos d WHERE d.id = e."fileId"), '') END AS "categoryId",
    e."userId", e."userName", e."agencyId", e.at AS "createdAt", NOT e.source_deleted AS "isActive", e.source_deleted, ''::text AS search_text,
    e.document_type_key
  FROM eventos_archivos e;

-- Found lines of the ledger from documents, which lines need no more.
DROP INDEX documentos_existing_by_type;
