/** Invented people and plausible places: first names and surnames are common in Guatemala and combined by chance. */
export const FIRST_NAMES = [
  'Ana', 'Andrea', 'Astrid', 'Beatriz', 'Brenda', 'Byron', 'Carlos', 'Carmen', 'César', 'Claudia', 'Cristian', 'Dalia', 'Daniel', 'David', 'Débora', 'Diego', 'Dora', 'Edgar', 'Edwin', 'Elena',
  'Elmer', 'Emilio', 'Erick', 'Estela', 'Estuardo', 'Evelyn', 'Fernando', 'Floridalma', 'Francisco', 'Gabriela', 'Gerardo', 'Gladys', 'Glenda', 'Gustavo', 'Héctor', 'Heidy', 'Hugo', 'Ingrid', 'Irma', 'Isabel',
  'Jaime', 'Jorge', 'José', 'Juana', 'Julio', 'Karla', 'Kevin', 'Lesbia', 'Leticia', 'Lilian', 'Lucía', 'Luis', 'Manuel', 'Marco', 'María', 'Mario', 'Marleny', 'Marta', 'Mayra', 'Mónica',
  'Nancy', 'Norma', 'Oscar', 'Otto', 'Pablo', 'Patricia', 'Pedro', 'Rigoberto', 'Roberto', 'Rosa', 'Rudy', 'Sandra', 'Sergio', 'Silvia', 'Sofía', 'Telma', 'Víctor', 'Vilma', 'Walter', 'Wendy', 'Yesenia', 'Zoila',
] as const;

export const SURNAMES = [
  'Ajanel', 'Aguilar', 'Alvarado', 'Ambrocio', 'Barrios', 'Batz', 'Cabrera', 'Caal', 'Calel', 'Castillo', 'Chávez', 'Choc', 'Coc', 'Cojulún', 'Coy', 'De León', 'Escobar', 'Estrada', 'Flores', 'Fuentes', 'Galindo',
  'García', 'Gómez', 'González', 'Gramajo', 'Hernández', 'Ixcot', 'Juárez', 'López', 'Macario', 'Maldonado', 'Marroquín', 'Méndez', 'Mérida', 'Monterroso', 'Morales', 'Muñoz', 'Ordóñez', 'Orozco', 'Ovalle', 'Pacay', 'Pérez',
  'Pineda', 'Pop', 'Quiej', 'Quiñónez', 'Ralda', 'Ramírez', 'Recinos', 'Reyes', 'Rivera', 'Rodas', 'Sagastume', 'Salazar', 'Santizo', 'Sical', 'Sis', 'Soto', 'Tzoc', 'Tzul', 'Vásquez', 'Velásquez', 'Xicará', 'Yat', 'Zapeta',
] as const;

/** Town, department, latitude, longitude (degrees). */
export const TOWNS = [
  ['Ciudad de Guatemala', 'Guatemala', 14.6349, -90.5069], ['Mixco', 'Guatemala', 14.6308, -90.6071], ['Villa Nueva', 'Guatemala', 14.5269, -90.5875], ['Amatitlán', 'Guatemala', 14.4874, -90.6153],
  ['San José Pinula', 'Guatemala', 14.5461, -90.4114], ['Antigua Guatemala', 'Sacatepéquez', 14.5586, -90.7295], ['Chimaltenango', 'Chimaltenango', 14.6611, -90.8194], ['Patzún', 'Chimaltenango', 14.6828, -91.0142],
  ['Tecpán', 'Chimaltenango', 14.7667, -90.9947], ['Escuintla', 'Escuintla', 14.305, -90.785], ['Santa Lucía Cotzumalguapa', 'Escuintla', 14.3333, -91.0167], ['Puerto San José', 'Escuintla', 13.9251, -90.8244],
  ['Cuilapa', 'Santa Rosa', 14.2783, -90.2992], ['Barberena', 'Santa Rosa', 14.3094, -90.3611], ['Sololá', 'Sololá', 14.7742, -91.1833], ['Panajachel', 'Sololá', 14.7409, -91.1594],
  ['Totonicapán', 'Totonicapán', 14.9108, -91.3606], ['Quetzaltenango', 'Quetzaltenango', 14.8347, -91.5181], ['Coatepeque', 'Quetzaltenango', 14.7042, -91.8653], ['Salcajá', 'Quetzaltenango', 14.8803, -91.4583],
  ['Mazatenango', 'Suchitepéquez', 14.5342, -91.5031], ['Retalhuleu', 'Retalhuleu', 14.5361, -91.6772], ['San Marcos', 'San Marcos', 14.9639, -91.7944], ['Malacatán', 'San Marcos', 14.9103, -92.0581],
  ['Huehuetenango', 'Huehuetenango', 15.3197, -91.4714], ['Santa Cruz del Quiché', 'Quiché', 15.0306, -91.1489], ['Chichicastenango', 'Quiché', 14.9431, -91.1111], ['Nebaj', 'Quiché', 15.4058, -91.1461],
  ['Salamá', 'Baja Verapaz', 15.1028, -90.3181], ['Rabinal', 'Baja Verapaz', 15.0886, -90.4903], ['Cobán', 'Alta Verapaz', 15.4708, -90.3708], ['San Pedro Carchá', 'Alta Verapaz', 15.4772, -90.3106],
  ['Flores', 'Petén', 16.9258, -89.8922], ['San Benito', 'Petén', 16.9172, -89.9056], ['Poptún', 'Petén', 16.3314, -89.4175], ['Puerto Barrios', 'Izabal', 15.7278, -88.5944],
  ['Zacapa', 'Zacapa', 14.9722, -89.5306], ['Chiquimula', 'Chiquimula', 14.8, -89.5456], ['Jalapa', 'Jalapa', 14.6347, -89.9889], ['Jutiapa', 'Jutiapa', 14.2917, -89.8958],
] as const;

export const DEPARTMENTS = [
  ['Gerencia General', 'Dirección de la cooperativa'], ['Créditos', 'Análisis y otorgamiento de créditos'], ['Captaciones', 'Ahorro corriente, a plazo y programado'], ['Cumplimiento', 'Prevención de lavado de dinero'],
  ['Auditoría Interna', 'Revisión de procesos y controles'], ['Informática', 'Sistemas y soporte'], ['Recursos Humanos', 'Contratación y bienestar del personal'], ['Mercadeo', 'Promociones y comunicación'],
  ['Contabilidad', 'Registros y estados financieros'], ['Tesorería', 'Efectivo y cajeros'], ['Cobros', 'Recuperación de cartera'], ['Educación Cooperativa', 'Formación de asociados'],
] as const;

export const POSITIONS = ['Gerente de agencia', 'Asesor de créditos', 'Receptor pagador', 'Asistente administrativo', 'Analista', 'Auxiliar de operaciones', 'Jefe de departamento', 'Ejecutivo de captaciones'] as const;

export const FOLDERS = [
  ['Actas del Consejo', 'Actas firmadas del Consejo de Administración'], ['Políticas y reglamentos', 'Normativa interna vigente'], ['Manuales de puestos', 'Descripción de funciones por puesto'], ['Créditos fiduciarios', 'Expedientes modelo y formularios'],
  ['Créditos hipotecarios', 'Formularios, avalúos y requisitos'], ['Tarjeta de crédito', 'Contratos y tarifarios'], ['Ahorro a plazo', 'Contratos y tasas'], ['Ahorro programado', 'Planes y formularios'], ['Cumplimiento', 'Formularios IVE y listados'],
  ['Auditoría', 'Informes y planes de trabajo'], ['Capacitación', 'Presentaciones y constancias'], ['Campañas', 'Artes y guiones de mercadeo'], ['Circulares', 'Comunicados internos'], ['Formularios de caja', 'Boletas y cuadres'],
  ['Contratos de proveedores', 'Servicios y arrendamientos'], ['Estados financieros', 'Balances mensuales'], ['Presupuesto', 'Ejecución por agencia'], ['Recursos Humanos', 'Boletas, permisos y vacaciones'], ['Seguridad', 'Protocolos y bitácoras'],
  ['Informática', 'Guías de usuario y respaldos'], ['Asamblea general', 'Convocatorias y memorias de labores'], ['Seguros', 'Pólizas y reclamos'], ['Remesas', 'Tarifas y comprobantes'], ['Activos extraordinarios', 'Fichas y fotografías'], ['Plantillas', 'Cartas y constancias'],
] as const;

/** Name, extensions (without dot), largest size in MB. */
export const DOCUMENT_TYPES = [
  ['Acta', ['pdf', 'docx'], 20], ['Reglamento o política', ['pdf', 'docx'], 20], ['Formulario', ['pdf', 'docx', 'xlsx'], 10], ['Contrato', ['pdf'], 25],
  ['Hoja de cálculo', ['xlsx', 'csv'], 15], ['Fotografía o arte', ['png', 'jpg', 'jpeg'], 15], ['Presentación o video', ['pptx', 'pdf', 'mp4'], 200], ['Nota o guía', ['txt', 'pdf', 'docx'], 5],
] as const;

/** Stems of file names by extension; the seed adds period and agency. */
export const FILE_STEMS: Readonly<Record<string, readonly string[]>> = {
  pdf: ['Acta de sesión ordinaria', 'Reglamento de crédito', 'Contrato de mutuo', 'Informe de auditoría', 'Circular', 'Estado de resultados', 'Póliza de seguro', 'Tarifario', 'Solicitud de crédito', 'Memoria de labores'],
  docx: ['Carta de instrucción', 'Constancia laboral', 'Manual de funciones', 'Plantilla de contrato', 'Minuta de reunión', 'Política de ahorro'],
  xlsx: ['Cuadre de caja', 'Presupuesto', 'Cartera en mora', 'Metas de captación', 'Inventario de activos', 'Planilla'],
  png: ['Arte de campaña', 'Logotipo', 'Croquis', 'Gráfica de metas'],
  jpg: ['Fotografía de fachada', 'Fotografía de inmueble', 'Boleta escaneada', 'Fotografía de evento'],
  txt: ['Nota de entrega', 'Guía rápida', 'Instrucciones de cierre', 'Bitácora de respaldo'],
};
