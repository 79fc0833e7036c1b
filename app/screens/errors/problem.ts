/** The part of an RFC 9457 problem (server/http/problems.ts) that error pages show. */
export interface Problem {
  status: number;
  /** Spanish, for people. */
  detail: string;
  requestId?: string;
  permission?: string;
}

interface Description {
  heading: string;
  next: string;
}

const DESCRIPTIONS: Readonly<Record<number, Description>> = {
  400: { heading: 'La solicitud no es válida', next: 'Revise la dirección o los datos que envió e inténtelo de nuevo.' },
  401: { heading: 'Su sesión terminó', next: 'Inicie sesión de nuevo para continuar.' },
  403: { heading: 'No tiene permiso', next: 'Si lo necesita para su trabajo, pídalo a un Administrador.' },
  404: { heading: 'No encontramos esta página', next: 'Puede que se haya eliminado o que no tenga acceso. Revise la dirección o vuelva al inicio.' },
  409: { heading: 'Otra persona cambió este registro', next: 'Vuelva a la página anterior, revise la versión actual y aplique su cambio otra vez.' },
  429: { heading: 'Demasiadas solicitudes', next: 'Espere un momento e inténtelo de nuevo.' },
  502: { heading: 'Un servicio respondió con error', next: 'Inténtelo de nuevo en unos minutos. Si continúa, avise a Sistemas con el código de abajo.' },
  503: { heading: 'El portal no está disponible por ahora', next: 'Inténtelo de nuevo en unos minutos. Si continúa, avise a Sistemas con el código de abajo.' },
};

const GENERAL: Description = {
  heading: 'Algo falló de nuestro lado',
  next: 'Inténtelo de nuevo. Si continúa, avise a Sistemas con el código de abajo.',
};

export function describeProblem(problem: { status: number }): Description {
  return DESCRIPTIONS[problem.status] ?? (problem.status < 500 ? (DESCRIPTIONS[400] ?? GENERAL) : GENERAL);
}
