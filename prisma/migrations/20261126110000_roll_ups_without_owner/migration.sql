-- Whoever may write the ledger, and does not own it, loads many events at once: inside a transaction that says so, the roll-ups wait.
DROP TRIGGER eventos_archivos_roll_up_insert ON eventos_archivos;
DROP TRIGGER eventos_archivos_roll_up_update ON eventos_archivos;
DROP TRIGGER eventos_archivos_roll_up_delete ON eventos_archivos;
CREATE TRIGGER eventos_archivos_roll_up_insert AFTER INSERT ON eventos_archivos
  REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT
  WHEN (current_setting('portal.roll_ups', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION roll_up_inserted_events();
CREATE TRIGGER eventos_archivos_roll_up_update AFTER UPDATE ON eventos_archivos
  REFERENCING OLD TABLE AS old_events NEW TABLE AS new_events FOR EACH STATEMENT
  WHEN (current_setting('portal.roll_ups', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION roll_up_updated_events();
CREATE TRIGGER eventos_archivos_roll_up_delete AFTER DELETE ON eventos_archivos
  REFERENCING OLD TABLE AS old_events FOR EACH STATEMENT
  WHEN (current_setting('portal.roll_ups', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION roll_up_deleted_events();
