// Exhibits of homework: a student's work in its states, the list of who has handed in, the form's settings, the popups.
import { useState } from 'react'
import DownloadDialog from '../../parts/learning/work/download-dialog.tsx'
import form from '../../activity-types/homework/form.tsx'
import { fresh, type Values } from '../../activity-types/homework/form-values.ts'
import GroupHistory from '../../parts/learning/work/group-history.tsx'
import { ReceiptDialog } from '../../parts/learning/work/receipt.tsx'
import HomeworkView from '../../activity-types/homework/view.tsx'
import HandedIn from '../../parts/learning/work/handed-in.tsx'
import type { Mine, MyVersion } from '../../parts/learning/work/work-state.ts'
import type { Row } from '../../parts/learning/work/list-rows.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { query } from '../../queries.ts'
import { exhibit } from '../exhibit.ts'
import { people } from '../people.ts'
import { sampleCourse } from '../sample-course.ts'
import { answered, dialogsWith, WithAnswers } from '../with-answers.tsx'

const features = [
  'homework',
  'work',
  'learning-activity',
  'activity',
  'course',
  'course-page',
  'kinds',
  'upload',
  'drafts',
  'teaching',
  'errors',
  'editor',
  'ui',
] as const
const id = '01900000-0000-7000-8000-000000000003'
const at = '2026-11-21T08:00:00.000Z'
const later = '2099-05-14T10:00:00.000Z'
const activity = {
  id,
  course_id: 'c1',
  type: 'homework',
  title: 'Salinity of a tide pool',
  body: '<p>Measure the salinity of <strong>three pools</strong> at low tide and explain what you find.</p>',
  points: '20',
  due_time: later,
  group_set_id: null,
  anonymous: false,
  settings: { work: 'both', file_types: ['pdf', 'csv'], files_most: 3, file_size_mb: 50 },
  completion_criterion: { kind: 'submitted', percent: null, posts: null },
  my: { read_at: at, completed: false, percent: 0 },
} as unknown as Activity
const sha = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'
const files = [
  {
    upload_id: 'u1',
    name: 'Salinity report.pdf',
    type: 'document',
    size: 2_400_000,
    in_text: false,
    status: 'ready',
    sha256: sha,
    grant: null,
    url: null,
  },
  { upload_id: 'u2', name: 'pools.csv', type: 'other', size: 4100, in_text: false, status: 'ready', sha256: null, grant: null, url: null },
]
const version: MyVersion = {
  n: 1,
  submitted_at: at,
  submitted_by: { id: 'p1', name: 'Mei Lin' },
  due: '2026-11-21T11:00:00.000Z',
  late_seconds: 0,
  text: '<p>Salinity rises with depth, see the attached table.</p>',
  files,
  receipt: '7f3a90c2d1e4',
}
const mine: Mine = {
  id: null,
  state: 'none',
  group: null,
  draft: null,
  versions: [],
  opens: null,
  due: later,
  closes: null,
  submits_until: null,
  may_submit: true,
  refusal: null,
  submissions_left: 1,
  draft_version: 0,
  late_now_seconds: 0,
  result: null,
  version: 1,
}
const members = people(3).map(({ id: of, name }) => ({ id: of, name, avatar: '' }))
const draft = { text: version.text, files, version: 3, updated_at: at, updated_by: { id: 'p1', name: 'Mei Lin' } }
const handedIn: Mine = {
  ...mine,
  state: 'submitted',
  versions: [version],
  may_submit: false,
  refusal: 'submission.noneLeft',
  submissions_left: 0,
}
const result: Mine['result'] = {
  points: '15.5',
  max: '20',
  earned: '17.5',
  parts: [],
  late_points: '2',
  overridden: false,
  reason: '',
  given: '17.5',
  comment: '<p>Clear measurements. Say why the third pool differs.</p>',
  criteria: [
    { id: 'a', title: 'Measurement', points: '10', max: '10', level: 'Complete', comment: '' },
    { id: 'b', title: 'Explanation', points: '7.5', max: '10', level: null, comment: 'The third pool is missing.' },
  ],
  marks: true,
  returned_at: '2026-11-23T08:00:00.000Z',
  rework: false,
  reviews: [{ points: '16', criteria: { b: { points: '7', comment: 'I would have liked a chart.' } }, comment: 'Good reading.' }],
}
const answersOf = (my: Mine) => [answered(query('GET /api/activities/:id/my-submission', { params: { id } }), my)]
const student = (my: Mine, of: Activity = activity) => (
  <WithAnswers answers={answersOf(my)} features={features}>
    <HomeworkView activity={of} teaches={false} side={null} onSideReady={() => {}} />
  </WithAnswers>
)

const row = (at_: number, part: Partial<Row>): Row => {
  const person = people(8)[at_]
  return {
    id: `s${at_}`,
    author: { kind: 'person', id: person?.id ?? '', name: person?.name ?? '', user_no: String(person?.no ?? ''), avatar: '', number: null },
    state: 'submitted',
    rework: false,
    n: 1,
    submitted_at: at,
    late_seconds: 0,
    due: later,
    closes: null,
    extended: false,
    marking: 'none',
    points: null,
    max: '20',
    released: false,
    files: 2,
    members: [],
    similar: null,
    version: 1,
    ...part,
  }
}
const named = [
  row(0, { marking: 'done', points: '17.5' }),
  row(1, { late_seconds: 7200, n: 2 }),
  row(2, { state: 'none', id: null, submitted_at: null, extended: true, files: 0 }),
  row(3, { state: 'returned', marking: 'done', points: '12', released: true }),
  row(4, { marking: 'started' }),
  row(5, { state: 'none', id: null, submitted_at: null, due: '2026-01-01T00:00:00.000Z', files: 0 }),
]
const pseudonym = (number: number): Row['author'] => ({ kind: 'pseudonym', id: null, name: null, user_no: null, avatar: null, number })
const hidden = [17, 204, 390].map((number, i) => row(i, { author: pseudonym(number), due: null }))
const page = { page: 1, page_size: 20, pages: 1, start: 1 }
const counts = { all: 6, missing: 2, submitted: 4, to_mark: 2, late: 1, marked: 1, returned: 1 }
const list = (items: readonly Row[], anonymous: boolean) => (
  <WithAnswers
    answers={[
      answered(query('GET /api/activities/:id/submissions', { params: { id }, query: { page: 1, page_size: 20 } }), {
        ...page,
        items,
        total: items.length,
        end: items.length,
        counts,
        anonymous,
      }),
      answered(query('GET /api/courses/:id/groups', { params: { id: 'c1' }, query: { page_size: 100 } }), { ...page, items: [], total: 0 }),
      answered(query('GET /api/tasks', { query: { state: 'running' } }), { items: [] }),
      answered(query('GET /api/courses/:id', { params: { id: 'c1' } }), sampleCourse),
    ]}
    features={features}
  >
    <HandedIn activity={{ ...activity, anonymous }} />
  </WithAnswers>
)

function Settings({ start }: { start: Partial<Values> }) {
  const [values, setValues] = useState<Values>({ ...fresh, ...start })
  const { Fields, Needed, Folds } = form
  const props = {
    values,
    change: (part: Partial<Values>) => setValues({ ...values, ...part }),
    faults: {},
    fresh: true,
    criterion: start.points ? ('scored' as const) : ('submitted' as const),
  }
  // the groups open as those of a form that somebody has filled in
  const opened = (box: HTMLDivElement | null) => {
    if (start.points) for (const fold of box?.querySelectorAll('details') ?? []) fold.open = true
  }
  return (
    <div ref={opened} className="w-[300px] space-y-4">
      {Fields && <Fields {...props} />}
      {Needed && <Needed {...props} />}
      {Folds && <Folds {...props} />}
    </div>
  )
}
const settings = (start: Partial<Values>) => (
  <WithAnswers
    features={features}
    answers={[
      answered(query('GET /api/courses/:id/group-sets', { params: { id: '' }, query: { page_size: 100 } }), { items: [] } as never),
    ]}
  >
    <Settings start={start} />
  </WithAnswers>
)

const archive = [
  answered(
    { queryKey: ['POST /api/activities/:id/submissions/files', id, { ids: ['s1'] }] },
    {
      items: files.map((file) => ({ ...file, submission_id: 's1', path: `17_Mei Lin/${file.name}`, grant: '', url: '' })),
      expires_at: later,
    },
  ),
]
const drafts = [
  answered(query('GET /api/activities/:id/my-submission/drafts', { params: { id } }), {
    items: [
      {
        at,
        by: members[0] ?? null,
        text: '<p>Salinity rises with depth. The third pool differs.</p>',
        files: [{ upload_id: 'u1', name: 'Salinity report.pdf' }],
      },
      { at: '2026-11-21T07:40:00.000Z', by: members[1] ?? null, text: '<p>Salinity rises with depth.</p>', files: [] },
    ],
  }),
]

export default exhibit({
  'to write': student(mine),
  'a draft of a group, late': student({
    ...mine,
    state: 'draft',
    draft,
    group: { id: 'g1', name: 'Herons', members },
    due: at,
    late_now_seconds: 7200,
    submissions_left: null,
  }),
  'handed in': student(handedIn),
  'handed in late, and may again': student({
    ...handedIn,
    versions: [{ ...version, n: 2, late_seconds: 7200 }, version],
    may_submit: true,
    submissions_left: 2,
  }),
  returned: student({ ...handedIn, state: 'returned', result }),
  'closed without work': student({ ...mine, due: at, may_submit: false, refusal: 'submission.closed' }),
  list: list(named, false),
  'list without names': list(hidden, true),
  settings: settings({}),
  'more settings': settings({ points: '20', late: 'own', again: 'times', release: 'at_time', peers: 2 }),
  receipt: dialogsWith([], features)(<ReceiptDialog activity={activity} version={version} group="Herons" onClose={() => {}} />),
  download: dialogsWith(archive, features)(<DownloadDialog activity={activity} selected={{ ids: ['s1'] }} onClose={() => {}} />),
  'who changed what': dialogsWith(drafts, features)(<GroupHistory activity={id} onClose={() => {}} />),
})
