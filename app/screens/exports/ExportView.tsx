import { EXPORT_FORMAT_LABELS, EXPORT_RETENTION_HOURS, EXPORTS_URL, exportUrl, isExportOver } from '#server/domain/large-exports.ts';
import { formatCount } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { FactCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { UnderWay, useProgress } from '../../ui/UnderWay.tsx';
import type { ExportData } from './export-data.ts';
import { ExportStateLabel } from './ExportStateLabel.tsx';

/** A large export: its progress, then its file. */
export function ExportView({ data }: { data: ExportData }) {
  const isReady = data.state === 'ready' && !data.isOutdated;
  const progress = useProgress<Progress>({
    href: `${exportUrl(data.id)}/progress`,
    came: data,
    isOver: isOverBy,
  });
  return (
    <>
      <PageHead
        title={data.title}
        state={<ExportStateLabel state={data.isOver ? data.state : progress.state} />}
        subtitle={
          <>
            Exportación pedida el {data.askedAt} ·{' '}
            <a className="text-link inline-block py-0.5" href={EXPORTS_URL}>
              Ver mis exportaciones
            </a>
          </>
        }
        primary={
          isReady ? (
            <ButtonLink look="primary" icon="download" href={`${exportUrl(data.id)}/download`} data-nav={undefined}>
              Descargar ({data.size})
            </ButtonLink>
          ) : data.isOver ? (
            <ButtonLink look="primary" icon="rotate-cw" href={data.again} data-nav={undefined}>
              Volver a pedirla
            </ButtonLink>
          ) : null
        }
      />
      <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
        {data.isOver ? <Outcome data={data} /> : <Writing data={data} progress={progress} />}
      </div>
      <Facts data={data} />
    </>
  );
}

type Progress = Pick<ExportData, 'rowsExpected' | 'rowsWritten' | 'state' | 'waits'>;

const isOverBy = ({ state }: Progress) => isExportOver(state);

function Writing({ data, progress: { state, rowsWritten, rowsExpected, waits } }: { data: ExportData; progress: Progress }) {
  return (
    <UnderWay
      text={state === 'waiting' ? 'Espera su turno…' : `Se está escribiendo: ${rowsText(rowsWritten, rowsExpected)}`}
      value={rowsExpected ? rowsWritten : 0}
      max={rowsExpected ?? 1}
      note={
        waits ||
        (data.waitsLong
          ? 'Todavía no comienza: hay otras exportaciones antes, o el proceso que las prepara está detenido. Comenzará sola.'
          : 'Puede seguir trabajando: el portal le avisará cuando esté lista.')
      }
      href={exportUrl(data.id)}
    />
  );
}

function rowsText(written: number, expected: number | null): string {
  return expected === null ? `${formatCount(written)} filas` : `${formatCount(written)} de ${formatCount(expected)} filas`;
}

function Outcome({ data: { state, error, isOutdated, expiresAt } }: { data: ExportData }) {
  if (isOutdated)
    return (
      <Notice kind="warning" live>
        Sus permisos cambiaron desde que se preparó el archivo, así que ya no se entrega. Vuelva a pedirla.
      </Notice>
    );
  if (state === 'failed')
    return (
      <Notice kind="error" live>
        {error}
      </Notice>
    );
  if (state === 'expired')
    return <Notice kind="warning">Venció: el archivo se guardó {EXPORT_RETENTION_HOURS} horas y ya se borró.</Notice>;
  return (
    <Notice kind="success" live>
      El archivo está listo. Puede descargarlo hasta el {expiresAt}.
    </Notice>
  );
}

function Facts({ data }: { data: ExportData }) {
  const isReady = data.state === 'ready';
  return (
    <FactCard
      title="Exportación"
      className="max-w-4xl"
      facts={{
        De: (
          <a className="text-link" href={data.source}>
            {data.title}
          </a>
        ),
        Formato: EXPORT_FORMAT_LABELS[data.format],
        Archivo: <span className="wrap-anywhere">{data.fileName}</span>,
        ...(isReady && { Filas: data.rows, Tamaño: data.size }),
        'Pedida el': data.askedAt,
        ...(data.isOver && { 'Terminó el': data.finishedAt }),
        ...(isReady && { 'Se borra el': data.expiresAt }),
      }}
    />
  );
}
