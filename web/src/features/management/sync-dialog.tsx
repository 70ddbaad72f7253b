// Dialog of a synchronisation with the school's register: of all courses as a task, of one by its own status, asked for every 3 s.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answer, type CallInput, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { ReadAs } from '../../parts/base/table/encoding-choice.tsx'
import { TaskProgress, TaskState } from '../../parts/base/tasks/task-progress.tsx'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { ManagedCourse } from './queries.ts'

const interval = 3000
type Files = Answer<'GET /api/management/course-register/preview'>['files']
type Encodings = NonNullable<CallInput<'POST /api/courses/sync_from_urp'>['body']['encodings']>

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
  const [chosen, setChosen] = useState<Encodings>({})
  /** Members who would leave, and were kept until their number is typed. */
  const [held, setHeld] = useState<number>()
  const [typed, setTyped] = useState<number | null>(null)
  // a second start reads the files as the first one has, also after a run that another tab has started
  const asks = !key || held !== undefined
  const preview = useQuery({
    ...query('GET /api/management/course-register/preview', { query: chosen }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  const files = preview.data?.files
  const start = async (removals?: number) => {
    setBusy(true)
    setFault(undefined)
    try {
      const { status_key } = await call('POST /api/courses/sync_from_urp', {
        body: {
          ...(course && { course_ids: [course.id] }),
          ...(files?.length && { encodings: encodingsOf(files) }),
          ...(removals && { removals }),
        },
      })
      setKey(status_key)
      setHeld(undefined)
      setTyped(null)
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
      width={720}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('registerClose')}
          </Button>
          {held !== undefined && (
            <Button
              variant="primary"
              busy={busy}
              off={!files ? t('registerUnread') : typed === held ? undefined : t('registerOtherNumber')}
              onClick={() => void start(held)}
            >
              {t('registerAgain')}
            </Button>
          )}
          {!key && (
            <Button variant="primary" busy={busy} off={files ? undefined : t('registerUnread')} onClick={() => void start()}>
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
        {asks && preview.error && <ReadFailed error={preview.error} at={preview.errorUpdatedAt} onRetry={() => void preview.refetch()} />}
        {!key && !files && !preview.error && <SkeletonText lines={4} />}
        {!key && files?.map((file) => <RegisterFile key={file.name} file={file} onRead={(more) => setChosen({ ...chosen, ...more })} />)}
        {key && (course ? <CourseSync course={course.id} status_key={key} onHeld={setHeld} /> : <RegisterSync id={key} onHeld={setHeld} />)}
        {held !== undefined && (
          <NumberField label={t('registerRemovals', { count: held })} value={typed} onChange={setTyped} min={0} maxLength={8} />
        )}
      </div>
    </Dialog>
  )
}

const nameOf = ({ name }: Files[number]) => name.replace(/\.csv$/, '') as keyof Encodings
/** As the files were shown, so that they are read no other way. */
const encodingsOf = (files: Files): Encodings => Object.fromEntries(files.map((file) => [nameOf(file), file.encoding]))

/** The beginning of a file of the register, with a choice of its encoding. */
function RegisterFile({ file, onRead }: { file: Files[number]; onRead: (chosen: Encodings) => void }) {
  const { name, encoding, replaced } = file
  const [head = [], ...lines] = file.lines
  const rows = lines.map((cells, nth) => ({ cells, nth }))
  return (
    <section aria-label={name} className="space-y-2">
      <ReadAs file={name} encoding={encoding} replaced={replaced} onChange={(wanted) => onRead({ [nameOf(file)]: wanted })} />
      <Table
        caption={name}
        compact
        rows={rows}
        rowKey={({ nth }) => nth}
        columns={head.map((title, at) => ({ key: String(at), head: title, cell: ({ cells }: { cells: string[] }) => cells[at] ?? '' }))}
      />
    </section>
  )
}

/** The changes of a synchronisation that has ended, and the members that it has kept for a confirmation. */
function useRefresh(ended: boolean, removals: number | undefined, onHeld: (removals: number) => void) {
  const latest = useRef(onHeld)
  latest.current = onHeld
  useEffect(() => {
    if (!ended) return
    if (removals !== undefined) latest.current(removals)
    void invalidate('POST /api/courses', 'GET /api/courses/:id', 'GET /api/management/course-register')
  }, [ended, removals])
}
const removalsIn = (report: Answer<'GET /api/tasks/:id'>['report']) =>
  (report.find(({ code }) => code === 'register.removalsHeld')?.params as { removals?: number } | undefined)?.removals

type Held = { onHeld: (removals: number) => void }

function RegisterSync({ id, onHeld }: { id: string } & Held) {
  // the progress below keeps it up to date
  const { data } = useQuery(query('GET /api/tasks/:id', { params: { id } }))
  // a report ends after many lines, a result does not
  const result = data?.result as { held?: { removals: number } } | null | undefined
  useRefresh(data !== undefined && data.state !== 'running', result?.held?.removals, onHeld)
  return <TaskProgress id={id} />
}

function CourseSync({ course, status_key, onHeld }: { course: string; status_key: string } & Held) {
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/course/:id/sync-status', { params: { id: course }, query: { status_key } }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : interval),
  })
  useRefresh(data !== undefined && data.status !== 'running', data && removalsIn(data.report), onHeld)
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
