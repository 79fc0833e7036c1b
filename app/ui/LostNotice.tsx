import { Notice } from './Notice.tsx';

/** A save that got no answer, or none that counts: the form keeps everything and can be sent again. */
export function LostNotice({ className = '' }: { className?: string }) {
  return (
    <Notice kind="error" live className={className}>
      No se pudo guardar: se perdió la conexión o terminó su sesión. Sus cambios siguen aquí; vuelva a guardar. Si su sesión terminó,{' '}
      <a className="text-link" href="/login" target="_blank" rel="noreferrer">
        iníciela en otra pestaña
      </a>
      .
    </Notice>
  );
}
