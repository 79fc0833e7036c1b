import type { LoaderFunctionArgs } from '@remix-run/node';
import { NOTES_ANCHOR } from '#server/domain/notes.ts';
import { requireStaff } from '../../context.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';

/** Data of `/notas?record=`: a record's notes on a page of their own, for when a form comes back without scripts. */
export async function loadNotes({ request, context }: LoaderFunctionArgs) {
  const record = new URL(request.url).searchParams.get('record') ?? '';
  return context.portal.notes.findNotes({ actor: requireStaff(context), record });
}

export type NotesData = Awaited<ReturnType<typeof loadNotes>>;

/** Why a note was refused, with what was typed. */
export interface NoteFailure extends Refusal<never> {
  text: string;
  formToken: string;
}

/** `intent` write or delete (`delete:id`); redirects to the record's page with its list state. */
export const actOnNotes = formAction(
  {
    of: 'el registro',
    refused: ({ text }, refusal): NoteFailure => ({ ...refusal, text: text('text'), formToken: text('formToken') }),
  },
  {
    write: async ({ portal, call, url, text, done }) => {
      const record = url.searchParams.get('record') ?? '';
      const { href } = await portal.notes.writeNote({ ...call, record, text: text('text'), formToken: text('formToken') });
      return done(backTo(href, text('back')), 'Se agregó la nota.');
    },
    delete: async ({ portal, call, url, detail, text, done }) => {
      const record = url.searchParams.get('record') ?? '';
      const { href } = await portal.notes.deleteNote({ ...call, record, id: detail });
      return done(backTo(href, text('back')), 'Se eliminó la nota.');
    },
  },
);

function backTo(href: string, search: string): string {
  return `${href}${search.startsWith('?') ? search : ''}#${NOTES_ANCHOR}`;
}
