import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateTime } from '#server/domain/dates.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { requireStaff } from '../../context.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SETTINGS_CRUMB } from '../settings/settings-crumb.ts';

/** Whether backups are made, what the newest one contains, and how to restore it. */
export function BackupsView() {
  const { told, newest, plan, isFirebase } = useLoaderData<typeof loadBackups>();
  return (
    <>
      <PageHead
        title="Respaldos"
        subtitle="Copias de documentos, cuentas y archivos, para cuando se pierda lo que está guardado."
        crumbs={[SETTINGS_CRUMB, { label: 'Respaldos' }]}
      />
      {told ? (
        <Notice kind={told.kind} className="mb-4 max-w-160">
          <p className="font-semibold">{told.title}</p>
          <p className="break-words">{told.text}</p>
        </Notice>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {newest ? <FactCard title="El más reciente" facts={newest} /> : null}
        {plan ? <FactCard title="Cómo se hacen" facts={plan} /> : null}
        <Card title="Cómo se recuperan">
          <p>
            Con <code>npm run restore -- --from CARPETA</code>, en bases y carpetas vacías. Al final se comprueban el modelo de lectura y la
            auditoría, y todas las personas inician sesión de nuevo.
          </p>
        </Card>
        {isFirebase ? <GoogleKeeps /> : null}
      </div>
    </>
  );
}

function GoogleKeeps() {
  return (
    <Card title="Lo que Google guarda">
      <p>
        Si se activaron en la consola de cada proyecto: los respaldos programados de Firestore, y la recuperación a cualquier momento de los
        últimos siete días. Solo tienen documentos, cada proyecto por su lado.
      </p>
      <p className="mt-2">
        El respaldo del portal agrega los dos proyectos en un mismo momento, las cuentas, los archivos y las preferencias; queda fuera de
        Google y se puede recuperar en otro proyecto, o sin Firebase.
      </p>
    </Card>
  );
}

export async function loadBackups({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-machinery');
  const backups = await context.portal.operations.getBackups({ actor });
  const { folder, keep, isFirebase, state } = backups;
  return {
    isFirebase,
    told: describeTrouble(backups),
    newest: state?.moment
      ? {
          'Todo lo guardado hasta': formatDateTime(state.moment),
          Terminó: formatDateTime(state.finishedAt),
          Documentos: formatCount(state.documents),
          Archivos: formatCount(state.files),
          Tamaño: formatFileSize(state.bytes),
          Cifrado: state.isEncrypted ? 'Sí' : 'No',
          'Respaldos en la carpeta': formatCount(state.kept),
        }
      : null,
    plan: folder
      ? {
          Cuándo: 'Cada noche a la 01:00; si faltó, a la hora siguiente',
          Carpeta: folder,
          'Se conservan': `el último de ${countOf(keep.days, 'día', 'días')}, ${countOf(keep.weeks, 'semana', 'semanas')} y ${countOf(keep.months, 'mes', 'meses')}`,
        }
      : null,
  };
}

type Backups = Awaited<ReturnType<LoaderFunctionArgs['context']['portal']['operations']['getBackups']>>;

/** null when all is well. */
function describeTrouble({ folder, state, isLate }: Backups): { kind: 'error' | 'info' | 'warning'; title: string; text: string } | null {
  if (state?.failedAt)
    return {
      kind: 'error',
      title: `El respaldo del ${formatDateTime(state.failedAt)} falló.`,
      text: `${reasonOf(state.failure)}${folder ? ' Se intenta de nuevo cada hora.' : ''}`,
    };
  if (!folder)
    return {
      kind: state?.moment ? 'info' : 'warning',
      title: state?.moment ? 'El portal no hace respaldos por sí mismo.' : 'No se hace ningún respaldo.',
      text: 'Para que el portal haga uno cada noche, Informática indica una carpeta de otro disco o equipo en la variable BACKUP_DIR y reinicia la web y el proceso de trabajos. Uno suelto se hace con npm run backup -- --to CARPETA.',
    };
  if (isLate)
    return {
      kind: 'warning',
      title: 'El respaldo está atrasado.',
      text: 'Revise en «Estado de los trabajos» que el proceso de trabajos esté en marcha.',
    };
  return state?.moment
    ? null
    : { kind: 'info', title: 'Todavía no hay ningún respaldo.', text: 'El proceso de trabajos hace el primero dentro de una hora.' };
}

/** Causes an operator can fix; otherwise the system's own message. */
function reasonOf(failure: string): string {
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST)\b/.test(failure)) return `No se puede escribir en la carpeta (${failure}).`;
  if (/^(ENOSPC|EDQUOT)\b/.test(failure)) return `No queda espacio en la carpeta (${failure}).`;
  // Our own reasons are sentences.
  return failure.endsWith('.') ? failure : `Motivo: ${failure}.`;
}
