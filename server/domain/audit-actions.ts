/**
 * Names of actions in the audit trail (collection `auditoria`, field `action`): the labels of docs/specification.md section 4
 * and ours in the same style. They are stored, so labels are only ever added, never changed.
 */
export const AUDIT_ACTIONS = {
  digitizedFileCreated: 'NUEVO ARCHIVO DIGITALIZADO',
  digitizedFileUpdated: 'ARCHIVO DIGITALIZADO MODIFICADO',
  digitizedFileAssigned: 'ARCHIVO DIGITALIZADO ASIGNADO',
  digitizedFileUnassigned: 'ASIGNACIÓN DE ARCHIVO DIGITALIZADO DESHECHA',
  digitizedFileReturned: 'ARCHIVO DIGITALIZADO DEVUELTO',
  digitizedFileArchived: 'ARCHIVO DIGITALIZADO ARCHIVADO',
  digitizedFileSent: 'ARCHIVO DIGITALIZADO ENVIADO',
  digitizedFileReleased: 'ARCHIVO DIGITALIZADO LIBERADO DEL PAQUETE',
  digitizedFileWithdrawn: 'ARCHIVO DIGITALIZADO RETIRADO CON SU PAQUETE',
  digitizedFileDeleted: 'ARCHIVO DIGITALIZADO ELIMINADO',
  digitizedFileRestored: 'ARCHIVO DIGITALIZADO RESTAURADO',
  digitizationPermissionCreated: 'PERMISO DE DIGITALIZACIÓN CREADO',
  digitizationPermissionUpdated: 'PERMISO DE DIGITALIZACIÓN MODIFICADO',
  digitizationPermissionDeleted: 'PERMISO DE DIGITALIZACIÓN ELIMINADO',
  digitizationPermissionRestored: 'PERMISO DE DIGITALIZACIÓN RESTAURADO',
  digitizationPermissionsSimulated: 'PERMISOS DE DIGITALIZACIÓN SIMULADOS',
  packageReceived: 'PAQUETE RECIBIDO',
  packageCreated: 'PAQUETE CREADO',
  packageUpdated: 'PAQUETE MODIFICADO',
  packageSent: 'PAQUETE ENVIADO',
  packageCancelled: 'PAQUETE ANULADO',
  packageWithdrawn: 'PAQUETE RETIRADO',
  packageChecked: 'PAQUETE REVISADO',
  packageRejected: 'PAQUETE RECHAZADO',
  packageDifferencesSeen: 'DIFERENCIAS DE PAQUETE VISTAS',
  briefcaseFileCreated: 'NUEVO ARCHIVO DEL MALETÍN',
  briefcaseFileUpdated: 'ARCHIVO DEL MALETÍN MODIFICADO',
  briefcaseFileReplaced: 'NUEVA VERSIÓN DE ARCHIVO DEL MALETÍN',
  briefcaseFileDeactivated: 'ARCHIVO DEL MALETÍN ELIMINADO',
  briefcaseFileRestored: 'ARCHIVO DEL MALETÍN RESTAURADO',
  fileAdopted: 'ARCHIVO TRAÍDO AL PORTAL',
  folderAccessUpdated: 'ACCESO A CARPETA DEL MALETÍN MODIFICADO',
  fileReadingUpdated: 'LECTURA OBLIGATORIA MODIFICADA',
  fileReadingReminded: 'LECTURA OBLIGATORIA RECORDADA',
  recordCreated: 'REGISTRO CREADO',
  recordUpdated: 'REGISTRO MODIFICADO',
  recordDeactivated: 'REGISTRO ELIMINADO',
  recordRestored: 'REGISTRO RESTAURADO',
  recordMoved: 'ORDEN DE REGISTRO MODIFICADO',
  contentScheduled: 'CONTENIDO PROGRAMADO POR SU VIGENCIA',
  contentPublished: 'CONTENIDO PUBLICADO POR SU VIGENCIA',
  contentExpired: 'CONTENIDO OCULTADO POR SU VIGENCIA',
  pictureAddressesUpdated: 'DIRECCIONES DE IMÁGENES ACTUALIZADAS',
  userCreated: 'USUARIO CREADO',
  userUpdated: 'USUARIO MODIFICADO',
  userActivated: 'USUARIO ACTIVADO',
  userDeactivated: 'USUARIO DESACTIVADO',
  userGone: 'USUARIO QUE YA NO ESTÁ EN EL SERVIDOR DE USUARIOS',
  userUnread: 'USUARIO CON DATOS SIN LEER EN EL SERVIDOR DE USUARIOS',
  passwordResetSent: 'RESTABLECIMIENTO DE CONTRASEÑA ENVIADO',
  passwordLinkMade: 'ENLACE DE CONTRASEÑA ENTREGADO A QUIEN ADMINISTRA',
  sessionsClosed: 'SESIONES DE LA PERSONA CERRADAS',
  roleCreated: 'ROL CREADO',
  roleUpdated: 'ROL MODIFICADO',
  roleDeactivated: 'ROL RETIRADO',
  roleRestored: 'ROL RESTAURADO',
  roleMenusUpdated: 'PERMISOS DE ROL MODIFICADOS',
  quoteFollowedUp: 'SEGUIMIENTO DE PROSPECCIÓN',
  quoteClosed: 'PROSPECCIÓN CERRADA',
  quoteReopened: 'PROSPECCIÓN REABIERTA',
  noteWritten: 'NOTA ESCRITA',
  noteDeleted: 'NOTA ELIMINADA',
  tokenCreated: 'ACCESO PARA PROGRAMAS CREADO',
  tokenRevoked: 'ACCESO PARA PROGRAMAS REVOCADO',
  dataExported: 'DATOS EXPORTADOS',
  reportRun: 'REPORTE EJECUTADO A MANO',
  unreadIgnored: 'DATO POR REVISAR IGNORADO',
  unreadShown: 'DATO POR REVISAR MOSTRADO OTRA VEZ',
  settingsUpdated: 'CONFIGURACIÓN MODIFICADA',
  constantsUpdated: 'CONSTANTES DE MANTENIMIENTO MODIFICADAS',
  menuUpdated: 'MENÚ LATERAL MODIFICADO',
  failedJobsRetried: 'TRABAJOS FALLIDOS REINTENTADOS',
  readModelVerified: 'VERIFICACIÓN DEL MODELO DE LECTURA PEDIDA',
  readModelRebuilt: 'RECONSTRUCCIÓN DEL MODELO DE LECTURA PEDIDA',
  signedIn: 'SESIÓN INICIADA',
  signedOut: 'SESIÓN CERRADA',
  signInRefused: 'ENTRADAS RECHAZADAS',
  signInBlocked: 'ENTRADAS DETENIDAS POR DEMASIADOS INTENTOS',
  otherSessionsClosed: 'OTRAS SESIONES CERRADAS',
  passwordChanged: 'CONTRASEÑA CAMBIADA POR SU DUEÑO',
  ownPasswordRefused: 'CAMBIOS DE CONTRASEÑA RECHAZADOS',
  passwordChosen: 'CONTRASEÑA ELEGIDA CON UN ENLACE',
  passwordResetAsked: 'ENLACES DE CONTRASEÑA PEDIDOS',
  factorAdded: 'SEGUNDO FACTOR AGREGADO',
  factorRemoved: 'SEGUNDO FACTOR QUITADO',
  factorsReset: 'SEGUNDO FACTOR RESTABLECIDO POR QUIEN ADMINISTRA',
  factorRefused: 'SEGUNDOS FACTORES RECHAZADOS',
  recoveryCodesMade: 'CÓDIGOS DE RECUPERACIÓN CREADOS',
  recoveryCodeUsed: 'CÓDIGO DE RECUPERACIÓN USADO',
  deviceTrusted: 'EQUIPO MARCADO COMO DE CONFIANZA',
  identityProved: 'IDENTIDAD CONFIRMADA',
  proofRefused: 'CONFIRMACIONES DE IDENTIDAD RECHAZADAS',
  memberRead: 'FICHA DE ASOCIADO VISTA',
  memberDpiRead: 'DPI DE ASOCIADO VISTO',
  memberPhoneRead: 'TELÉFONO DE ASOCIADO VISTO',
  openingDenied: 'APERTURA RECHAZADA',
  programRead: 'REPORTE LEÍDO POR UN PROGRAMA',
  programRefused: 'CLAVES DE PROGRAMAS RECHAZADAS',
  peopleRead: 'PERSONAS LEÍDAS POR UN PROGRAMA',
} as const;

/** Sign-ins, refusals, credentials and mere views, as opposed to changes of records. */
export const TRAIL_KINDS = {
  entradas: ['signedIn', 'signedOut', 'otherSessionsClosed', 'identityProved', 'deviceTrusted'],
  rechazos: ['signInRefused', 'signInBlocked', 'factorRefused', 'proofRefused', 'ownPasswordRefused', 'programRefused', 'openingDenied'],
  credenciales: [
    'passwordChanged',
    'passwordChosen',
    'passwordResetAsked',
    'sessionsClosed',
    'factorAdded',
    'factorRemoved',
    'factorsReset',
    'recoveryCodesMade',
    'recoveryCodeUsed',
  ],
  lecturas: ['memberRead', 'memberDpiRead', 'memberPhoneRead', 'programRead', 'peopleRead'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof AUDIT_ACTIONS)[]>>;

export type TrailAct = (typeof TRAIL_KINDS)[keyof typeof TRAIL_KINDS][number];

export const TRAIL_LABELS: readonly string[] = Object.values(TRAIL_KINDS)
  .flat()
  .map((act) => AUDIT_ACTIONS[act]);

/** Acts that change no record: those above, rows that leave, and what is only asked of the portal or sent. */
export const UNCHANGING_LABELS: readonly string[] = [
  ...TRAIL_LABELS,
  ...(
    [
      'dataExported',
      'reportRun',
      'passwordResetSent',
      'passwordLinkMade',
      'digitizationPermissionsSimulated',
      'failedJobsRetried',
      'readModelVerified',
      'readModelRebuilt',
    ] as const
  ).map((act) => AUDIT_ACTIONS[act]),
];

/** Names and acronyms inside the labels, in their proper spelling. */
const NAMES: Readonly<Record<string, string>> = { maletín: 'Maletín', dpi: 'DPI' };

/** The label in readable case: "Registro modificado"; labels of other programs stay as stored. */
export function auditActionText(action: string): string {
  if (!AUDIT_LABELS.has(action)) return action;
  const text = action.toLocaleLowerCase('es').replace(/\p{L}+/gu, (word) => NAMES[word] ?? word);
  return text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
}

const AUDIT_LABELS: ReadonlySet<string> = new Set(Object.values(AUDIT_ACTIONS));

export type AuditAction = (typeof AUDIT_ACTIONS)[keyof typeof AUDIT_ACTIONS];
