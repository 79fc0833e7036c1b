/** What somebody types after Ctrl K while the dialog's code is on its way: it is theirs, not a shortcut of the page below. */
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

/** The field is there, or nobody wants it any more. */
export function endTypingAhead(): void {
  typed = null;
}
