// Refused activities of a change of several: the others are changed, and each of these is named with its reason.
import { Problem } from '@lyceum/kit/calls/errors'
import type { Refused } from './refused-api.ts'

export const goneActivity = (id: string): Refused => ({ activity_id: id, title: null, code: 'activity.unknown', params: { id } })

/** The first thing that stood in the way of one; anything else than a refusal is thrown. */
export function refusedBy(error: unknown, { id, title }: { id: string; title: string }): Refused {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  const [first] = Object.values(error.fields).flat()
  return { activity_id: id, title, code: first?.code ?? error.code, params: first?.params ?? error.params }
}
