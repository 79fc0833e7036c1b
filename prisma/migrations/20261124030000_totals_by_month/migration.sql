-- The kept totals by month of creation: a page in the middle of a long list is found by adding up the months before it, and only the
-- rows of its own month are walked (docs/decisions/004-paging.md).
ALTER TABLE row_totals ADD COLUMN month date NOT NULL DEFAULT '-infinity';
ALTER TABLE row_totals ALTER COLUMN month DROP DEFAULT;
DROP INDEX row_totals_by_table;
CREATE INDEX row_totals_by_table ON row_totals (table_name, month) INCLUDE (active, present);

CREATE OR REPLACE FUNCTION add_row_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION keep_row_totals(target text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_row_totals(target);
  EXECUTE format('CREATE TRIGGER row_totals_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
  EXECUTE format('CREATE TRIGGER row_totals_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION add_row_totals()', target);
END $$;

SELECT count_row_totals(c.relname::text) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
  WHERE g.tgname = 'row_totals_insert' AND c.relnamespace = 'public'::regnamespace;
