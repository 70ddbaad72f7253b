// Dialog of a synchronisation with the school's register: of all courses as a task, of one by its own status, asked for every 3 s.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { TaskProgress, TaskState } from '../../parts/base/tasks/task-progress.tsx'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import type { ManagedCourse } from './queries.ts'

const interval = 3000

export default function SyncDialog({
  course,
  running,
  onClose,
}: {
  /** Missing: every course of the register. */
  course?: ManagedCourse
  /** The synchronisation that runs already. */
  running: string | null
  onClose: () => void
}) {
  const t = useTexts('management')
  const [key, setKey] = useState(course ? null : running)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const start = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const { status_key } = await call('POST /api/courses/sync_from_urp', { body: course ? { course_ids: [course.id] } : {} })
      setKey(status_key)
    } catch (failure) {
      setFault(problemText(failure))
    } finally {
      setBusy(false)
      await invalidate('GET /api/management/course-register')
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={course ? t('registerOne', { name: course.display_name || course.name }) : t('registerTitle')}
      description={t('registerText')}
      width={560}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('registerClose')}
          </Button>
          {!key && (
            <Button variant="primary" busy={busy} onClick={() => void start()}>
              {t('registerStart')}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3 pb-1">
        {fault && (
          <Banner tone="bad" urgent>
            {fault}
          </Banner>
        )}
        {key && (course ? <CourseSync course={course.id} status_key={key} /> : <RegisterSync id={key} />)}
      </div>
    </Dialog>
  )
}

/** The changes of a synchronisation. */
const useRefresh = (ended: boolean) =>
  useEffect(() => {
    if (ended) void invalidate('POST /api/courses', 'GET /api/courses/:id', 'GET /api/management/course-register')
  }, [ended])

function RegisterSync({ id }: { id: string }) {
  // the progress below keeps it up to date
  const { data } = useQuery(query('GET /api/tasks/:id', { params: { id } }))
  useRefresh(data !== undefined && data.state !== 'running')
  return <TaskProgress id={id} />
}

function CourseSync({ course, status_key }: { course: string; status_key: string }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/course/:id/sync-status', { params: { id: course }, query: { status_key } }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : interval),
  })
  useRefresh(data !== undefined && data.status !== 'running')
  if (!data && error) return <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonText lines={2} />
  const { status, progress, report } = data
  const task = {
    id: status_key,
    kind: 'syncRegister',
    subject: '',
    state: status,
    cancellable: false,
    progress,
    note: '',
    report,
    result: null,
  }
  return <TaskState task={{ ...task, error: data.error, started_at: '', updated_at: '', ended_at: null }} />
}
