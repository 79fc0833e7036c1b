import type { PartWriter } from './part-writer.ts';

/** About ten printed pages. */
const PART_LETTERS = 32_768;

/** Cuts a text that arrives in chunks into parts, at a line break if there is one in the second half. */
export class TextCutter {
  #waiting = '';
  /** False once something had to be left out. */
  isComplete = true;

  constructor(private readonly parts: PartWriter) {}

  /** Whether further text would be left out. */
  get isFull(): boolean {
    return this.parts.isFull;
  }

  async add(text: string): Promise<void> {
    this.#waiting += text;
    while (this.#waiting.length > PART_LETTERS && !this.isFull) {
      const at = cutAt(this.#waiting);
      await this.#write(this.#waiting.slice(0, at));
      this.#waiting = this.#waiting.slice(at);
    }
    if (this.isFull && this.#waiting !== '') this.#leaveOut();
  }

  /** Writes the rest; an empty text has one empty part. */
  async end(): Promise<void> {
    if (this.isFull) return;
    if (this.#waiting !== '' || this.parts.isEmpty) await this.#write(this.#waiting);
    this.#waiting = '';
  }

  #write(part: string): Promise<void> {
    return this.parts.add(part.replace(/\r\n?/g, '\n'));
  }

  #leaveOut(): void {
    this.isComplete = false;
    this.#waiting = '';
  }
}

function cutAt(text: string): number {
  const line = text.lastIndexOf('\n', PART_LETTERS - 1) + 1;
  if (line > PART_LETTERS / 2) return line;
  // Do not split a surrogate pair.
  return /[\ud800-\udbff]/.test(text[PART_LETTERS - 1] ?? '') ? PART_LETTERS - 1 : PART_LETTERS;
}
