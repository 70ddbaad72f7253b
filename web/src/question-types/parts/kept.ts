// Values by part, of the parts that are still there.
import type { Part } from '@lyceum/activity/questions/question-types/shapes'

export const kept = <T>(values: Readonly<Record<string, T>>, parts: readonly Part[]): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([id]) => parts.some((part) => part.id === id)))
