// Plans and writings of the attacked course's teacher and of the organisation: calendar, bulletins, a template, a video quiz.
import { randomUUID } from 'node:crypto'
import type { Person } from '../flows/school.ts'
import { zipOf } from '@lyceum/upload/test/office'
import { send, sendBytes } from '../flows/send.ts'
import { dot, film } from '../media.ts'
import { until } from './until.ts'

/** Ids by type. */
export type Planned = {
  event: string
  feed: string
  /** Lessons of the course. */
  timetable: string
  meeting: string
  room: string
  /** Of the course's team. */
  teamMeeting: string
  orgBulletin: string
  courseBulletin: string
  template: string
  folder: string
  videoQuiz: string
  topic: string
  post: string
  /** A class that runs, its roll call, and its vote with results that the room reads. */
  classSession: string
  rollCall: string
  vote: string
  /** A live lecture that begins in ten minutes, with its address and a recording. */
  live: string
  recording: string
  /** The owner's note beside a picture that an activity shows. */
  note: string
  noted: string
  notedFile: string
  /** An activity with a package of lessons. */
  packaged: string
}

/** Made by the course's teacher and, of the organisation, by its administrator. */
export async function plan(
  owner: Person,
  admin: Person,
  { course, bank, question }: { course: string; bank: string; question: string },
): Promise<Planned> {
  const [start_time, end_time] = ['2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z']
  const lessons = { course_id: course, start_time, end_time, time_zone: 'Asia/Bangkok', repeat_type: 'no_repeat' as const }
  await admin.call('PUT /api/org/settings', { body: { toggles: ['timetables'] } })
  const bulletin = { title: 'Library open until 22:00', content: '<p>Up to the exams.</p>', state: 'published' as const }
  const [event, { feed }, timetable, meeting, teamMeeting, orgBulletin, courseBulletin, template, folder, room] = await Promise.all([
    owner.call('POST /api/calendar-events', { body: { title: 'Study group', start_time, end_time } }),
    owner.call('POST /api/calendar-feeds', { body: { name: 'My phone' } }),
    until(() => owner.call('POST /api/calendar-timetables', { body: lessons })),
    owner.call('POST /api/calendar-meeting', { body: { title: 'Curriculum committee' } }),
    until(() => owner.call('POST /api/instruction-team/meeting', { body: { title: 'Marking week 8', course_id: course } })),
    admin.call('POST /api/org/bulletins', { body: bulletin }),
    until(() => owner.call('POST /api/courses/:id/bulletins', { params: { id: course }, body: bulletin })),
    admin.call('POST /api/questionnaire-templates', { body: { title: 'End of term', sections: [] } }),
    owner.call('POST /api/banks/:id/folders', { params: { id: bank }, body: { title: 'Spring' } }),
    admin.call('POST /api/management/rooms', { body: { name: 'Hall B', seats: 240 } }),
  ])
  return {
    event: event.id,
    feed: feed.id,
    timetable: timetable.id,
    meeting: meeting.id,
    room: room.id,
    teamMeeting: teamMeeting.id,
    orgBulletin: orgBulletin.id,
    courseBulletin: courseBulletin.id,
    template: template.id,
    folder: folder.id,
    videoQuiz: await quizOn(owner, course, question),
    ...(await talkIn(owner, course)),
    ...(await classIn(owner, course)),
    ...(await liveIn(owner, course)),
    ...(await noteIn(owner, course)),
    packaged: await packageIn(owner, course),
  }
}

/** A subject, and a curriculum with which a class is kept in step, of a department. */
export async function study(admin: Person, { department, klass }: { department: string; klass: string }) {
  const subject = await admin.call('POST /api/subjects', { body: { code: 'MB', name: 'Marine Biology', department_id: department } })
  const program = await admin.call('POST /api/study-units', {
    body: { kind: 'program', name: 'Marine Biology', department_id: department },
  })
  const rows = [{ term: 1, course_code: 'MB 214', compulsory: true, credits: 3 }]
  const draft = { program_id: program.id, name: 'Marine Biology', terms: 8, rows }
  const { id } = await until(() => admin.call('POST /api/curricula', { body: draft }))
  const enrol = { klass_id: klass, term: 1, mode: 'keep' as const }
  await until(() => admin.call('POST /api/curricula/:id/enrol', { params: { id }, body: enrol }))
  const { items } = await admin.call('GET /api/curricula/:id/links', { params: { id }, query: {} })
  return { subjectOfCourses: subject.id, program: program.id, curriculum: id, curriculumLink: items[0]?.id ?? '' }
}

/** A film of two seconds that stops at the first for the question. */
async function quizOn(owner: Person, course: string, question: string): Promise<string> {
  const { id: upload } = await send(owner, 'tide.mp4', await film(2, '320x180'))
  const { id } = await owner.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'video_quiz', title: 'Stop at the tide', upload_ids: [upload] },
  })
  const sections = [{ id: 'part1', title: '', text: '', at: 1, entries: [{ question_id: question, points: '1' }] }]
  await owner.call('PUT /api/activities/:id/paper', { params: { id }, body: { sections, version: 0 } as never })
  await owner.call('PUT /api/activities/:id', { params: { id }, body: { published: true } })
  return id
}

/** A topic of the course, and a reply of its teacher's. */
async function talkIn(owner: Person, course: string): Promise<{ topic: string; post: string }> {
  const body = { scope: 'course', kind: 'question', title: 'Spring tides', body: '<p>Why twice a month?</p>' } as const
  const { id } = await owner.call('POST /api/courses/:id/topics', { params: { id: course }, body })
  const { post } = await owner.call('POST /api/topics/:id/posts', { params: { id }, body: { body: '<p>Sun and moon.</p>' } })
  return { topic: id, post: post.id }
}

/** A class of the course with its roll call and vote. */
async function classIn(owner: Person, course: string): Promise<{ classSession: string; rollCall: string; vote: string }> {
  const { id } = await owner.call('POST /api/courses/:id/class-sessions', { params: { id: course }, body: { title: 'Lecture 7' } })
  const opened = await owner.call('POST /api/class-sessions/:id/roll-calls', { params: { id }, body: { ways: ['qr'], minutes: 240 } })
  const question = { type: 'scale', stem: '', content: { from: 1, to: 5 } } as const
  const vote = await owner.call('POST /api/class-sessions/:id/votes', { params: { id }, body: { question, anonymous: false } })
  await owner.call('PUT /api/votes/:id', { params: { id: vote.id }, body: { results_shown: true, version: vote.version } })
  return { classSession: id, rollCall: opened.id, vote: vote.id }
}

/** A note of the course's teacher, shared with nobody. */
async function noteIn(owner: Person, course: string): Promise<Pick<Planned, 'note' | 'noted' | 'notedFile'>> {
  const { id: notedFile } = await send(owner, 'map.png', dot())
  const body = { type: 'material' as const, title: 'A map', upload_ids: [notedFile], published: true }
  const { id: noted } = await owner.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const { id: note } = await until(() => owner.call('POST /api/notes', { body: noteOn({ course, noted, notedFile }) }))
  return { note, noted, notedFile }
}
/** A package that does not say what is in it: its activity is there, and is closed to whoever may not see it. */
async function packageIn(owner: Person, course: string): Promise<string> {
  const zip = zipOf({ 'index.html': '<p>Gloves</p>' })
  const file = { name: 'lab.zip', size: zip.length, storage_type: 'local' as const, is_scorm: true }
  const ticket = await owner.call('POST /api/uploads', { body: file })
  await sendBytes(ticket, zip as Buffer<ArrayBuffer>)
  const body = { type: 'scorm' as const, title: 'Laboratory', upload_ids: [ticket.id], published: true }
  return (await until(() => owner.call('POST /api/courses/:id/activities', { params: { id: course }, body }))).id
}
export const noteOn = ({ course, noted, notedFile }: { course: string; noted: string; notedFile: string }) => ({
  ...{ course_id: course, activity_id: noted, target_type: 'image' as const, target_id: notedFile },
  ...{ anchor: 1, content: 'Where is north?' },
})

/** A live lecture of the course that is open to its students. */
async function liveIn(owner: Person, course: string): Promise<{ live: string; recording: string }> {
  const start_time = new Date(Date.now() + 600_000).toISOString()
  const body = { type: 'live_lecture', title: 'Live: tides', published: true, start_time } as const
  const { id } = await owner.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const kept = { provider: 'link', address: 'https://meet.example.edu/tides', version: Number.MAX_SAFE_INTEGER } as const
  await owner.call('PUT /api/activities/:id/meeting', { params: { id }, body: kept })
  const recording = randomUUID()
  const draft = { title: 'Lecture 6', page: 'https://films.example.edu/tides', published: true }
  await owner.call('PUT /api/activities/:id/meeting/recordings/:rid', { params: { id, rid: recording }, body: draft })
  return { live: id, recording }
}
