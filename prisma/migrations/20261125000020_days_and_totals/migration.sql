-- Of the tables of the read model: how a text is searched, which day a moment is, how many rows there are.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The Guatemala day of a moment: UTC-6 all year, therefore immutable.
CREATE FUNCTION guatemala_day(moment timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (moment AT TIME ZONE 'UTC' - interval '6 hours')::date;

-- A day as documents write it, YYYY-MM-DD of the years 1900 to 2999; null for what is none. Of immutable parts only, so that an
-- index can hold it and a view never fails on a row.
CREATE FUNCTION written_day(written text) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN written ~ '^((19|2\d)\d\d-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))|((19|2\d)(0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)$'
    THEN make_date(substr(written, 1, 4)::int, substr(written, 6, 2)::int, substr(written, 9, 2)::int) END;

-- A moment as the log of a quote writes it: ISO text of UTC, or a day, which begins at midnight in Guatemala; null for what is none.
CREATE FUNCTION written_moment(written text) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN written_day(left(written, 10)) IS NULL THEN NULL
    WHEN length(written) = 10 THEN (written_day(written) + time '06:00') AT TIME ZONE 'UTC'
    WHEN substr(written, 11) ~ '^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$' THEN written::timestamptz
  END;

-- How many rows a table has, without counting them: each statement adds its difference as a row of its own, so that
-- writers never wait for one another; the sweep folds them. Read as sum().
CREATE TABLE row_totals (
  id bigint GENERATED ALWAYS AS IDENTITY,
  table_name text NOT NULL,
  active bigint NOT NULL,
  present bigint NOT NULL,
  -- Of creation: a page in the middle of a long list is found by adding up the months before it, and only the rows of its own month
  -- are walked (docs/decisions/004-paging.md).
  month date NOT NULL,
  CONSTRAINT row_totals_pkey PRIMARY KEY (id)
);
CREATE INDEX row_totals_by_table ON row_totals (table_name, month) INCLUDE (active, present);

CREATE FUNCTION add_row_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM row_totals WHERE table_name = TG_TABLE_NAME;
    INSERT INTO row_totals (table_name, month, active, present) VALUES (TG_TABLE_NAME, '-infinity', 0, 0);
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO row_totals (table_name, month, active, present)
      SELECT TG_TABLE_NAME, date_trunc('month', "createdAt" AT TIME ZONE 'UTC'), count(*) FILTER (WHERE "isActive"), count(*)
      FROM new_rows WHERE NOT source_deleted GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO row_totals (table_name, month, active, present)
      SELECT TG_TABLE_NAME, date_trunc('month', "createdAt" AT TIME ZONE 'UTC'), -count(*) FILTER (WHERE "isActive"), -count(*)
      FROM old_rows WHERE NOT source_deleted GROUP BY 2;
  ELSE
    INSERT INTO row_totals (table_name, month, active, present)
      SELECT TG_TABLE_NAME, month, sum(active), sum(present) FROM (
        SELECT date_trunc('month', "createdAt" AT TIME ZONE 'UTC') AS month, "isActive"::int AS active, 1 AS present FROM new_rows WHERE NOT source_deleted
        UNION ALL
        SELECT date_trunc('month', "createdAt" AT TIME ZONE 'UTC'), -"isActive"::int, -1 FROM old_rows WHERE NOT source_deleted
      ) changed
      GROUP BY month HAVING sum(active) <> 0 OR sum(present) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- Counts a table anew; its writers wait meanwhile. One row of zeros says that its total is kept, also while it is empty.
CREATE FUNCTION count_row_totals(target text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', target);
  DELETE FROM row_totals WHERE table_name = target;
  INSERT INTO row_totals (table_name, month, active, present) VALUES (target, '-infinity', 0, 0);
  EXECUTE format('INSERT INTO row_totals (table_name, month, active, present)
    SELECT %L, date_trunc(''month'', "createdAt" AT TIME ZONE ''UTC''), count(*) FILTER (WHERE "isActive"), count(*)
    FROM %I WHERE NOT source_deleted GROUP BY 2', target, target);
END $$;

-- Counts what a table holds already and keeps its total from now on.
CREATE FUNCTION keep_row_totals(target text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_row_totals(target);
  EXECUTE format('CREATE TRIGGER row_totals_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
END $$;
