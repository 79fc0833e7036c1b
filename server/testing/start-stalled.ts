/**
 * Starts work that calls `before` where it is to stall, as a worker does that the machine stops for a while.
 * @returns lets it go on, until its end
 */
export function startStalled(start: (before: () => Promise<void>) => Promise<unknown>): Promise<() => Promise<void>> {
  return new Promise((resolve) => {
    const before = () =>
      new Promise<void>((goOn) => {
        resolve(async () => {
          goOn();
          await losing;
        });
      });
    const losing = start(before);
  });
}
