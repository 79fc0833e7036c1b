-- How many documents there are of each kind that lists count, kept by statement triggers in the transaction that writes the
-- rows (docs/decisions/035-documents.md). The columns are those over which access and filters are written, so that one WHERE
-- serves the list and its counts.
CREATE TABLE document_totals (
  -- Hash of the columns: ids that other programs wrote may be longer than an index takes.
  id text COLLATE "C" NOT NULL,
  "isActive" boolean NOT NULL,
  "categoryId" text NOT NULL,
  "documentId" text NOT NULL,
  status text NOT NULL,
  "agencyId" text NOT NULL,
  "agencyFromDoc" text NOT NULL,
  "userId" text NOT NULL,
  total bigint NOT NULL,
  CONSTRAINT document_totals_pkey PRIMARY KEY (id)
) WITH (fillfactor = 80);

CREATE FUNCTION document_total_id(active boolean, category text, type text, status text, agency text, origin text, holder text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN md5(jsonb_build_array(active, category, type, status, agency, origin, holder)::text);

-- Always in the order of the ids: two writers do not wait for each other in a circle.
CREATE FUNCTION apply_document_deltas(deltas document_totals[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_totals AS t (id, "isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId", total)
  SELECT id, "isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId", sum(total) FROM unnest(deltas)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(total) <> 0 ORDER BY 1
  ON CONFLICT ON CONSTRAINT document_totals_pkey DO UPDATE SET total = t.total + excluded.total;
END $$;

CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added document_totals[];
  removed document_totals[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM document_totals;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT array_agg(delta) INTO added FROM (
      SELECT ROW(document_total_id("isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId"),
        "isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId", count(*))::document_totals AS delta
      FROM new_rows WHERE NOT source_deleted GROUP BY "isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId") AS counted;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT array_agg(delta) INTO removed FROM (
      SELECT ROW(document_total_id("isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId"),
        "isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId", -count(*))::document_totals AS delta
      FROM old_rows WHERE NOT source_deleted GROUP BY "isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId") AS counted;
  END IF;
  -- A row whose kind stays the same comes to nothing, and touches no total.
  PERFORM apply_document_deltas(coalesce(added, '{}') || coalesce(removed, '{}'));
  RETURN NULL;
END $$;
CREATE TRIGGER documentos_count_insert AFTER INSERT ON documentos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER documentos_count_update AFTER UPDATE ON documentos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER documentos_count_delete AFTER DELETE ON documentos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER documentos_count_truncate AFTER TRUNCATE ON documentos FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
