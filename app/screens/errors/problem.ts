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
  /** The same address may answer in a moment. */
  retry: boolean;
}

/** No answer at all: the link is down. */
export const CONNECTION_LOST = 0;

const DESCRIPTIONS: Readonly<Record<number, Description>> = {
  [CONNECTION_LOST]: { heading: 'No hay conexión con el portal', next: 'Revise su red e inténtelo de nuevo.', retry: true },
  400: { heading: 'La solicitud no es válida', next: 'Revise la dirección o los datos que envió e inténtelo de nuevo.', retry: false },
  401: { heading: 'Su sesión terminó', next: 'Vuelva al inicio para iniciar sesión.', retry: false },
  403: { heading: 'No tiene permiso', next: 'Si lo necesita para su trabajo, puede otorgarlo un Administrador.', retry: false },
  404: { heading: 'No encontramos esta página', next: 'Revise la dirección o vuelva al inicio.', retry: false },
  409: {
    heading: 'Otra persona cambió este registro',
    next: 'Vuelva a la página anterior, revise la versión actual y aplique su cambio otra vez.',
    retry: false,
  },
  429: { heading: 'Demasiadas solicitudes', next: 'Espere un momento e inténtelo de nuevo.', retry: true },
  502: {
    heading: 'Un servicio respondió con error',
    next: 'Inténtelo de nuevo en unos minutos. Si continúa, avise a Sistemas con el código de abajo.',
    retry: true,
  },
  503: {
    heading: 'El portal no está disponible por ahora',
    next: 'Inténtelo de nuevo en unos minutos. Si continúa, avise a Sistemas con el código de abajo.',
    retry: true,
  },
};

const REFUSED: Description = {
  heading: 'La solicitud no se pudo atender',
  next: 'Vuelva a la página anterior e inténtelo de nuevo.',
  retry: false,
};
const FAILED: Description = {
  heading: 'Algo falló de nuestro lado',
  next: 'Inténtelo de nuevo. Si continúa, avise a Sistemas con el código de abajo.',
  retry: true,
};

export function describeProblem({ status }: { status: number }): Description {
  return DESCRIPTIONS[status] ?? (status < 500 ? REFUSED : FAILED);
}

export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    'detail' in value &&
    typeof value.status === 'number' &&
    typeof value.detail === 'string'
  );
}
