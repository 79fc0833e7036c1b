/** Why a port cannot be opened, and what to do. @param variable the environment variable that sets the port */
export function describeListenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }, variable: string): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `otro programa ocupa el puerto ${port}: ponga uno libre en ${variable}`,
    EACCES: `el puerto ${port} pide más permisos de los que este proceso tiene: ponga en ${variable} uno mayor que 1023`,
    EADDRNOTAVAIL: `esta máquina no tiene la dirección ${host}: revise HOST`,
  };
  return new Error(reasons[error.code ?? ''] ?? `no se puede escuchar en ${host}:${port}`, { cause: error });
}
