// Exhibits of the dialogs that copy courses.
import CopyDialog from '../../features/course/settings/copy-dialog.tsx'
import NextTermDialog from '../../features/management/next-term-dialog.tsx'
import { contentQuery } from '../../parts/learning/course/queries.ts'
import { termsQuery } from '../../parts/learning/course/terms.ts'
import { exhibit } from '../exhibit.ts'
import { sampleCourse as course } from '../sample-course.ts'
import { answered, dialogsWith } from '../with-answers.tsx'

const ignore = () => {}
const features = ['copies', 'course', 'course-page', 'tasks', 'drafts', 'inputs', 'errors', 'ui'] as const
const year = { id: 'y', parent_id: null, name: '2026–2027', start_date: '2026-08-01', end_date: '2027-07-31', courses: 4, version: 1 }
const terms = [
  year,
  { ...year, id: 'a', parent_id: 'y', name: 'Autumn', end_date: '2027-01-31' },
  { ...year, id: 's', parent_id: 'y', name: 'Spring', start_date: '2027-02-01' },
]
const modules = ['Reading the ocean', 'Ocean circulation', 'Life in the deep'].map((name, sort) => ({ id: `m${sort}`, name, sort }))
const answers = [
  answered(termsQuery, { terms, can_change: false }),
  answered(contentQuery(course.id), { modules, activities: [{ id: 'x', module_id: null }] }),
]
const shown = dialogsWith(answers, features)

export default exhibit({
  'a course': shown(<CopyDialog course={{ ...course, start_date: '2026-09-28' }} onClose={ignore} />),
  'a course without a first day': shown(<CopyDialog course={course} onClose={ignore} />),
  'the next term of some courses': shown(<NextTermDialog which={{ course_ids: [course.id] }} count={3} onClose={ignore} />),
  'without a term': shown(<NextTermDialog which={{ course_ids: [course.id] }} count={1} onClose={ignore} />, {
    press: 'Make the courses',
    until: '[role=dialog] [role=alert]',
  }),
})
