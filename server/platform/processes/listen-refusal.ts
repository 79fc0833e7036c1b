/** Why a port cannot be opened, and what to do. @param variable the environment variable that sets the port */
export function describeListenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }, variable: string): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use by another process; set ${variable} to a free one`,
    EACCES: `port ${port} needs more rights than this process has; set ${variable} above 1023`,
    EADDRNOTAVAIL: `this machine has no address ${host}; check HOST`,
  };
  return new Error(reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}`, { cause: error });
}
