// My running tasks about one thing; nothing while there are none.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { texts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'

const TaskProgress = lazy(async () => {
  const [{ TaskProgress }] = await Promise.all([import('./task-progress.tsx'), texts('tasks', 'errors')])
  return { default: TaskProgress }
})

/** `subject` as the key of its facts: activity:<id>. */
export function RunningTasks({ subject }: { subject: string }) {
  const { data } = useQuery({ ...query('GET /api/tasks', { query: { state: 'running' } }), staleTime: 60_000 })
  const tasks = data?.items.filter((task) => task.subject === subject) ?? []
  return (
    <Suspense>
      {tasks.map(({ id }) => (
        <TaskProgress key={id} id={id} />
      ))}
    </Suspense>
  )
}
