// Exhibits of the dialog of a synchronisation with the school's register: the beginning of its files, on its way, at its end.
import SyncDialog from '../../features/management/sync-dialog.tsx'
import { query } from '../../queries.ts'
import { exhibit } from '../exhibit.ts'
import { answered, dialogsWith } from '../with-answers.tsx'

const ignore = () => {}
const task = {
  id: 'running',
  kind: 'syncRegister',
  subject: '',
  state: 'running',
  cancellable: true,
  progress: 0.4,
  note: '',
  report: [],
  result: null,
  error: null,
  started_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
  ended_at: null,
}
const courses = [
  ['id', 'name', 'code', 'department', 'teacher'],
  ['C-1042', 'Marine Biology II', 'MBIO 214', 'Biology', 'Elena Petrova'],
  ['C-1043', 'Physical oceanography and the circulation of the oceans', 'OCEA 310', 'Earth sciences', 'Tomás Echeverría'],
]
const enrolments = [
  ['course_id', 'user_no', 'role'],
  ['C-1042', '20260001', 'student'],
]
const shown = dialogsWith(
  [
    answered(query('GET /api/management/course-register/preview', { query: {} }), {
      files: [
        { name: 'courses.csv', encoding: 'utf-8', replaced: null, lines: courses },
        { name: 'enrolments.csv', encoding: 'gb18030', replaced: { count: 3, line: 2 }, lines: enrolments },
      ],
    }),
    answered(query('GET /api/tasks/:id', { params: { id: 'running' } }), task),
    answered(query('GET /api/tasks/:id', { params: { id: 'ended' } }), {
      ...task,
      id: 'ended',
      state: 'finished',
      progress: 1,
      report: [
        { item: 'MBIO 214 Marine Biology II', outcome: 'done', code: 'register.courseMade', params: { people: 28 } },
        { item: 'OCEA 310 Physical oceanography', outcome: 'skipped', code: 'register.personUnknown', params: { user_no: '20260001' } },
      ],
    }),
    answered(query('GET /api/tasks/:id', { params: { id: 'held' } }), {
      ...task,
      id: 'held',
      state: 'finished',
      progress: 1,
      result: { courses: 412, held: { removals: 1208, kept: 9640 } },
      report: [{ item: '', outcome: 'skipped', code: 'register.removalsHeld', params: { removals: 1208, kept: 9640 } }],
    }),
  ],
  ['management', 'tasks', 'errors', 'ui'],
)

export default exhibit({
  'the files of the register': shown(<SyncDialog running={null} onClose={ignore} />),
  'a synchronisation on its way': shown(<SyncDialog running="running" onClose={ignore} />),
  'a synchronisation at its end': shown(<SyncDialog running="ended" onClose={ignore} />),
  'members who would leave are kept': shown(<SyncDialog running="held" onClose={ignore} />),
})
