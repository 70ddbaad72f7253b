// The plan of a demo course: the stretches of its term, with what is done in them.
import type { Person } from './client.ts'
import type { DemoCourse } from './content/types.ts'

type Planned = { teacher: Person; course: string; given: DemoCourse; ground: { now: Date } }

/** Monday of the week so many weeks from that of `now`, and the day so many days after it. */
const dayOf = (now: Date, weeks: number, days = 0) =>
  new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7) + weeks * 7 + days))
    .toISOString()
    .slice(0, 10)

/** Once its modules and activities are there. One that a person has changed stays. */
export async function addPlan({ teacher: { call }, course, given: { plan }, ground: { now } }: Planned): Promise<void> {
  const params = { id: course }
  if (!plan || (await call('GET /api/courses/:id/syllabuses', { params })).syllabuses.length > 0) return
  const { modules, activities } = await call('GET /api/courses/:id/content', { params })
  const { syllabuses } = await call('POST /api/courses/:id/syllabuses', {
    params,
    body: {
      syllabuses: plan.map(({ name, weeks: [first, last] }) => ({ name, starts_on: dayOf(now, first), ends_on: dayOf(now, last, 6) })),
    },
  })
  for (const [nth, week] of plan.entries()) {
    const body = {
      module_ids: (week.modules ?? []).flatMap((name) => modules.find((one) => one.name === name)?.id ?? []),
      activity_ids: (week.activities ?? []).flatMap((title) => activities.find((one) => one.title === title)?.id ?? []),
    }
    await call('PUT /api/syllabus/:id/activity-sort', { params: { id: syllabuses[nth]!.id }, body })
  }
}
