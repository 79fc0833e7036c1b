import { useActionData } from '@remix-run/react';
import { useState } from 'react';
import type { LostConnection } from '../forms/save-from-browser.ts';

/** The last answer to a save. A lost connection does not make the one before it forgotten. */
export function useAnswer<Answer extends object>(): { answer: Answer | null; lost: boolean } {
  const given = useActionData<Answer | LostConnection>();
  const lost = given !== undefined && 'lost' in given;
  const latest = given === undefined || 'lost' in given ? null : (given as Answer);
  const [answer, setAnswer] = useState(latest);
  if (latest && latest !== answer) setAnswer(latest);
  return { answer: latest ?? answer, lost };
}
