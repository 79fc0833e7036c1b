/** Texts of the demo's mobile app. Name, academic level, profile. */
export const JOB_OFFERS = [
  ['Asesor de créditos', 'Perito contador', 'Experiencia en colocación de créditos\nManejo de motocicleta'],
  ['Receptor pagador', 'Diversificado', 'Atención al cliente\nManejo de efectivo'],
  ['Analista de cumplimiento', 'Licenciatura en Derecho o Economía', 'Conocimiento de normativa IVE'],
  ['Jefe de agencia', 'Licenciatura en Administración', 'Liderazgo de equipos\nOrientación a resultados'],
  ['Auxiliar de contabilidad', 'Perito contador', 'Conciliaciones bancarias\nExcel avanzado'],
  ['Ejecutivo de captaciones', 'Diversificado', 'Ventas de productos de ahorro'],
  ['Programador', 'Ingeniería en Sistemas (cursando)', 'Bases de datos\nTrabajo en equipo'],
  ['Gestor de cobros', 'Diversificado', 'Negociación\nConocimiento del área rural'],
  ['Promotor de educación cooperativa', 'Profesorado de enseñanza media', 'Hablar un idioma maya'],
  ['Auditor interno', 'Contador público y auditor', 'Colegiado activo'],
  ['Asistente de gerencia', 'Secretariado bilingüe', 'Redacción y agenda'],
  ['Guardián', 'Básicos', 'Turnos rotativos'],
] as const;

/** Name, text, first day counted from today, days of validity (0: without end). */
export const PROMOTIONS = [
  ['Ahorro navideño', 'Ahorre desde Q100.00 al mes y participe en el sorteo de diez canastas navideñas.', -30, 65],
  ['Crédito escolar', 'Tasa preferencial para útiles, inscripciones y uniformes. Trámite en 24 horas.', 12, 60],
  ['Remesas sin costo', 'Reciba sus remesas en cualquiera de nuestras agencias sin pagar comisión.', 0, 0],
  ['Tarjeta con cuotas sin recargo', 'Compre hoy y pague en tres cuotas sin recargo en comercios afiliados.', -10, 120],
  ['Ahorro infantil', 'Abra la cuenta de sus hijos y llévese una alcancía.', 0, 0],
  ['Aguinaldo que rinde', 'Deposite su aguinaldo a plazo y gane una tasa especial.', -5, 50],
  ['Feria de la vivienda', 'Financiamiento para compra, construcción y mejora de su vivienda.', -120, 60],
  ['Plan de retiro', 'Empiece su plan de retiro con aportes desde Q200.00 mensuales.', 0, 0],
] as const;

/** Title and text. */
export const EDUCATION = [
  ['¿Qué es una cooperativa?', 'Una empresa de sus asociados: cada persona aporta, decide con un voto y comparte los resultados.'],
  [
    'Principios cooperativos',
    'Adhesión voluntaria, control democrático, participación económica, autonomía, educación, cooperación y compromiso con la comunidad.',
  ],
  ['El valor del ahorro', 'Ahorrar un poco cada mes le permite enfrentar emergencias y cumplir metas.'],
  ['Presupuesto familiar', 'Anote sus ingresos y gastos, separe lo necesario y defina una meta de ahorro.'],
  ['Uso responsable del crédito', 'Compare su cuota con sus ingresos antes de endeudarse y pague a tiempo.'],
  ['Cuide su clave', 'Nunca comparta su clave ni códigos que reciba por teléfono. La cooperativa no se los pedirá.'],
  ['Sus derechos y deberes', 'Participe en la asamblea, elija y sea electo, y cumpla con sus aportaciones.'],
  ['Historia del cooperativismo', 'De los pioneros de Rochdale a las cooperativas de Guatemala.'],
] as const;

export const MEMBERSHIP_STEPS = [
  ['Reúna sus documentos', 'DPI vigente, recibo de luz, agua o teléfono y constancia de ingresos.'],
  ['Visite una agencia', 'Elija la agencia más cercana en el mapa de la aplicación.'],
  ['Llene la solicitud de ingreso', 'Un asesor le ayudará a completar el formulario.'],
  ['Pague su cuota de ingreso', 'Incluye su primera aportación y la apertura de su cuenta de ahorro.'],
  ['Reciba su libreta y su usuario', 'Desde ese momento es asociado y puede usar la aplicación móvil.'],
] as const;

export const JOB_POSITIONS = [
  ['Gerente de agencia', 'Dirige la agencia y responde por sus metas'],
  ['Asesor de créditos', 'Asesora, analiza y da seguimiento a solicitudes'],
  ['Receptor pagador', 'Atiende operaciones en ventanilla'],
  ['Asistente administrativo', 'Apoya la gestión de la agencia'],
  ['Analista', 'Analiza información de su área'],
  ['Auxiliar de operaciones', 'Registra y concilia operaciones'],
  ['Jefe de departamento', 'Coordina un departamento interno'],
  ['Ejecutivo de captaciones', 'Promueve productos de ahorro'],
  ['Oficial de cumplimiento', 'Vela por la normativa contra el lavado de dinero'],
  ['Auditor interno', 'Revisa procesos y controles'],
  ['Técnico en informática', 'Da soporte a equipos y sistemas'],
] as const;
