-- Where somebody signed in, as the trail keeps it (an IPv4 address, of an IPv6 address the /64): shown to them beside the device. '' of sessions
-- that were opened before.
ALTER TABLE identity.sessions ADD COLUMN network text NOT NULL DEFAULT '';
