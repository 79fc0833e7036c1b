import type { MouseEvent } from 'react';
import { uploadSession } from './upload-session.ts';

/** Address part that opens the panel, and without JavaScript the plain form (uploads.css). */
export const UPLOAD_ANCHOR = 'cargar';
/** Query parameter of a page that brings the places for uploads along: how the plain form comes without JavaScript. */
export const UPLOAD_PARAMETER = 'cargar';
export const OPEN_EVENT = 'portal:open-uploads';

/** Opens the panel over the page that is there, in place of the link's own page. */
export function openUploads(event: MouseEvent): void {
  event.preventDefault();
  // For a panel whose code is still on its way.
  uploadSession.open = true;
  window.dispatchEvent(new Event(OPEN_EVENT));
}

/** The screens of the Maletín: on these a dropped file is one to be uploaded, but on a file's own page, where it is another version. */
export function isOfBriefcase(pathname: string): boolean {
  if (pathname.startsWith('/briefcase/files/')) return false;
  return ['/briefcase/', '/folders/', '/document-types/'].some((start) => pathname.startsWith(start));
}

/**
 * Whether somebody has begun to fill in the plain form: on a slow link it is there before our code, and must not be taken away
 * under their hands.
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
