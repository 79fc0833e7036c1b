/**
 * A coarse outline of Guatemala and the chief towns of its departments, drawn for this portal: the map works without any
 * outside server. Pairs are latitude, longitude in degrees.
 */
export type Point = readonly [latitude: number, longitude: number];

/** Its border, from the north-west clockwise: `latitude longitude` of each point. */
export const OUTLINE: readonly Point[] = [
  // Mexico and Belize
  ...points('17.815 -90.99, 17.816 -90.3, 17.817 -89.6, 17.815 -89.15, 17.4 -89.16, 16.9 -89.18, 16.4 -89.21, 15.89 -89.23'),
  ...points('15.88 -89.05, 15.89 -88.92'),
  // Caribbean coast
  ...points('15.83 -88.76, 15.77 -88.69, 15.72 -88.61, 15.8 -88.58, 15.95 -88.62, 15.93 -88.56, 15.85 -88.46, 15.78 -88.34'),
  ...points('15.72 -88.22'),
  // Honduras
  ...points('15.67 -88.3, 15.58 -88.4, 15.5 -88.5, 15.38 -88.6, 15.33 -88.7, 15.23 -88.82, 15.14 -88.97, 15.07 -89.16, 14.98 -89.17'),
  ...points('14.87 -89.16, 14.78 -89.23, 14.69 -89.21, 14.6 -89.15, 14.52 -89.21, 14.42 -89.35'),
  // El Salvador
  ...points('14.44 -89.46, 14.42 -89.58, 14.33 -89.56, 14.24 -89.55, 14.2 -89.65, 14.12 -89.72, 14.04 -89.78, 14.01 -89.88'),
  ...points('13.92 -90.01, 13.83 -90.1, 13.74 -90.09'),
  // Pacific coast
  ...points('13.8 -90.25, 13.86 -90.42, 13.91 -90.6, 13.92 -90.83, 13.93 -91.08, 13.95 -91.3, 14.03 -91.48, 14.12 -91.67'),
  ...points('14.24 -91.85, 14.33 -91.98, 14.43 -92.1, 14.53 -92.24'),
  // Mexico
  ...points('14.68 -92.17, 14.84 -92.15, 14.99 -92.14, 15.07 -92.06, 15.15 -92.13, 15.26 -92.2, 15.48 -92.07, 15.78 -91.9'),
  ...points('16.07 -91.73, 16.07 -91.3, 16.07 -90.85, 16.07 -90.44, 16.24 -90.45, 16.4 -90.4, 16.5 -90.62, 16.66 -90.69, 16.81 -90.93'),
  ...points('16.92 -91.08, 17.06 -91.26, 17.25 -91.43, 17.25 -91.2, 17.25 -90.99'),
];

function points(text: string): Point[] {
  return text.split(', ').map((pair) => {
    const [latitude = 0, longitude = 0] = pair.split(' ').map(Number);
    return [latitude, longitude];
  });
}

/** Seats of the departments; `major` are labelled from afar, `left` on the side where no other name stands. */
export const TOWNS: readonly { name: string; at: Point; major?: true; left?: true }[] = [
  { name: 'Guatemala', at: [14.6349, -90.5069], major: true },
  { name: 'Antigua Guatemala', at: [14.5586, -90.7295] },
  { name: 'Chimaltenango', at: [14.6611, -90.8194], left: true },
  { name: 'Guastatoya', at: [14.853, -90.069] },
  { name: 'Escuintla', at: [14.305, -90.785] },
  { name: 'Cuilapa', at: [14.278, -90.299] },
  { name: 'Sololá', at: [14.772, -91.183] },
  { name: 'Totonicapán', at: [14.911, -91.361] },
  { name: 'Quetzaltenango', at: [14.8347, -91.5181], major: true },
  { name: 'Mazatenango', at: [14.534, -91.503] },
  { name: 'Retalhuleu', at: [14.536, -91.677], left: true },
  { name: 'San Marcos', at: [14.966, -91.796] },
  { name: 'Huehuetenango', at: [15.319, -91.471], major: true },
  { name: 'Santa Cruz del Quiché', at: [15.03, -91.149] },
  { name: 'Salamá', at: [15.103, -90.318] },
  { name: 'Cobán', at: [15.471, -90.371], major: true },
  { name: 'Flores', at: [16.93, -89.892], major: true },
  { name: 'Puerto Barrios', at: [15.728, -88.595], major: true },
  { name: 'Zacapa', at: [14.972, -89.53] },
  { name: 'Chiquimula', at: [14.8, -89.5456] },
  { name: 'Jalapa', at: [14.6347, -89.9889] },
  { name: 'Jutiapa', at: [14.2917, -89.8958], major: true },
];
