import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findGuards } from './find-guards.ts';
import { GUARDS } from './guards.ts';
import type { Guard } from './guard.ts';
import { SECOND_CHECKS } from './second-checks.ts';
import { TESTS } from './tests-of.ts';

/** Calls every verb as people without each menu, act and proof: the cheapest test for those guards. */
const VERB_TESTS = 'tests/access/verbs.test.ts';
/** Opens every form as somebody who may only look. */
const FORM_TESTS = 'tests/access/withheld-acts.test.ts';
/** Reason for guards of screens and their forms, unless the access matrix notices their removal. */
const VERBS_ASK_AGAIN = 'verbs ask again (docs/verbs.md): the access matrix finds the screen closed all the same';
const isOfScreen = ({ file, kind }: Pick<Guard, 'file' | 'kind'>) => file.startsWith('app/screens/') && kind === 'permission';
const NEEDS_EMULATOR = /-firestore\.test\.ts$/;

/**
 * All guards: the written ones (guards.ts) and those found by their form (find-guards.ts). @throws for an entry that is not in the source
 */
export function listGuards(root: string): Guard[] {
  const written = GUARDS.map(({ file, piece, tests, ...guard }) => {
    const start = placeOf(readFileSync(path.join(root, file), 'utf8'), piece);
    if (start === null) throw new Error(`${guard.id}: not exactly once in ${file}: ${piece}`);
    return { ...guard, file, piece, start, tests: tests ?? testsOf(root, file) };
  });
  const found = findGuards(root).map((guard) => {
    const asksWho =
      guard.file.startsWith('server/') &&
      (guard.kind === 'permission' || /^(?:await )?require(?:Fresh|Folder|MayWrite|Noted)\b/.test(guard.piece));
    const isOfForm = guard.file.startsWith('app/') && guard.piece.startsWith('requireForm(');
    return {
      ...guard,
      tests: [...(asksWho ? [VERB_TESTS] : []), ...(isOfForm ? [FORM_TESTS] : []), ...testsOf(root, guard.file)],
    };
  });
  // Screens last: each change of a screen needs a build, and so does the first guard after the last screen.
  const all: Guard[] = [...written, ...found]
    .sort((a, b) => Number(a.file.startsWith('app/')) - Number(b.file.startsWith('app/')))
    .map((guard) => {
      const alsoGuardedBy = SECOND_CHECKS[guard.id] ?? (isOfScreen(guard) ? VERBS_ASK_AGAIN : undefined);
      return { ...guard, ...(alsoGuardedBy !== undefined && { alsoGuardedBy }) };
    });
  const ids = new Set(all.map(({ id }) => id));
  if (ids.size < all.length) throw new Error('Two guards have one id.');
  const gone = Object.keys(SECOND_CHECKS).filter((id) => !ids.has(id));
  if (gone.length > 0) throw new Error(`second-checks.ts names what is no guard any more: ${gone.join('; ')}`);
  return all;
}

/** Offset of the piece; null unless it occurs exactly once. */
function placeOf(text: string, piece: string): number | null {
  const start = text.indexOf(piece);
  return start >= 0 && !text.includes(piece, start + 1) ? start : null;
}

function testsOf(root: string, file: string): string[] {
  const own = Object.keys(TESTS)
    .filter((beginning) => file.startsWith(beginning))
    .sort((a, b) => b.length - a.length)[0];
  const tests = (TESTS[own ?? ''] ?? []).flatMap((test) => expand(root, test));
  if (tests.length === 0) throw new Error(`tests-of.ts says nothing of ${file}`);
  return [...new Set(tests)];
}

/** `folder/*`: the tests directly in it. */
function expand(root: string, test: string): string[] {
  const [file = ''] = test.split(' :: ');
  if (!file.endsWith('/*')) {
    if (!existsSync(path.join(root, file))) throw new Error(`tests-of.ts names ${file}, which is gone`);
    return [test];
  }
  const folder = file.slice(0, -2);
  return readdirSync(path.join(root, folder))
    .filter((name) => /\.test\.tsx?$/.test(name) && !NEEDS_EMULATOR.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}
