// Whether work is handed in for a learning activity, or students say themselves that they have done it.
import type { Activity } from '../../parts/learning/course/content.ts'

export const isHandedIn = ({ settings }: Pick<Activity, 'settings'>): boolean => (settings.work ?? 'none') !== 'none'
