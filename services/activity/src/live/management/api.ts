// The contract table of the live lectures of an organisation, for who manages its calendar.
import { nullable, oneOf, paged, pageQuery, sorted } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { MeetingState, Provider } from '../shapes.ts'

const Named = Type.Object({ id: Type.String(), name: Type.String() })

export const ManagedLecture = Type.Object({
  /** Of the activity. */
  id: Type.String(),
  title: Type.String(),
  course: Named,
  teachers: Type.Array(Named, { description: 'three at most' }),
  starts_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  state: MeetingState,
  people: Type.Integer({ description: 'students who have joined' }),
  provider: Provider,
})
export type ManagedLecture = Static<typeof ManagedLecture>

export const LecturesQuery = pageQuery({
  keyword: Type.Optional(Type.String({ maxLength: 100, description: 'in its title, and in name and code of its course' })),
  state: Type.Optional(oneOf('before', 'open', 'running', 'ended', 'called_off')),
  provider: Type.Optional(oneOf('link', 'bigbluebutton', 'tencent')),
  ...sorted('start'),
})
export type LecturesQuery = Static<typeof LecturesQuery>

export const liveListCalls = calls({
  'GET /api/management/live': {
    summary:
      'Live lectures of the organisation that students see or saw, the latest first; of a department: those of its courses and of courses of none',
    may: 'calendar.manage',
    management: true,
    query: LecturesQuery,
    reply: paged(ManagedLecture),
    errors: ['authCode.needed'],
  },
})
