// Reads and changes of a class. State and board are read again at a hint and at intervals: a page that reads its class counts as here.
import { queryOptions } from '@tanstack/react-query'
import { type Answer, type CallInput, CallFailed, call } from '../../client.ts'
import { noteServerTime } from '../../parts/learning/attempts/server-clock.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../queries.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { deviceId } from './device.ts'

export type ClassState = Answer<'GET /api/class-sessions/:id/state'>
export type Board = Answer<'GET /api/class-sessions/:id/board'>
export type BoardPerson = Board['people'][number]
export type ClassPerson = ClassState['picked'][number]
export type ClassSummary = Answer<'GET /api/courses/:id/class-sessions'>['items'][number]
export type AttendanceState = NonNullable<BoardPerson['state']>
export type Shown = NonNullable<ClassState['shown']>

/** Milliseconds between two reads without a hint: half of the time for which somebody counts as here. */
const presence = 25_000
/** The same while the results of an open vote are shown: their bars follow the answers. */
const following = 4000
const isFollowed = ({ vote, can }: ClassState) => can.take_part && vote?.state === 'open' && vote.results_shown && !vote.anonymous
const timed = <T extends { now: string }>(answer: T): T => {
  noteServerTime(answer.now)
  return answer
}

/** The sessions of a course: the running one, and the first page of all. */
export const sessionsOf = (course: string) =>
  query('GET /api/courses/:id/class-sessions', { params: { id: course }, query: { page_size: 1 } })

export const stateOf = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/class-sessions/:id/state', { params: { id }, query: { device: deviceId() } }] as const,
    queryFn: async ({ signal }) =>
      timed(await call('GET /api/class-sessions/:id/state', { params: { id }, query: { device: deviceId() }, signal })),
    staleTime: 5000,
    refetchInterval: ({ state: { data } }) => (data?.state === 'ended' ? false : data && isFollowed(data) ? following : presence),
  })

export const boardOf = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/class-sessions/:id/board', { params: { id } }] as const,
    queryFn: async ({ signal }) => timed(await call('GET /api/class-sessions/:id/board', { params: { id }, signal })),
    staleTime: 1000,
    refetchInterval: ({ state: { data } }) => (data?.state === 'ended' ? false : presence),
    // the screen of the hall is often behind the window that leads it
    refetchIntervalInBackground: true,
  })

export const readAgain = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: stateOf(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: boardOf(id).queryKey }),
  ])

const isNewer = (error: unknown): boolean => error instanceof CallFailed && error.problem.code.endsWith('.newer')

/** Does a change of the class. A refusal is shown as a toast, after the class is read again where somebody else was faster; false then. */
export async function attemptChange(id: string, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (isNewer(error) || (error instanceof CallFailed && error.status === 409)) await readAgain(id)
    toast({ text: problemText(error), error: true })
    return false
  }
}

type Changes = Omit<CallInput<'PUT /api/class-sessions/:id'>['body'], 'version'>

/** Changes follow each other: each carries the version of the answer before it. */
let last: Promise<unknown> = Promise.resolve()

/** Changes the screen of the hall, timer, groups, or ends the class. `version`: of the answer before; else the one that is shown. */
export function changeClass(id: string, changes: Changes, version?: number): Promise<ClassState> {
  const next = last.then(() => sendChange(id, changes, version))
  last = next.catch(() => {})
  return next
}

async function sendChange(id: string, changes: Changes, version: number | undefined): Promise<ClassState> {
  const { queryKey } = stateOf(id)
  const body = { ...changes, version: version ?? queryClient.getQueryData<ClassState>(queryKey)?.version ?? 0 }
  const next = timed(await call('PUT /api/class-sessions/:id', { params: { id }, body }))
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, next)
  return next
}

/** Shows a tool to everybody, after a call that made a newer version of the class. */
export async function showNow(id: string, view: Shown['view']): Promise<void> {
  const { version, shown } = await queryClient.fetchQuery({ ...stateOf(id), staleTime: 0 })
  if (shown?.view !== view) await changeClass(id, { shown: { view } }, version)
}
