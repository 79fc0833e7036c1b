import vm from 'node:vm';

/** `slow`: no answer in time. `broken`: the pattern is not a valid regular expression. */
export type Match = 'yes' | 'no' | 'slow' | 'broken';

/** Runs only our own script; pattern and text are passed as values. Created once, because that takes longer than most matches. */
const sandbox: { pattern: string; text: string } = { pattern: '', text: '' };
const context = vm.createContext(sandbox);
/** With the flag `u` where it can be: other programs also escape signs (`\-`) that only expressions without it may escape. */
const script = new vm.Script(`(() => { try { return new RegExp(pattern, 'u'); } catch { return new RegExp(pattern); } })().test(text)`);

/**
 * Whether a text matches a pattern that a person wrote, in bounded time: a pattern such as `^(a+)+$` would otherwise block the
 * process. V8 checks the time limit inside an expression, too. Callers bound the length of the text.
 *
 * The limit is wall-clock time, which a busy machine may use up without running the match: a slow match is retried once.
 */
export function matchWithin(pattern: string, text: string, milliseconds: number): Match {
  const first = matchOnce(pattern, text, milliseconds);
  return first === 'slow' ? matchOnce(pattern, text, milliseconds) : first;
}

function matchOnce(pattern: string, text: string, timeout: number): Match {
  Object.assign(sandbox, { pattern, text });
  try {
    const matches: unknown = script.runInContext(context, { timeout });
    return matches === true ? 'yes' : 'no';
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'slow' : 'broken';
  }
}
