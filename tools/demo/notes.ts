// Notes of the demo school beside a film and the course reader, by the first student of a course. Those that are there already stay.
import { onceKnown, signIn } from './client.ts'
import type { Made } from './make-course.ts'
import { studentNos } from './school.ts'

type DemoNote = { title: string; anchor: number; content: string; audience?: 'teachers' | 'course' }
const notes: readonly DemoNote[] = [
  {
    title: 'Why deep water sinks',
    anchor: 24,
    content: 'So it is cold first, and salt decides. Compare with the profile of my own station.',
  },
  { title: 'Why deep water sinks', anchor: 71, content: 'Why does ice leave its salt behind? Ask on Thursday.', audience: 'teachers' },
  { title: 'Course reader, chapter 4', anchor: 1, content: 'Formula for the exam: density by temperature and salinity.' },
]

/** After its films are converted: a place is within a film. */
export async function addNotes({ teacher, course, given, ground, once }: Made): Promise<void> {
  const { activities } = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const person = ground.school.people.get(studentNos(given)[0] ?? '')
  const wanted = notes.filter(({ title }) => activities.some((activity) => activity.title === title))
  if (!person || wanted.length === 0) return
  const student = await signIn(ground.address, { org: ground.school.org, person })
  const { total } = await student.call('GET /api/notes', { query: { course_id: course } })
  if (total > 0) return
  for (const { title, ...note } of wanted) {
    const activity = activities.find((one) => one.title === title)
    const file = activity?.uploads[0]
    if (!activity || !file) continue
    const body = {
      ...{ course_id: course, activity_id: activity.id, target_id: file.id, ...note },
      target_type: file.type === 'video' ? ('video' as const) : ('document' as const),
    }
    await onceKnown([400, 403, 404], () => student.call('POST /api/notes', { body, ...once('note', title, String(note.anchor)) }))
  }
}
