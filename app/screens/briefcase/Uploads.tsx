import { useEffect, useState } from 'react';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { UPLOAD_URL } from './file-links.ts';
import { UPLOAD_ANCHOR, UploadArea } from './UploadArea.tsx';

interface UploadsProps {
  /** Where files can be put: with a whole page, whose form works without script; not with the data of one. */
  given: UploadChoices | null;
  folderId: string;
  documentTypeId: string;
}

/** Uploads of the list. What a page did not bring is asked for when somebody opens them or drags files over the page. */
export function Uploads({ given, ...initial }: UploadsProps) {
  const [choices, setChoices] = useState(given);
  useEffect(() => (choices ? undefined : askWhenNeeded(setChoices)), [choices]);
  return choices ? <UploadArea choices={choices} {...initial} /> : null;
}

function askWhenNeeded(use: (choices: UploadChoices) => void): () => void {
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    fetchChoices().then(use, () => (asked = false));
  };
  const askForAnchor = () => {
    if (window.location.hash === `#${UPLOAD_ANCHOR}`) ask();
  };
  /** A file that is dropped too early must not open in place of the page. */
  const askForFiles = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    ask();
  };
  askForAnchor();
  const all = new AbortController();
  const { signal } = all;
  window.addEventListener('hashchange', askForAnchor, { signal });
  document.addEventListener('dragover', askForFiles, { signal });
  document.addEventListener('drop', askForFiles, { signal });
  return () => all.abort();
}

async function fetchChoices(): Promise<UploadChoices> {
  const response = await fetch(UPLOAD_URL, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`the places for uploads answered ${response.status}`);
  return (await response.json()) as UploadChoices;
}
