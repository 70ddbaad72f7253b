// What follows a change of allowances in the page, and their end.
import { call } from '../../client.ts'
import { problemText } from '../errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { toast } from '../../ui/toast.tsx'

export const allowancesChanged = () => invalidate('GET /api/courses/:id/allowances', 'GET /api/activities/:id/personal-times')

/** With the version that was shown: one that somebody has changed meanwhile stays. */
export const takeBack = ({ id, version }: { id: string; version: number }): Promise<unknown> =>
  call('DELETE /api/allowances/:id', { params: { id }, query: { version } }).then(allowancesChanged, (failure: unknown) =>
    toast({ text: problemText(failure), error: true }),
  )
