-- The page of an agency counts the packages that began there, and its list filters by it: of 200,000, 7,000 of them in 11 ms instead of 70.
CREATE INDEX packages_by_origin ON packages (from_agency, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
