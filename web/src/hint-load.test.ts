// The reads that hints cause in a course with a thousand open pages while 200 people submit in a minute. Whom the hint of a submission
// reaches is proven by tests/flows/main-job.test.ts: the student and who teaches; here it is what their pages read again.
import { afterEach, expect, it, vi } from 'vitest'

const [pages, teachers, submissions] = [1000, 10, 200]
const minute = 60_000
const [course, activity] = ['c1', 'a1']

type Visible = { queryKey: [string, { params?: { id: string } }]; state: { data: object } }
const reads = (...calls: [string, string?][]): Visible[] =>
  calls.map(([call, id]) => ({ queryKey: [call, id ? { params: { id } } : {}], state: { data: { course_id: course } } }))
const frame = reads(['GET /api/notifications/unread-count'], ['GET /api/my-courses'], ['GET /api/courses/:id', course])
const content = reads(['GET /api/courses/:id/content', course], ['GET /api/courses/:id/study-completeness', course])
const opened = reads(['GET /api/activities/:id', activity], ['GET /api/todo'], ['GET /api/my-learning'])
const work = reads(
  ['GET /api/activities/:id/watchers', activity],
  ['GET /api/my-teaching'],
  ['GET /api/courses/:id/activity-counts', course],
  ['GET /api/courses/:id/members', course],
)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The reads that a page makes again for hints at these times of a minute. */
async function readsOf(visible: Visible[], times: number[], mine: boolean): Promise<number> {
  vi.resetModules()
  vi.useFakeTimers()
  const [{ applyHint }, { queryClient }] = await Promise.all([import('./hints.ts'), import('./queries.ts')])
  let made = 0
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async ({ queryKey, predicate, refetchType } = {}) => {
    if (refetchType === 'none') return
    made += visible.filter((one) => one.queryKey[0] === queryKey?.[0] && (predicate?.(one as never) ?? true)).length
  })
  let now = 0
  for (const at of times) {
    await vi.advanceTimersByTimeAsync(at - now)
    now = at
    applyHint({ subject: 'progressChanged', id: course, course, ...(mine && { mine }) })
  }
  await vi.advanceTimersByTimeAsync(Math.max(minute, now + 15_000) - now)
  vi.useRealTimers()
  return made
}

it('under 50 reads a second', async () => {
  const all = Array.from({ length: submissions }, (_, nth) => (nth * minute) / submissions)
  const ofStudent = await readsOf([...frame, ...content, ...opened], [0], true)
  const ofTeacher = await readsOf([...frame, ...content, ...opened, ...work], all, false)
  const perSecond = (submissions * ofStudent + teachers * ofTeacher) / 60
  console.log(
    `${pages} pages: ${ofStudent} reads for each submission, ${ofTeacher} a minute by each of ${teachers} teachers: ${perSecond.toFixed(1)}/s`,
  )
  expect(ofStudent).toBeGreaterThan(0)
  expect(perSecond).toBeLessThan(50)
})
