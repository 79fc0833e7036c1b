/** What is typed after Ctrl K while the dialog's code loads: search text, not shortcuts of the page below. */
let typed: string | null = null;

export function startTypingAhead(): void {
  typed ??= '';
}

export function isTypingAhead(): boolean {
  return typed !== null;
}

export function typeAhead(key: string): void {
  if (typed === null) return;
  if (key === 'Backspace') typed = typed.slice(0, -1);
  else if (key.length === 1) typed += key;
}

/** What was typed so far. */
export function typedAhead(): string {
  return typed ?? '';
}

/** The search field is ready, or the search was cancelled. */
export function endTypingAhead(): void {
  typed = null;
}
