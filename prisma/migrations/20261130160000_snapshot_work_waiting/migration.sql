-- Since when work waits for a service that is away; null while it does not (docs/decisions/153-outages-are-no-attempts.md).
ALTER TABLE snapshot_work ADD COLUMN waiting_since timestamptz(6);
