// Talk of the demo school: topics of a course with their posts, the attendance of classes that were held, and a live lecture to come. A part that is there already stays.
import { clockOf, zone } from './calendar.ts'
import { onceKnown, type Person, signIn } from './client.ts'
import type { DemoTopic } from './content/types.ts'
import { dayAt, type Made } from './make-course.ts'
import { studentNos } from './school.ts'

/** After its members are enrolled and its timetable is made. */
export async function addTalk(made: Made): Promise<void> {
  await addTopics(made)
  await addHeld(made)
  await addLive(made)
}

async function addTopics(made: Made): Promise<void> {
  const { teacher, course, given } = made
  if (!given.topics) return
  const params = { id: course }
  const { total } = await onceKnown([403, 404], () => teacher.call('GET /api/courses/:id/topics', { params, query: { scope: 'course' } }))
  if (total > 0) return
  // the first of the list stands first: it is talked about last
  for (const topic of given.topics.toReversed()) await addTopic(made, topic)
}

const html = (text: string) => `<p>${text}</p>`

async function addTopic(made: Made, { kind, title, pinned, posts }: DemoTopic): Promise<void> {
  const { course, once } = made
  const [first, ...replies] = posts
  const author = await personOf(made, first?.by)
  const teacher = made.teacher
  if (!first || !author) return
  const topic = await onceKnown([403, 404], () =>
    author.call('POST /api/courses/:id/topics', {
      params: { id: course },
      body: { scope: 'course', kind, title, body: html(first.text) },
      ...once('topic', title),
    }),
  )
  const params = { id: topic.id }
  let accepted: string | undefined
  for (const [nth, { by, text, accepted: isAnswer, likes = [] }] of [first, ...replies].entries()) {
    const person = await personOf(made, by)
    if (!person) continue
    let post: { id: string } | undefined
    if (nth === 0) post = (await person.call('GET /api/topics/:id/posts', { params, query: { from: 1, to: 1 } })).items[0]
    else
      post = (
        await onceKnown([403, 404], () =>
          person.call('POST /api/topics/:id/posts', {
            params,
            body: { body: html(text) },
            ...once('post', title, String(nth)),
          }),
        )
      ).post
    if (!post) continue
    if (isAnswer) accepted = post.id
    for (const no of likes) {
      const reader = await personOf(made, no)
      await reader?.call('PUT /api/posts/:id/reactions', { params: { id: post.id }, body: { name: 'like', on: true } })
    }
  }
  if (!accepted && !pinned) return
  const { version } = await teacher.call('GET /api/topics/:id', { params })
  const body = { version, ...(accepted && { accepted_post_id: accepted }), ...(pinned && { pinned }) }
  await teacher.call('PUT /api/topics/:id', { params, body })
}

async function personOf({ ground: { school, address }, teacher, given }: Made, no = ''): Promise<Person | undefined> {
  if (no === given.teacher) return teacher
  const person = school.people.get(no)
  return person ? await signIn(address, { org: school.org, person }) : undefined
}

/** Attendance by hand for lessons of the timetable, with who was missing. */
async function addHeld({ teacher: { call }, course, given, ground, once }: Made): Promise<void> {
  if (!given.held) return
  const { at } = clockOf(ground.now, zone)
  const query = { start: at(-7 * 4, '00:00'), end: at(7, '00:00'), page_size: 100 }
  const { items } = await call('GET /api/calendar-timetables', { query })
  const students = studentNos(given)
  const ids = (numbers: readonly string[]) => numbers.flatMap((no) => ground.school.people.get(no) ?? [])
  const params = { id: course }
  const { total } = await call('GET /api/courses/:id/class-sessions', { params, query: { page_size: 1 } })
  if (total > 0) return
  for (const { title, days, from, late = [], absent = [], excused = [] } of given.held) {
    const held_at = at(days, from)
    const weekday = String((((days % 7) + 7) % 7) + 1)
    const lesson = items.find((one) => one.course_id === course && one.repeat_weekly_days.split(',').includes(weekday))
    if (!lesson) continue
    const body = { title, lesson_id: lesson.id, held_at }
    const session = await onceKnown([400], () => call('POST /api/courses/:id/class-sessions', { params, body, ...once('held', held_at) }))
    const roll = session.roll_calls[0]
    if (!roll) continue
    const missing = new Set([...late, ...absent, ...excused])
    const states = { present: students.filter((no) => !missing.has(no)), late, absent, excused }
    for (const [state, numbers] of Object.entries(states)) {
      const person_ids = ids(numbers)
      if (person_ids.length === 0) continue
      const { roll_call } = await call('GET /api/roll-calls/:id/people', { params: { id: roll.id }, query: { page_size: 1 } })
      await onceKnown([400, 404], () =>
        call('PUT /api/roll-calls/:id/people', {
          params: { id: roll.id },
          body: { person_ids, state: state as keyof typeof states, version: roll_call.version },
        }),
      )
    }
  }
}

/** A live lecture at an address that leads nowhere. */
async function addLive({ teacher: { call }, course, given, ground, once }: Made): Promise<void> {
  if (!given.live) return
  const { title, module, days, hour, minutes, address } = given.live
  const { activities, modules } = await call('GET /api/courses/:id/content', { params: { id: course } })
  const start_time = dayAt(ground.now, days, hour, 0)
  const end_time = dayAt(ground.now, days, hour, minutes)
  const module_id = modules.find((one) => one.name === module)?.id ?? null
  const body = { type: 'live_lecture' as const, title, module_id, start_time, end_time, published: true }
  const { id } =
    activities.find((one) => one.title === title) ??
    (await call('POST /api/courses/:id/activities', { params: { id: course }, body, ...once('live', title) }))
  const params = { id }
  const { version, has_address, keepable } = await call('GET /api/activities/:id/meeting', { params })
  if (!has_address && keepable) await call('PUT /api/activities/:id/meeting', { params, body: { provider: 'link', address, version } })
}
