-- The shape of the projection (server/read-model/projection-shape.ts) by which all rows of the table were last made; '': not known.
ALTER TABLE reconcile_results ADD COLUMN shape text NOT NULL DEFAULT '';
