-- How somebody arranged Inicio: ids of its tiles. Empty: as it comes.
ALTER TABLE identity.preferences
  ADD COLUMN home_order text[] NOT NULL DEFAULT '{}',
  ADD COLUMN home_hidden text[] NOT NULL DEFAULT '{}';
