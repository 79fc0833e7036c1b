-- When somebody first followed a quote up: how soon people are answered is reported (docs/decisions/009-reports.md). Rows are
-- made anew by the projection's new shape.
ALTER TABLE cotizaciones ADD COLUMN first_follow_up_at timestamptz(6);
