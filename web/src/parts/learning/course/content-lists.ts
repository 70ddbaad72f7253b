// The lists of a course's content, as /course/{id}/content?list=… names them: their calls, and those that a course has something for. Pure: the
// first look asks, too.
import { typesOfLists } from '@lyceum/activity/types/activity-types/lists'
import type { ActivityRow } from './content.ts'

export const listCalls = {
  'all-activities': 'GET /api/courses/:id/all-activities',
  'homework-activities': 'GET /api/courses/:id/homework-activities',
  exams: 'GET /api/courses/:id/exams',
  'submitted-exams': 'GET /api/courses/:id/submitted-exams',
  questionnaires: 'GET /api/courses/:id/questionnaires',
  'forum-activities': 'GET /api/courses/:id/forum-activities',
  interactions: 'GET /api/courses/:id/interactions',
  'live-record': 'GET /api/courses/:id/live-record',
  'web-link-activities': 'GET /api/courses/:id/web-link-activities',
  'score-list': 'GET /api/courses/:id/score-list',
} as const
export type ListName = keyof typeof listCalls
export const listNames = Object.keys(listCalls) as ListName[]

const ofOneKind = listNames.filter((name) => name !== 'all-activities') as Exclude<ListName, 'all-activities'>[]

const isIn = (name: (typeof ofOneKind)[number], { type, uploads, points }: ActivityRow): boolean => {
  if (name === 'web-link-activities') return uploads.some((upload) => upload.type === 'link')
  if (name === 'score-list') return points !== null
  return (typesOfLists[name] as readonly string[]).includes(type)
}

/** Those with something in them, and all in one where there are several; what somebody has handed in themselves is asked for by students alone. */
export function offeredLists(activities: readonly ActivityRow[], teaches: boolean): ListName[] {
  const offered = ofOneKind.filter(
    (name) => !(teaches && name === 'submitted-exams') && activities.some((activity) => isIn(name, activity)),
  )
  return offered.length > 0 ? ['all-activities', ...offered] : []
}
