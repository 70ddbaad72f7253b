// The task that a page shows: the one in its address, so that a reload keeps it with its report; without one the newest of mine that runs.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { query } from '../../../queries.ts'
import { taskRead } from './task-read.ts'

/** `kinds` as tasks name them; `subject` as the key of their facts; `name` of the parameter, where a page shows several. One that was found stays with its
 *  report when it ends. The function shows another, undefined none. A task that is gone is not shown. */
export function useShownTask(
  kinds: readonly string[],
  { subject, name = 'task' }: { subject?: string; name?: string } = {},
): readonly [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const named = params.get(name)
  const { data } = useQuery({
    ...query('GET /api/tasks', { query: { state: 'running' } }),
    staleTime: 60_000,
    enabled: named === null,
  })
  const running = data?.items.find((task) => kinds.includes(task.kind) && (subject === undefined || task.subject === subject))
  const scope = `${kinds.join()} ${subject}`
  const [found, setFound] = useState<{ scope: string; id: string }>()
  const kept = found?.scope === scope ? found.id : undefined
  if (named === null && running && !kept) setFound({ scope, id: running.id })
  const id = named ?? kept ?? running?.id
  const { error } = useQuery({ ...taskRead(id ?? ''), enabled: id !== undefined && id !== '' })
  const isGone = error instanceof CallFailed && [400, 404].includes(error.status)
  const show = (next: string | undefined) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(name, next ?? '')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return [isGone ? undefined : id || undefined, show]
}
