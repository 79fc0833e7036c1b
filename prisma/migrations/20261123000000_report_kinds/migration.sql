-- Views and prints are reported like uploads and downloads (docs/decisions/009-reports.md): the roll-ups count every kind of
-- event, and the partial indexes that fill their gaps hold every kind.

CREATE OR REPLACE FUNCTION roll_up_inserted_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_report_deltas(array_agg(delta)) FROM (
    SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", count(*))::report_delta AS delta
    FROM new_events WHERE NOT source_deleted
    GROUP BY area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId"
  ) AS changes HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION roll_up_updated_events() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION roll_up_deleted_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_report_deltas(array_agg(delta)) FROM (
    SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", -count(*))::report_delta AS delta
    FROM old_events WHERE NOT source_deleted
    GROUP BY area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId"
  ) AS changes HAVING count(*) > 0;
  RETURN NULL;
END $$;

DROP INDEX eventos_archivos_by_time;
CREATE INDEX eventos_archivos_by_time ON eventos_archivos (area, kind, at) INCLUDE ("fileId") WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_user;
CREATE INDEX eventos_archivos_by_user ON eventos_archivos (area, kind, "userId", at) WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_agency;
CREATE INDEX eventos_archivos_by_agency ON eventos_archivos (area, kind, "agencyId", at) WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_folder;
CREATE INDEX eventos_archivos_by_folder ON eventos_archivos (area, kind, "folderId", at) INCLUDE ("userId", "agencyId") WHERE NOT source_deleted;

-- Views and prints written before this migration.
SELECT apply_report_deltas(array_agg(delta)) FROM (
  SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", count(*))::report_delta AS delta
  FROM eventos_archivos WHERE NOT source_deleted AND kind NOT IN ('upload', 'download')
  GROUP BY area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId"
) AS changes HAVING count(*) > 0;
