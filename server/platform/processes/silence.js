// @ts-check
/**
 * Counts how long a heartbeat has stood still, for whoever looks at it in regular turns.
 *
 * A turn that comes late means that the observer itself stood still (a suspended machine, SIGSTOP, a machine with no
 * time to give): the heart had no chance to beat either, so the count starts anew.
 *
 * @param {{ lateAfterMs: number }} options a turn later than this after the one before it is late
 * @returns {(now: number, beats: number) => number} milliseconds of silence as seen in this turn; `now` on a monotonic clock
 */
export function countSilence({ lateAfterMs }) {
  let lastTurn = -Infinity;
  let lastBeats = NaN;
  let since = 0;
  return (now, beats) => {
    if (beats !== lastBeats || now - lastTurn > lateAfterMs) since = now;
    lastTurn = now;
    lastBeats = beats;
    return now - since;
  };
}
