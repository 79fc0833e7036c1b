/** For answers that come after a fixed time, so that how long they took tells nothing. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
