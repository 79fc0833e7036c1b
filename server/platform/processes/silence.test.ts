import { describe, expect, it } from 'vitest';
import { countSilence } from './silence.js';

/** The silence seen at each `[now, beats]`. */
function watch(turns: readonly (readonly [now: number, beats: number])[]): number[] {
  const silence = countSilence({ lateAfterMs: 2_000 });
  return turns.map(([now, beats]) => silence(now, beats));
}

describe('countSilence', () => {
  it('counts from the last beat that was seen', () => {
    const turns = [
      [50_000, 7],
      [50_500, 8],
      [51_000, 8],
      [51_500, 8],
      [52_000, 9],
    ] as const;
    expect(watch(turns)).toEqual([0, 0, 500, 1_000, 0]);
  });

  it('restarts when its own check comes late, because the whole process stood still', () => {
    const turns = [
      [500, 1],
      [1_500, 1],
      [16_500, 1],
      [17_000, 1],
      [18_900, 1],
    ] as const;
    expect(watch(turns)).toEqual([0, 1_000, 0, 500, 2_400]);
  });
});
