-- Who may open a run of a report, with the rights for which it was made (docs/decisions/064-rights-of-runs.md).
ALTER TABLE reportes_ejecuciones ADD COLUMN readers jsonb NOT NULL DEFAULT '{}';
