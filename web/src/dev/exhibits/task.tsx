// Exhibits of tasks in every state, with and without a report.
import { type Task, TaskState } from '../../parts/base/tasks/task-progress.tsx'
import { exhibit } from '../exhibit.ts'
import { WithTexts } from '../with-texts.tsx'

const features = ['tasks', 'errors'] as const
const sample: Task = {
  id: 'activity.01900000-0000-7000-8000-000000000001',
  kind: 'measureCompletion',
  subject: '',
  state: 'running',
  cancellable: true,
  progress: 0.42,
  note: '',
  report: [],
  result: null,
  error: null,
  started_at: '2026-11-22T08:00:00Z',
  updated_at: '2026-11-22T08:00:05Z',
  ended_at: null,
}
const report: Task['report'] = [
  { item: 'Field notes.pdf', outcome: 'done' },
  { item: 'Chart of the estuary.png', outcome: 'failed', code: 'lark.errorMsg.notFound', params: {} },
  { item: 'A very long name of a file that somebody has chosen without any thought of those who read it.docx', outcome: 'skipped' },
  ...Array.from({ length: 24 }, (_, n) => ({ item: `Sample ${n + 1}.csv`, outcome: 'done' as const })),
]
const show = (task: Partial<Task>, onCancel?: () => void) => (
  <WithTexts features={features}>
    <div className="max-w-[560px]">
      <TaskState task={{ ...sample, ...task }} {...(onCancel && { onCancel })} />
    </div>
  </WithTexts>
)

export default exhibit({
  running: show({}, () => {}),
  'running, with a report': show({ report: report.slice(0, 2) }),
  finished: show({ state: 'finished', progress: 1, report }),
  failed: show({ state: 'failed', error: { code: 'task.lost', params: {} } }),
  cancelled: show({ state: 'cancelled' }),
})
