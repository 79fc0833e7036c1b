-- Roll-ups of the event ledger, kept by triggers in the transaction that writes the events: right by construction,
-- also for replays, tombstones and changes by hand (docs/decisions/009-reports.md). Uploads and downloads only, which is
-- what the reports ask for: views and prints would double the cost of every event for nothing.

-- The Guatemala day of a moment: UTC-6 all year, therefore immutable.
CREATE FUNCTION guatemala_day(moment timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (moment AT TIME ZONE 'UTC' - interval '6 hours')::date;

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
    FROM new_events WHERE NOT source_deleted AND kind IN ('upload', 'download')
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
      WHERE NOT source_deleted AND kind IN ('upload', 'download')
      UNION ALL
      SELECT area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", -1 FROM old_events
      WHERE NOT source_deleted AND kind IN ('upload', 'download')
    ) AS both_sides
    GROUP BY area, kind, day, "userId", "agencyId", "folderId", "fileId" HAVING sum(events) <> 0
  ) AS changes HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION roll_up_deleted_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_report_deltas(array_agg(delta)) FROM (
    SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", -count(*))::report_delta AS delta
    FROM old_events WHERE NOT source_deleted AND kind IN ('upload', 'download')
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
CREATE INDEX eventos_archivos_by_time ON eventos_archivos (area, kind, at) INCLUDE ("fileId")
  WHERE NOT source_deleted AND kind IN ('upload', 'download');
CREATE INDEX eventos_archivos_by_user ON eventos_archivos (area, kind, "userId", at)
  WHERE NOT source_deleted AND kind IN ('upload', 'download');
CREATE INDEX eventos_archivos_by_agency ON eventos_archivos (area, kind, "agencyId", at)
  WHERE NOT source_deleted AND kind IN ('upload', 'download');
CREATE INDEX eventos_archivos_by_folder ON eventos_archivos (area, kind, "folderId", at) INCLUDE ("userId", "agencyId")
  WHERE NOT source_deleted AND kind IN ('upload', 'download');
-- Every kind: also the history on a file's own page. With kind before the file, the planner takes it for the last download of
-- a file also while the table has no statistics yet (otherwise it walks by_time: 30 times slower right after a rebuild).
CREATE INDEX eventos_archivos_by_file ON eventos_archivos (area, kind, "fileId", at) WHERE NOT source_deleted;

-- Events written before this migration.
SELECT apply_report_deltas(array_agg(delta)) FROM (
  SELECT ROW(area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId", count(*))::report_delta AS delta
  FROM eventos_archivos WHERE NOT source_deleted AND kind IN ('upload', 'download')
  GROUP BY area, kind, guatemala_day(at), "userId", "agencyId", "folderId", "fileId"
) AS changes HAVING count(*) > 0;
