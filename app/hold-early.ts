/** A key pressed outside of fields that the browser itself does not handle, or one pressed after such a key. */
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
    /** Files dropped on the page that nothing has taken yet. */
    portalDrops?: File[];
    /** Keys pressed before hydration, in order; undefined once they have been replayed. */
    portalKeys?: EarlyKey[];
  }
}

/** Fired when `portalDrops` has new files. */
export const DROP_EVENT = 'portal:drop';

/** Replays the early keys, and writes letters into a field that one of them opened. Stops recording. */
export function replayKeys(): void {
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
