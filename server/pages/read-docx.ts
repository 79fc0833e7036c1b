import { cannotShow } from './cannot-show.ts';
import { readMarkup, type MarkupReader } from './read-markup.ts';
import { readText } from './read-text.ts';
import { ZipArchive } from './zip-archive.ts';

/** A hundred times a novel. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAIN_PART = 'word/document.xml';

/** The text of a Word document: one line per paragraph, table cells side by side. Errors: `unsupported-type`. */
export async function readDocx(location: string, target: string) {
  const archive = await ZipArchive.open(location);
  if (!archive.has(MAIN_PART)) throw cannotShow('El documento de Word está dañado y no se puede leer.', `no ${MAIN_PART}`);
  return readText(paragraphs(archive), target, true);
}

async function* paragraphs(archive: ZipArchive): AsyncGenerator<string> {
  for await (const read of readMarkup(archive.readText(MAIN_PART, MAX_BYTES), new WordText())) yield read.take();
}

class WordText implements MarkupReader {
  #text = '';
  #isLetters = false;
  /** `tab` also occurs as a tab stop in paragraph properties: only those in a run are characters. */
  #runs = 0;
  #cells = 0;
  /** Fallback content repeats the text for programs that cannot draw it. */
  #fallbacks = 0;

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  open(name: string): void {
    if (name === 'Fallback') this.#fallbacks += 1;
    else if (name === 'r') this.#runs += 1;
    else if (name === 'tc') this.#cells += 1;
    else if (name === 't') this.#isLetters = true;
    else if (this.#runs > 0 && name === 'tab') this.#add('\t');
    else if (this.#runs > 0 && (name === 'br' || name === 'cr')) this.#add('\n');
  }

  text(text: string): void {
    if (this.#isLetters) this.#add(text);
  }

  close(name: string): void {
    if (name === 'Fallback') this.#fallbacks -= 1;
    else if (name === 'r') this.#runs -= 1;
    else if (name === 't') this.#isLetters = false;
    else if (name === 'p') this.#add(this.#cells > 0 ? ' ' : '\n');
    else if (name === 'tr') this.#add('\n');
    else if (name === 'tc') {
      this.#cells -= 1;
      this.#add('\t');
    }
  }

  #add(text: string): void {
    if (this.#fallbacks === 0) this.#text += text;
  }
}
