-- What was refused at the door, counted by quarter of an hour, until a job tells it in the audit (docs/decisions/129-trail.md). Strangers
-- write here alone: an entry of the audit each would let them bury it. No projection: what is lost is some minutes of counts.
CREATE TABLE identity.refusals (
  began timestamptz(6) NOT NULL,
  act text NOT NULL,
  -- '' where no account has the address that was typed: it may be a password in the wrong field, and is kept nowhere.
  user_id text COLLATE "C" NOT NULL,
  network text COLLATE "C" NOT NULL,
  count integer NOT NULL DEFAULT 1,
  last_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT refusals_pkey PRIMARY KEY (began, act, user_id, network)
);
