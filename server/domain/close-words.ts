/** Shorter words have too many neighbours; longer ones would make an endless expression. */
const SHORTEST = 4;
const LONGEST = 20;

/**
 * Patterns for what a word of letters may have been meant as when one letter is wrong, missing, too many, or two changed
 * places: texts in which `_` stands for any letter. Empty for words that are not looked for like this: short ones, and those
 * with digits, where one wrong sign means another record.
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
      // At the end the shorter pattern above finds the same.
      ...(at < last ? [`${before}_${after}`] : []),
      ...(at > 0 ? [`${before}_${letter}${after}`] : []),
      ...(next !== undefined && next !== letter ? [before + next + letter + letters.slice(at + 2).join('')] : []),
    ];
  });
  return [...new Set(patterns)];
}

/** The same as an expression that JavaScript and PostgreSQL both read: letters, alternatives, and a set for the wrong letter. */
export function closeAlternatives(word: string): string | null {
  const patterns = oneLetterOff(word);
  return patterns.length === 0 ? null : `(?:${patterns.join('|').replaceAll('_', '[^ ]')})`;
}

/** Finds the beginnings of words, in a normalised text, that `word` may have been meant as. */
export function closeExpression(word: string): RegExp | null {
  const alternatives = closeAlternatives(word);
  // No repetition in it: its time is that of the text.
  // eslint-disable-next-line no-restricted-syntax -- made of the letters of a word
  return alternatives === null ? null : new RegExp(`(?<=^| )${alternatives}`, 'g');
}
