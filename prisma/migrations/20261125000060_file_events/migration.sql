-- Roll-ups of the event ledger, kept by triggers in the transaction that writes the events: right by construction,
-- also for replays, tombstones and changes by hand (docs/decisions/009-reports.md).

-- First day of the period of a grain: 'day', 'month', 'quarter', 'year', or 'all' (one period for all time).
-- Not STRICT: then Postgres could not inline it, which made the triggers several times slower.
CREATE FUNCTION report_period(grain text, day date) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE grain WHEN 'day' THEN day WHEN 'all' THEN date '1900-01-01' ELSE date_trunc(grain, day::timestamp)::date END;

-- Who did how much in a day, month, year. A person mostly belongs to one agency.
CREATE TABLE report_user_periods (
  area text NOT NULL,
  kind text NOT NULL,
  grain text NOT NULL,
  start date NOT NULL,
  "userId" text NOT NULL,
  "agencyId" text NOT NULL,
  events integer NOT NULL,
  CONSTRAINT report_user_periods_pkey PRIMARY KEY (area, kind, grain, start, "userId", "agencyId"),
  CONSTRAINT report_user_periods_grain_check CHECK (grain IN ('day', 'month', 'year'))
) WITH (fillfactor = 80);

-- What happened at an agency on a day: busiest day, first and last day of all.
CREATE TABLE report_agency_days (
  area text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  "agencyId" text NOT NULL,
  events integer NOT NULL,
  CONSTRAINT report_agency_days_pkey PRIMARY KEY (area, kind, day, "agencyId")
) WITH (fillfactor = 80);

-- What happened to a file in a month, a quarter, a year, ever: files are many, so few big periods must answer any range.
CREATE TABLE report_file_periods (
  area text NOT NULL,
  kind text NOT NULL,
  grain text NOT NULL,
  start date NOT NULL,
  "fileId" text NOT NULL,
  "folderId" text NOT NULL,
  events integer NOT NULL,
  CONSTRAINT report_file_periods_pkey PRIMARY KEY (area, kind, grain, start, "fileId", "folderId"),
  CONSTRAINT report_file_periods_grain_check CHECK (grain IN ('month', 'quarter', 'year', 'all'))
) WITH (fillfactor = 80);

-- One change of the ledger: `events` counts up or down.
CREATE TYPE report_delta AS (
  area text, kind text, day date, "userId" text, "agencyId" text, "folderId" text, "fileId" text, events integer
);

-- Adds deltas to every roll-up. Always the same order of tables and, inside each, of keys: two writers do not wait for
-- each other in a circle.
CREATE FUNCTION apply_report_deltas(deltas report_delta[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_agency_days AS t (area, kind, day, "agencyId", events)
  SELECT area, kind, day, "agencyId", sum(events) FROM unnest(deltas)
  GROUP BY 1, 2, 3, 4 HAVING sum(events) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT report_agency_days_pkey DO UPDATE SET events = t.events + excluded.events;

  INSERT INTO report_user_periods AS t (area, kind, grain, start, "userId", "agencyId", events)
  SELECT area, kind, grain, report_period(grain, day), "userId", "agencyId", sum(events)
  FROM unnest(deltas) CROSS JOIN (VALUES ('day'), ('month'), ('year')) AS grains (grain)
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(events) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT report_user_periods_pkey DO UPDATE SET events = t.events + excluded.events;

  INSERT INTO report_file_periods AS t (area, kind, grain, start, "fileId", "folderId", events)
  SELECT area, kind, grain, report_period(grain, day), "fileId", "folderId", sum(events)
  FROM unnest(deltas) CROSS JOIN (VALUES ('month'), ('quarter'), ('year'), ('all')) AS grains (grain)
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(events) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT report_file_periods_pkey DO UPDATE SET events = t.events + excluded.events;
END $$;

-- An INSERT … ON CONFLICT DO UPDATE fires the insert trigger for the rows it inserted and the update trigger for those it
-- changed; rows that the version guard left alone are in neither.
CREATE FUNCTION roll_up_inserted_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_report_deltas(array_agg(delta)) FROM (
    SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", count(*))::report_delta AS delta
    FROM new_events WHERE NOT source_deleted
    GROUP BY area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId"
  ) AS changes HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION roll_up_updated_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_report_deltas(array_agg(delta)) FROM (
    SELECT ROW(area, kind, day, "userId", "agencyId", "folderId", "fileId", sum(events))::report_delta AS delta
    FROM (
      SELECT area, kind, guatemala_day(at) AS day, "userId", "agencyId", "folderId", "fileId", 1 AS events FROM new_events
      WHERE NOT source_deleted
      UNION ALL
      SELECT area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", -1 FROM old_events
      WHERE NOT source_deleted
    ) AS both_sides
    GROUP BY area, kind, day, "userId", "agencyId", "folderId", "fileId" HAVING sum(events) <> 0
  ) AS changes HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION roll_up_deleted_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_report_deltas(array_agg(delta)) FROM (
    SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", -count(*))::report_delta AS delta
    FROM old_events WHERE NOT source_deleted
    GROUP BY area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId"
  ) AS changes HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION roll_up_truncated_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM report_agency_days;
  DELETE FROM report_user_periods;
  DELETE FROM report_file_periods;
  RETURN NULL;
END $$;
CREATE TRIGGER eventos_archivos_roll_up_insert AFTER INSERT ON eventos_archivos
  REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION roll_up_inserted_events();
CREATE TRIGGER eventos_archivos_roll_up_update AFTER UPDATE ON eventos_archivos
  REFERENCING OLD TABLE AS old_events NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION roll_up_updated_events();
CREATE TRIGGER eventos_archivos_roll_up_delete AFTER DELETE ON eventos_archivos
  REFERENCING OLD TABLE AS old_events FOR EACH STATEMENT EXECUTE FUNCTION roll_up_deleted_events();
CREATE TRIGGER eventos_archivos_roll_up_truncate AFTER TRUNCATE ON eventos_archivos
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_truncated_events();

-- For what the roll-ups do not hold: edge days by file, one folder by user, one user or agency by file, days of one user or folder.
CREATE INDEX eventos_archivos_by_time ON eventos_archivos (area, kind, at) INCLUDE ("fileId", id) WHERE NOT source_deleted;
CREATE INDEX eventos_archivos_by_user ON eventos_archivos (area, kind, "userId", at) INCLUDE (id) WHERE NOT source_deleted;
CREATE INDEX eventos_archivos_by_agency ON eventos_archivos (area, kind, "agencyId", at) INCLUDE (id) WHERE NOT source_deleted;
CREATE INDEX eventos_archivos_by_folder ON eventos_archivos (area, kind, "folderId", at) INCLUDE ("userId", "agencyId", id) WHERE NOT source_deleted;

-- Every kind: also the history on a file's own page. With kind before the file, the planner takes it for the last download of
-- a file also while the table has no statistics yet (otherwise it walks by_time: 30 times slower right after a rebuild).
CREATE INDEX eventos_archivos_by_file ON eventos_archivos (area, kind, "fileId", at) INCLUDE (id) WHERE NOT source_deleted;

-- Of the whole ledger; those of the reports hold one kind of one area.
CREATE INDEX eventos_archivos_day ON eventos_archivos (guatemala_day(at)) WHERE NOT source_deleted;
CREATE INDEX eventos_archivos_newest ON eventos_archivos (at, id) WHERE NOT source_deleted;

-- What kind of document a line of the ledger is about, beside the line: whoever may view few types finds theirs by an index, in
-- lists and in reports (docs/decisions/050-types-of-events.md). Kept by triggers in the transactions that write events or
-- documents. '-' for files of the Maletín; '' where no type is known: it is looked up then, so '' is always right and anything
-- else must be.
ALTER TABLE eventos_archivos ADD COLUMN document_type_key text NOT NULL DEFAULT '-';
-- A line of a document that passed for one of the Maletín would be everybody's.
ALTER TABLE eventos_archivos ADD CONSTRAINT eventos_archivos_document_type_key CHECK ((area = 'digitalization') = (document_type_key <> '-'));

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

-- The ledger as a list (server/features/reports/event-list.ts): what lists ask of a table, under the names that they know. The
-- category of a line is that of its type. Rows hold no text to search; they are found by the names of files, people, folders and agencies.
CREATE VIEW file_events AS
  SELECT e.id, e.kind, e.area, e."fileId", e."fileName", e."folderId",
    CASE WHEN e.area <> 'digitalization' THEN ''
      WHEN e.document_type_key NOT IN ('', '/') THEN split_part(e.document_type_key, '/', 1)
      ELSE coalesce((SELECT d."categoryId" FROM documentos d WHERE d.id = e."fileId"), '') END AS "categoryId",
    e."userId", e."userName", e."agencyId", e.at AS "createdAt", NOT e.source_deleted AS "isActive", e.source_deleted, ''::text AS search_text,
    e.document_type_key
  FROM eventos_archivos e;
