import type { MouseEvent } from 'react';
import { uploadSession } from './upload-session.ts';

/** URL fragment that opens the panel, and without JavaScript the plain form (uploads.css). */
export const UPLOAD_ANCHOR = 'cargar';
/** Query parameter with which a page includes the upload choices: this provides the plain form without JavaScript. */
export const UPLOAD_PARAMETER = 'cargar';
export const OPEN_EVENT = 'portal:open-uploads';

/** Opens the panel on the current page instead of following the link. */
export function openUploads(event: MouseEvent): void {
  event.preventDefault();
  // For a panel whose code is still loading.
  uploadSession.open = true;
  window.dispatchEvent(new Event(OPEN_EVENT));
}

/** Screens of the Maletín on which a dropped file is uploaded as a new one. Not a file's own page, where it becomes a new version. */
export function isOfBriefcase(pathname: string): boolean {
  if (pathname.startsWith('/briefcase/files/')) return false;
  return ['/briefcase/', '/folders/', '/document-types/'].some((start) => pathname.startsWith(start));
}

/**
 * Whether somebody has started to fill in the plain form: on a slow connection it appears before the scripts, which must not remove it
 * then.
 */
export function isPlainFormInUse(): boolean {
  const form = document.querySelector<HTMLFormElement>(`#${UPLOAD_ANCHOR} form`);
  if (!form) return false;
  return form.contains(document.activeElement) || [...form.elements].some(isFilled);
}

function isFilled(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected && option.value !== '');
  return control instanceof HTMLInputElement && control.value !== control.defaultValue;
}
