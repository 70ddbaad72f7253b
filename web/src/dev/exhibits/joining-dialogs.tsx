// Exhibits of the ways into a course: people are added, invited, or join by themselves; and what an invited person is asked.
import AddPeopleDialog from '../../features/course/people/add-people-dialog.tsx'
import InviteConfirm from '../../features/course/people/invite-confirm.tsx'
import InviteDialog from '../../features/course/people/invite-dialog.tsx'
import JoinSettingsDialog from '../../features/course/join/join-settings-dialog.tsx'
import { query } from '../../queries.ts'
import { sessionQuery } from '../../session/session.ts'
import { exhibit } from '../exhibit.ts'
import { sampleCourse as course } from '../sample-course.ts'
import { answered, dialogsWith } from '../with-answers.tsx'

const ignore = () => {}
const features = ['members', 'course', 'course-page', 'inputs', 'errors', 'ui'] as const
const org = { id: course.org_id, name: 'Aldermoor University' }
const person = { id: '01900000-0000-7000-8000-000000000003', name: 'Elena Petrova', avatar: '' }
const invitation = {
  status: 'sent',
  teaching_unit_type: 'course',
  teaching_unit_id: course.id,
  role: 'student',
  course: { id: course.id, name: course.name, course_code: course.course_code, published: true },
  organisation: org,
  inviter: person,
}
const answers = [
  answered(sessionQuery, { user: person, org_id: org.id, memberships: [{ org, roles: ['instructor'], department: null }] }),
  answered(query('GET /api/courses/:id/invites', { params: { id: course.id }, query: { page_size: 1 } }), {
    items: [],
    total: 0,
    roles: ['student', 'instructor_assistant', 'instructor'],
  }),
  answered(query('GET /api/toggle-opened-orgs', { query: { toggle: 'org_team_teaching' } }), { orgs: [org] }),
  answered(query('GET /api/courses/:id/join-settings', { params: { id: course.id } }), {
    seats: 30,
    opens_at: '2026-11-21T08:00:00.000Z',
    closes_at: null,
    approval: false,
    students: 28,
    waiting: 3,
  }),
  answered(query('GET /api/invites/:id/status', { params: { id: 'open' } }), invitation),
  answered(query('GET /api/invites/:id/status', { params: { id: 'draft' } }), {
    ...invitation,
    role: 'instructor_assistant',
    course: { ...invitation.course, published: false },
    inviter: null,
  }),
]
const shown = dialogsWith(answers, features)

export default exhibit({
  'add people': shown(<AddPeopleDialog course={course} onClose={ignore} />),
  'invite by e-mail': shown(<InviteDialog course={course} onClose={ignore} />),
  'invite to teach together': shown(<InviteDialog course={course} way="organisation" onClose={ignore} />),
  'who may join': shown(<JoinSettingsDialog course={course} onClose={ignore} />),
  'an invitation': shown(<InviteConfirm invite="open" />),
  'an invitation to a draft, by nobody': shown(<InviteConfirm invite="draft" />),
})
