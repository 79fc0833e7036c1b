/** Shorter words have too many neighbours; longer ones would make the expression too long. */
const SHORTEST = 4;
const LONGEST = 20;

/**
 * Patterns for words at one typing error's distance: a letter wrong, missing or extra, or two adjacent ones swapped; `_` stands for
 * any letter. Empty for short or very long words, and for words with digits, where one wrong character means another record.
 */
export function oneLetterOff(word: string): string[] {
  const letters = [...word];
  if (letters.length < SHORTEST || letters.length > LONGEST || !/^\p{L}+$/u.test(word)) return [];
  const last = letters.length - 1;
  const patterns = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')];
    const next = letters[at + 1];
    return [
      before + after,
      // At the end, the shorter pattern above already matches this.
      ...(at < last ? [`${before}_${after}`] : []),
      ...(at > 0 ? [`${before}_${letter}${after}`] : []),
      ...(next !== undefined && next !== letter ? [before + next + letter + letters.slice(at + 2).join('')] : []),
    ];
  });
  return [...new Set(patterns)];
}

/** The same as a regular expression for both JavaScript and PostgreSQL. */
export function closeAlternatives(word: string): string | null {
  const patterns = oneLetterOff(word);
  return patterns.length === 0 ? null : `(?:${patterns.join('|').replaceAll('_', '[^ ]')})`;
}

/** Finds, in a normalised text, the beginnings of words that `word` may have been meant as. */
export function closeExpression(word: string): RegExp | null {
  const alternatives = closeAlternatives(word);
  // It has no repetition, so matching takes linear time.
  // eslint-disable-next-line no-restricted-syntax -- made of the letters of a word
  return alternatives === null ? null : new RegExp(`(?<=^| )${alternatives}`, 'g');
}
