/** A key that the browser itself does nothing with, or one behind such a key, pressed outside of fields. */
interface EarlyKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  modifierAltGraph: boolean;
}

declare global {
  interface Window {
    /** Files that were dropped on the page and that nothing has taken yet. */
    portalDrops?: File[];
    /** Keys that were pressed while nothing could answer them, in order; missing from the moment on at which something can. */
    portalKeys?: EarlyKey[];
  }
}

/** Tells that there is something new in `portalDrops`. */
export const DROP_EVENT = 'portal:drop';

/** Does what keys say that were pressed before, and writes letters into the field that one of them opened. Keeps none from here on. */
export function repeatKeys(): void {
  const keys = window.portalKeys ?? [];
  delete window.portalKeys;
  keys.forEach(press);
}

function press(key: EarlyKey): void {
  const target = document.activeElement ?? document.body;
  const isLeft = target.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
  const isText = key.key.length === 1 && !key.ctrlKey && !key.metaKey && (!key.altKey || key.modifierAltGraph);
  if (isLeft && isText && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
    const end = target.value.length;
    target.setRangeText(key.key, target.selectionStart ?? end, target.selectionEnd ?? end, 'end');
    target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: key.key }));
  }
}
