/** Click counts per person and day: `actividad_usuarios/{userId}_{day}`. */
export const ACTIVITY_COLLECTION = 'actividad_usuarios';

export function activityPath(userId: string, day: string): string {
  return `${ACTIVITY_COLLECTION}/${userId}_${day}`;
}
