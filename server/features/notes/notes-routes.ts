import { Router } from 'express';
import { NOTES_URL } from '../../domain/notes.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { createNotes } from './index.ts';

/** `/notas/personas.json?record=&q=`: whom a note may name, while it is typed. */
export function notesRoutes({ notes }: { notes: ReturnType<typeof createNotes> }): Router {
  const router = Router();
  router.get(
    `${NOTES_URL}/personas.json`,
    asyncHandler(async (req, res) => {
      const [record, q] = ['record', 'q'].map((name) => (typeof req.query[name] === 'string' ? req.query[name] : ''));
      const people = await notes.suggestPeople({ actor: staffOf(req), record: record ?? '', q: q ?? '' });
      res.set('Cache-Control', 'no-store').json({ people });
    }),
  );
  return router;
}
