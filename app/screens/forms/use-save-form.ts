import { useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Lost } from '#app/ui/SaveBar.tsx';
import type { LostConnection } from './save-from-browser.ts';
import { useUnsavedWarning, type UnsavedWarning } from './use-unsaved-warning.ts';

export interface SaveFormState<Answer> {
  /** The last answer to a save. A lost connection does not discard it. */
  answer: Answer | null;
  /** Why the last save failed to get a valid answer, or null. */
  lost: Lost | null;
  saving: boolean;
  /** A form that came back unsaved counts as changed. */
  warning: UnsavedWarning;
}

/** State of a save form: its answer, whether it is being sent, and the unsaved-changes warning. */
export function useSaveForm<Answer extends object>(): SaveFormState<Answer> {
  const actionData = useActionData<Answer | LostConnection>();
  const lost = actionData !== undefined && 'lost' in actionData ? actionData.lost : null;
  const latest = actionData === undefined || 'lost' in actionData ? null : (actionData as Answer);
  const [kept, setLastAnswer] = useState(latest);
  if (latest && latest !== kept) setLastAnswer(latest);
  const answer = latest ?? kept;
  const warning = useUnsavedWarning();
  const { markChanged } = warning;
  useEffect(() => {
    // Of each answer: a connection lost twice is the same word.
    if (actionData ?? kept) markChanged();
  }, [actionData, kept, markChanged]);
  return { answer, lost, saving: useNavigation().state !== 'idle', warning };
}
