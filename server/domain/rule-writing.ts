/** Blanks, separators and country codes that people write in numbers and codes, and the portal itself shows. */
const BLANKS = /\s+/g;
const SEPARATORS = /[\s\-.,()/‐‑–—]+/g;
const COUNTRY_CODE = /^\+?502(?=\d{8}$)/;
/** Longer texts are sentences, which nobody writes in groups. */
const WRITTEN_MAX = 60;

/**
 * Variants of a text to try against a rule: first as typed, then without separators, without country code, in upper and lower
 * case. The first one that the rule accepts is stored, so that «3449 48748 0408» passes as a DPI for any rule of thirteen
 * digits, whatever its name.
 */
export function textVariants(typed: string): string[] {
  if (typed.length > WRITTEN_MAX) return [typed];
  const joined = typed.replace(SEPARATORS, '');
  const ways = [typed, typed.replace(BLANKS, ''), joined, joined.replace(COUNTRY_CODE, '')];
  return [...new Set([...ways, ...ways.map((way) => way.toUpperCase()), ...ways.map((way) => way.toLowerCase())])].filter(
    (way) => way !== '',
  );
}

/** What a rule expects, derived from its expression; `digits` when it expects only digits, however grouped. */
interface RuleShape {
  example: string;
  digits: { min: number; max: number } | null;
}

interface Part {
  text: string;
  min: number;
  max: number;
  /** Only digits, and optional separators between them. */
  isNumber: boolean;
}

/** A longer text is no helpful example. */
const EXAMPLE_MAX = 60;
/** Budget of characters to read, counting repeated ones each time: nested expressions would otherwise keep the reader busy. */
const READ_MAX = 2_000;
/** How often an example repeats an unbounded repetition. */
const SOME_TIMES = 3;
const NO_PART: Part = { text: '', min: 0, max: 0, isNumber: true };

/**
 * Derives an example from an expression; null for unsupported syntax (negated sets, lookaround, back references). Callers test the
 * example against the expression, which decides.
 */
export function shapeOf(pattern: string): RuleShape | null {
  try {
    const reader = new ShapeReader(pattern);
    const { text, min, max, isNumber } = reader.readChoice();
    if (!reader.isAtEnd || text === '') return null;
    return { example: text, digits: isNumber && min > 0 ? { min, max } : null };
  } catch (error) {
    if (error instanceof NotReadable) return null;
    throw error;
  }
}

class NotReadable extends Error {}

/** Characters used in examples for sets, in turn, so that they look natural: 1, 2, 3 and A, B, C. */
const SETS = [
  { holds: /\d/, signs: '1234567890' },
  { holds: /[A-Z]/, signs: 'ABCDEFGHJK' },
  { holds: /[a-z]/, signs: 'abcdefghjk' },
] as const;

class ShapeReader {
  readonly #pattern: string;
  #at = 0;
  #turn = 0;
  #taken = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Uses the first of several alternatives. */
  readChoice(): Part {
    const first = this.#readSequence();
    while (this.#takes('|')) {
      const turn = this.#turn;
      const other = this.#readSequence();
      this.#turn = turn;
      first.isNumber &&= other.isNumber;
      first.min = Math.min(first.min, other.min);
      first.max = Math.max(first.max, other.max);
    }
    return first;
  }

  #readSequence(): Part {
    const whole = { ...NO_PART };
    while (!this.isAtEnd && !'|)'.includes(this.#next)) {
      const part = this.#readRepeated();
      whole.text += part.text;
      whole.min += part.min;
      whole.max += part.max;
      whole.isNumber &&= part.isNumber;
      if (whole.text.length > EXAMPLE_MAX) throw new NotReadable();
    }
    return whole;
  }

  #readRepeated(): Part {
    const start = this.#at;
    const once = this.#readAtom();
    const { least, most } = this.#readTimes();
    const times = Number.isFinite(most) ? most : Math.max(least, SOME_TIMES);
    let text = once.text;
    if (times !== 1) {
      // Each repetition uses the next characters in turn.
      const after = this.#at;
      text = times === 0 ? '' : once.text;
      for (let count = 1; count < times; count += 1) {
        this.#at = start;
        text += this.#readAtom().text;
      }
      this.#at = after;
    }
    return { text, min: once.min * least, max: once.max * most || 0, isNumber: once.isNumber || least === 0 };
  }

  #readTimes(): { least: number; most: number } {
    const found = /^(?:[?*+]|\{(\d{1,3})(,(\d{0,3}))?\})\??/.exec(this.#pattern.slice(this.#at, this.#at + 12));
    if (!found) return { least: 1, most: 1 };
    this.#at += found[0].length;
    const [sign, least, more, most] = found;
    if (least === undefined) return { least: sign.startsWith('+') ? 1 : 0, most: sign.startsWith('?') ? 1 : Infinity };
    return { least: Number(least), most: more === undefined ? Number(least) : most ? Number(most) : Infinity };
  }

  #readAtom(): Part {
    const sign = this.#take();
    switch (sign) {
      case '^':
      case '$':
        return { ...NO_PART };
      case '(':
        return this.#readGroup();
      case '[':
        return this.#readSet();
      case '\\':
        return this.#readEscape();
      case '.':
        return this.#signOf('a1');
      case '*':
      case '+':
      case '?':
      case '{':
        throw new NotReadable();
      default:
        return literal(sign);
    }
  }

  #readGroup(): Part {
    if (this.#takes('?')) {
      if (!this.#takes(':')) throw new NotReadable();
    }
    const part = this.readChoice();
    if (!this.#takes(')')) throw new NotReadable();
    return part;
  }

  #readSet(): Part {
    if (this.#next === '^') throw new NotReadable();
    let members = '';
    while (!this.isAtEnd && this.#next !== ']') {
      const sign = this.#take();
      members += sign === '\\' ? membersOf(this.#take()) : sign;
    }
    if (!this.#takes(']')) throw new NotReadable();
    const ranges = members.replace(/(\w)-(\w)/g, (_range, from: string, to: string) => spread(from, to));
    return this.#signOf(ranges);
  }

  #readEscape(): Part {
    const sign = this.#take();
    if (sign === 'b') return { ...NO_PART };
    return /[dws]/.test(sign) ? this.#signOf(membersOf(sign)) : literal(membersOf(sign));
  }

  /** A digit if the set contains one, else a letter, else its first member. */
  #signOf(members: string): Part {
    const set = SETS.find(({ holds }) => holds.test(members));
    const offered = set ? [...set.signs].filter((sign) => members.includes(sign)) : [];
    const sign = offered[this.#turn % Math.max(1, offered.length)] ?? members.charAt(0);
    if (sign === '') throw new NotReadable();
    this.#turn += 1;
    const isNumber = /^\d+$/.test(members);
    return { text: sign, min: isNumber ? 1 : 0, max: isNumber ? 1 : 0, isNumber };
  }

  get #next(): string {
    return this.#pattern.charAt(this.#at);
  }

  #take(): string {
    const sign = this.#next;
    this.#taken += 1;
    if (sign === '' || this.#taken > READ_MAX) throw new NotReadable();
    this.#at += 1;
    return sign;
  }

  #takes(sign: string): boolean {
    if (this.#next !== sign) return false;
    this.#at += 1;
    return true;
  }
}

const DIGITS = '0123456789';

/** The characters that an escape stands for. */
function membersOf(sign: string): string {
  switch (sign) {
    case 'd':
      return DIGITS;
    case 'w':
      return `${spread('A', 'Z')}${spread('a', 'z')}${DIGITS}`;
    case 's':
      return ' ';
    default:
      if (/[A-Za-z0-9]/.test(sign)) throw new NotReadable();
      return sign;
  }
}

function spread(from: string, to: string): string {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  if (last < first) throw new NotReadable();
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

function literal(sign: string): Part {
  const isDigit = /^\d$/.test(sign);
  return { text: sign, min: isDigit ? 1 : 0, max: isDigit ? 1 : 0, isNumber: isDigit };
}
