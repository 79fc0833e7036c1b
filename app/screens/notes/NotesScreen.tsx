import { useActionData, useLoaderData } from '@remix-run/react';
import { capitalize, ofName } from '#server/domain/grammar.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import type { loadNotes, NoteFailure } from './notes-data.ts';
import { NotesCard } from './NotesCard.tsx';

/** The notes of a record on a page of their own. */
export function NotesScreen() {
  const data = useLoaderData<typeof loadNotes>();
  const answer = useActionData<LostConnection | NoteFailure>();
  return (
    <>
      <PageHead
        title={`Notas ${ofName(data.name)}`}
        secondary={
          <ButtonLink href={data.href} icon="arrow-left">
            {capitalize(data.name)}
          </ButtonLink>
        }
      />
      <div className="max-w-4xl">
        <NotesCard data={data} answer={answer} />
      </div>
    </>
  );
}
