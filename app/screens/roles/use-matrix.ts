import { useCallback, useState } from 'react';
import { fromGrantLines, type DocumentAction } from '#server/domain/document-permissions.ts';

/** Up to this many types, all categories are initially open. */
export const FEW_TYPES = 40;

export type Granted = ReadonlyMap<string, ReadonlySet<DocumentAction>>;

/** Allows or forbids actions of types: actions that need "view" add it, and are removed with it. */
export type SetGrants = (keys: readonly string[], actions: readonly DocumentAction[], on: boolean) => void;

/** The ticked boxes of a matrix. A type whose actions do not change keeps its Set object, so that its row need not render again. */
export function useMatrix(lines: readonly string[]): { granted: Granted; setGrants: SetGrants } {
  const [granted, setGranted] = useState<Granted>(() => fromGrantLines(lines));
  const setGrants = useCallback<SetGrants>((keys, actions, on) => {
    setGranted((before) => {
      const after = new Map(before);
      for (const key of keys) after.set(key, changed(before.get(key), actions, on));
      return after;
    });
  }, []);
  return { granted, setGrants };
}

const NONE: ReadonlySet<DocumentAction> = new Set();

function changed(before: ReadonlySet<DocumentAction> = NONE, actions: readonly DocumentAction[], on: boolean): ReadonlySet<DocumentAction> {
  const rest = [...before].filter((action) => !actions.includes(action));
  if (on) return new Set([...rest, ...actions, ...(actions.some(needsView) ? (['view'] as const) : [])]);
  return new Set(actions.includes('view') ? rest.filter((action) => !needsView(action)) : rest);
}

const needsView = (action: DocumentAction) => action !== 'create' && action !== 'view';

/** How much of the given types is allowed, for a box that stands for all of them. */
export function shareOf(granted: Granted, keys: readonly string[], actions: readonly DocumentAction[]): 'all' | 'some' | 'none' {
  let on = 0;
  for (const key of keys) for (const action of actions) on += Number(granted.get(key)?.has(action) ?? false);
  return on === 0 ? 'none' : on === keys.length * actions.length ? 'all' : 'some';
}
