const NOT_TYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

/** Whether a pressed key may be a shortcut: nobody types, and single characters are not switched off (`keys` of the preferences). */
export function isShortcut({ key, target }: KeyboardEvent): boolean {
  return !isTyping(target) && (key.length > 1 || key === ' ' || !document.documentElement.dataset['keys']);
}

/** Whether the target takes keystrokes (letters, or a choice of options), so that they are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
