/** What people call each kind of background work, by the id of its definition. A test compares it with the definitions. */
export interface JobText {
  title: string;
  description: string;
  /** When it runs. */
  when: string;
}

export const JOB_TEXTS: Readonly<Record<string, JobText>> = {
  'sync-documents': {
    title: 'Sincronizar documentos',
    description: 'Lleva cada cambio de los documentos a las listas y los reportes.',
    when: 'Con cada cambio',
  },
  'reconcile-read-model': {
    title: 'Conciliar el modelo de lectura',
    description: 'Compara todos los documentos con sus filas y corrige lo que falte.',
    when: 'Cada 6 horas',
  },
  'tidy-read-model': {
    title: 'Ordenar el modelo de lectura',
    description: 'Retira marcas antiguas y suma los totales.',
    when: 'Cada 10 minutos',
  },
  'make-backup': {
    title: 'Hacer el respaldo',
    description: 'Escribe el respaldo de la noche, si se configuró una carpeta para ellos, y retira los que ya no se conservan.',
    when: 'Cada noche a la 01:00; si faltó, a la hora siguiente',
  },
  'tell-refusals': {
    title: 'Anotar las entradas rechazadas',
    description: 'Lleva a la auditoría cuántas veces se rechazó a cada cuenta desde cada red, por cuarto de hora.',
    when: 'Cada minuto',
  },
  'clean-unfinished-uploads': {
    title: 'Retirar cargas sin terminar y páginas sin uso',
    description: 'Borra las partes de archivos que nadie siguió cargando en dos días y las páginas dibujadas que nadie abre.',
    when: 'Cada hora',
  },
  'refresh-people': {
    title: 'Traer a las personas del servidor de usuarios',
    description: 'Copia a las personas que el servidor de usuarios de la cooperativa agregó o cambió por su cuenta.',
    when: 'Cada minuto',
  },
  'seal-audit': {
    title: 'Sellar la auditoría',
    description: 'Sella las entradas nuevas de la auditoría, de modo que se note cualquier cambio posterior.',
    when: 'Cada minuto',
  },
  'verify-audit': {
    title: 'Comprobar la auditoría',
    description: 'Comprueba todos los sellos y todas las entradas de la auditoría.',
    when: 'Cada noche',
  },
  'publish-contents': {
    title: 'Publicar según la vigencia',
    description: 'Oculta lo que terminó y publica lo que empieza, si la configuración lo pide.',
    when: 'Cada hora, a las 00:05 con el nuevo día',
  },
  'check-addresses': {
    title: 'Comprobar imágenes y videos',
    description: 'Pregunta si responden las direcciones de los contenidos, cada una una vez al día.',
    when: 'Cada 10 minutos',
  },
  'take-due-times': {
    title: 'Abrir ejecuciones de reportes',
    description: 'Abre la ejecución de cada reporte programado cuando llega su hora.',
    when: 'A la hora de cada reporte',
  },
  'perform-report-run': {
    title: 'Ejecutar reportes',
    description: 'Prepara los datos y los archivos de una ejecución.',
    when: 'Con cada ejecución',
  },
  'send-report-mail': {
    title: 'Enviar correos de reportes',
    description: 'Envía a cada persona el enlace o el archivo, y reintenta lo que no salió.',
    when: 'Cuando una ejecución termina',
  },
  'ask-readings-of-folders': {
    title: 'Pedir lecturas de carpetas',
    description: 'Pide leer lo que llegó a las carpetas con «Días para leer».',
    when: 'Cada 15 segundos',
  },
  'make-alerts': {
    title: 'Hacer avisos',
    description: 'Avisa a cada persona de lo que le asignan, le envían o le devuelven.',
    when: 'Cada 5 segundos',
  },
  'mail-alerts': {
    title: 'Enviar avisos por correo',
    description: 'Envía los avisos a quien los pidió por correo en «Mi cuenta», y reintenta lo que no salió.',
    when: 'Cada 15 segundos',
  },
  'write-export': {
    title: 'Preparar exportaciones grandes',
    description: 'Escribe los archivos de más de 100\u00A0000 filas, uno tras otro.',
    when: 'Cuando alguien lo pide',
  },
  'check-import': {
    title: 'Revisar archivos por importar',
    description: 'Mira qué haría cada fila de un archivo de más de 500, sin escribir nada.',
    when: 'Cuando alguien trae un archivo',
  },
  'perform-bulk': {
    title: 'Acciones sobre muchos registros',
    description: 'Hace, o deshace, lo que alguien pidió para más de 100 registros de una lista.',
    when: 'Cuando alguien lo pide',
  },
  'run-read-model': {
    title: 'Verificar o reconstruir',
    description: 'Lo que se pide en «Estado del modelo de lectura».',
    when: 'Cuando alguien lo pide',
  },
};

/** A kind without a text shows its id. */
export function jobText(id: string): JobText {
  return JOB_TEXTS[id] ?? { title: id, description: '', when: '' };
}
