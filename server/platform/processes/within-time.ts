/** The result of `work`, or the error of `late` when it takes longer. The work itself goes on, but its outcome is ignored. */
export async function withinTime<Result>(work: Promise<Result>, milliseconds: number, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, timeOut]);
  } finally {
    clearTimeout(timer);
  }
}
