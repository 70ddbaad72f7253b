// The end of allowances, and the page's reads that follow a change of them.
import { call } from '../../../client.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'

export const allowancesChanged = () =>
  invalidate('GET /api/org/allowances', 'GET /api/courses/:id/allowances', 'GET /api/activities/:id/personal-times')

type TakenBack = { id: string; version: number; scope: 'organisation' | 'course' | 'activity' }
/** With the version that was shown: one that somebody has changed meanwhile stays. */
export function takeBack({ id, version, scope }: TakenBack): Promise<unknown> {
  const given = { params: { id }, query: { version } }
  const deleted = scope === 'organisation' ? call('DELETE /api/org/allowances/:id', given) : call('DELETE /api/allowances/:id', given)
  return deleted.then(allowancesChanged, (failure: unknown) => toast({ text: problemText(failure), error: true }))
}
