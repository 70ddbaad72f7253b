// Exhibits of the dialogs of a course's groups.
import CopyDialog from '../../features/course/groups/copy-dialog.tsx'
import DeletedDialog from '../../features/course/groups/deleted-dialog.tsx'
import DistributeDialog from '../../features/course/groups/distribute-dialog.tsx'
import FileDialog from '../../features/course/groups/file-dialog.tsx'
import HistoryDialog from '../../features/course/groups/history-dialog.tsx'
import MoveDialog from '../../features/course/groups/move-dialog.tsx'
import type { Board } from '../../features/course/groups/queries.ts'
import RenameDialog from '../../features/course/groups/rename-dialog.tsx'
import SetDialog from '../../features/course/groups/set-dialog.tsx'
import { query } from '../../queries.ts'
import { exhibit } from '../exhibit.ts'
import { people } from '../people.ts'
import { answered, dialogsWith } from '../with-answers.tsx'

const ignore = () => {}
const features = ['groups', 'upload', 'inputs', 'errors', 'ui'] as const
const [course, set] = ['c1', 's1']
const at = '2026-11-21T08:00:00.000Z'
const students = people(14).map(({ id, name, no }) => ({ id, name, user_no: String(no), avatar: '' }))
const group = (id: string, name: string, from: number, to: number) => ({
  id,
  set_id: set,
  name,
  sort: from,
  leader_id: students[from]?.id ?? null,
  version: 1,
  members: students.slice(from, to),
})
const board: Board = {
  id: set,
  course_id: course,
  name: 'Lab teams',
  sort: 0,
  sign_up: { seats: 4, until: '2026-12-18T16:00:00.000Z' },
  groups: 3,
  members: 12,
  my_group: null,
  version: 1,
  open: true,
  list: [group('g1', 'Kelp', 0, 4), group('g2', 'Krill', 4, 8), group('g3', 'The ones who dive at night', 8, 12)],
  ungrouped: students.slice(12),
}
const page = { page: 1, page_size: 20, pages: 1, start: 1, end: 2, total: 2 }
const stays = {
  ...page,
  items: [
    { person: students[0], group: { id: 'g1', name: 'Kelp', deleted: false }, since: at, until: null },
    { person: students[1], group: { id: 'g9', name: 'Limpet', deleted: true }, since: at, until: '2026-11-22T08:00:00.000Z' },
  ],
}
const deleted = {
  ...page,
  items: [
    {
      id: 'g8',
      kind: 'group',
      name: 'Medusa',
      set_name: 'Lab teams',
      deleted_at: at,
      deleted_by: { id: '1', name: 'Elena Petrova' },
      purge_at: at,
    },
    { id: 's8', kind: 'group_set', name: 'Last year’s talks', set_name: null, deleted_at: at, deleted_by: null, purge_at: at },
  ],
}
const answers = [
  answered(query('GET /api/group-sets/:id/history', { params: { id: set }, query: { page: 1, page_size: 20 } }), stays),
  answered(query('GET /api/courses/:id/deleted-groups', { params: { id: course }, query: { page_size: 100 } }), deleted),
]
const shown = dialogsWith(answers, features)

export default exhibit({
  'a new set': shown(<SetDialog course={course} onClose={ignore} />),
  'a set with sign-up': shown(<SetDialog course={course} set={board} onClose={ignore} />),
  'a copy of a set': shown(<CopyDialog set={board} onClose={ignore} onMade={ignore} />),
  distribution: shown(<DistributeDialog board={board} onClose={ignore} />),
  'groups from a file': shown(<FileDialog board={board} onClose={ignore} />),
  'one student moves': shown(
    <MoveDialog board={board} people={[{ person: students[0]!, group: 'g1' }]} onMove={async () => {}} onClose={ignore} />,
  ),
  'several move': shown(
    <MoveDialog
      board={board}
      people={students.slice(10).map((person) => ({ person, group: null }))}
      onMove={async () => {}}
      onClose={ignore}
    />,
  ),
  'a new name': shown(<RenameDialog group={board.list[0]!} onClose={ignore} />),
  history: shown(<HistoryDialog set={set} onClose={ignore} />),
  'deleted ones': shown(<DeletedDialog course={course} onClose={ignore} />),
})
