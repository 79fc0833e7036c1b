-- On which devices an account was signed in to: its person has a budget of tries of their own there, which no stranger can use up
-- (decision 134). Gone with the password or the account's access. No reference to accounts: with Firebase those live elsewhere.
-- identity.accounts.failed_attempts and .locked_until are no longer read: limits by account are counted in one place.
CREATE TABLE identity.known_devices (
  uid text NOT NULL,
  -- Of the cookie, whose signature alone makes it worth anything.
  device_id text NOT NULL,
  -- As identity.accounts.email: what somebody types is all that is known before the password is checked.
  email text NOT NULL,
  seen_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT known_devices_pkey PRIMARY KEY (uid, device_id)
);
CREATE INDEX known_devices_device_id_idx ON identity.known_devices (device_id);
