import vm from 'node:vm';

/** `slow`: no answer in time. `broken`: the pattern is no regular expression. */
export type Match = 'yes' | 'no' | 'slow' | 'broken';

/** Only our own script runs in it; pattern and text come as values. Made once: making one takes longer than most matches. */
const given: { pattern: string; text: string } = { pattern: '', text: '' };
const context = vm.createContext(given);
const script = new vm.Script(`new RegExp(pattern, 'u').test(text)`);

/**
 * Whether a text matches a pattern that a person wrote, in bounded time: a pattern such as `^(a+)+$` would otherwise stop the
 * process. V8 looks for the end of the time limit inside an expression, too. Callers bound the length of the text.
 *
 * The limit is of the clock, so a busy machine may use it up without looking at the text: what was too slow is tried once more.
 */
export function matchWithin(pattern: string, text: string, milliseconds: number): Match {
  const first = matchOnce(pattern, text, milliseconds);
  return first === 'slow' ? matchOnce(pattern, text, milliseconds) : first;
}

function matchOnce(pattern: string, text: string, timeout: number): Match {
  Object.assign(given, { pattern, text });
  try {
    const matches: unknown = script.runInContext(context, { timeout });
    return matches === true ? 'yes' : 'no';
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'slow' : 'broken';
  }
}
