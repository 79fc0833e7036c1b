-- What members see wrong (docs/decisions/040-content-health.md): whether an agency's opening hours and telephone can be read follows
-- from the texts and is worked out with the row; whether pictures and links answer is asked by a job.
ALTER TABLE agencias ADD COLUMN hours_clear boolean NOT NULL DEFAULT true, ADD COLUMN phone_clear boolean NOT NULL DEFAULT true;

CREATE TABLE checked_addresses (
  address text COLLATE "C" NOT NULL,
  problem text NOT NULL DEFAULT '',
  failures integer NOT NULL DEFAULT 0,
  checked_at timestamptz(6) NOT NULL,
  CONSTRAINT checked_addresses_pkey PRIMARY KEY (address)
);
CREATE INDEX checked_addresses_oldest ON checked_addresses (checked_at);
CREATE INDEX checked_addresses_silent ON checked_addresses (checked_at) WHERE problem <> '';
