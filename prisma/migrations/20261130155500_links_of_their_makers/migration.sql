-- Who made a link to hand over; null: the person asked for it, or the operator made it.
ALTER TABLE identity.reset_tokens ADD COLUMN made_by text;

-- A link to choose a password opens what its person may do when it is used, and its maker might give only the rights of then: it ends with
-- the access or the role of either (decision 136). Both ways of ending write the moment.
CREATE FUNCTION identity.end_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.reset_tokens WHERE uid = NEW.uid OR made_by = NEW.uid;
  RETURN NULL;
END $$;

CREATE TRIGGER ended_access_end_links AFTER INSERT OR UPDATE ON identity.ended_access FOR EACH ROW EXECUTE FUNCTION identity.end_links();
